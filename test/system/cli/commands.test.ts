import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"
import { taxonomy, taxonomyInNewProcess } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { git, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { copyOf, makeOneMajor, makeTwoMajors } from "../../support/TwoMajors.ts"

const header = smallSources["taxonomy.yaml"]

// Created once. Tests that change something use a copy.
const oneMajor = makeOneMajor()
const twoMajors = makeTwoMajors(oneMajor)

const Events = Schema.Struct({
  command: Schema.Literal("history"),
  item: Schema.NullOr(Schema.String),
  events: Schema.Array(Schema.Struct({ version: Schema.String, date: Schema.String, event: Schema.String }))
})
const eventsOf = Schema.decodeUnknownSync(Schema.fromJsonString(Events), { onExcessProperty: "error" })

const Changes = Schema.Struct({
  command: Schema.Literal("diff"),
  changes: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  labels: Schema.Record(Schema.String, Schema.String),
  removed: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
})
const changesOf = Schema.decodeUnknownSync(Schema.fromJsonString(Changes), { onExcessProperty: "error" })

const ledgerOf = (cwd: string) => readFile(join(cwd, "releases/ledger.ndjson"), "utf8")

/** Alters the last line of the ledger. */
const breakLedger = async (cwd: string) =>
  writeFile(join(cwd, "releases/ledger.ndjson"), (await ledgerOf(cwd)).replace("Educational use", "Any use"))

describe("taxonomy diff", () => {
  it("lists the changes of the working tree since the newest release, as text and as JSON", async ({ expect }) => {
    const cwd = await oneMajor
    const pretty = await taxonomyInNewProcess(["diff"], { cwd })
    expect(pretty).toMatchObject({ code: 0, stderr: "" })
    expect(pretty.stdout).toContain(
      "  Value removed (major: terms that use it become invalid)\n    Editorial (use_type/editorial): use Educational (use_type/educational)\n      description: [-News and commentary.-]\n  Conflict rule removed (minor: more terms are valid)\n    rules/never-both\n      description: [-Teaching is not news.-]\n"
    )
    const { code, stdout } = await taxonomy(["diff", "--format", "json"], { cwd })
    expect(changesOf(stdout).labels).toEqual({ "use_type/editorial": "Editorial" })
    expect([code, changesOf(stdout).changes]).toEqual([
      0,
      [
        { kind: "value-removed", bump: "major", dimension: "use_type", value: "editorial" },
        { kind: "rule-removed", bump: "minor", rule: "never-both" }
      ]
    ])
  })

  it("lists the changes between two versions, in both directions, and between commits", async ({ expect }) => {
    const cwd = await oneMajor
    const deprecation = { dimension: "use_type", value: "editorial", bump: "minor" }
    const between = async (...places: ReadonlyArray<string>) => {
      const { code, stdout } = await taxonomy(["diff", ...places, "--format", "json"], { cwd })
      return [code, changesOf(stdout).changes]
    }
    const replaced = { replaced_by: ["educational"] }
    const forth = { ...deprecation, kind: "value-deprecated", after: replaced }
    expect(await between("1.0.0", "v1.1.0")).toEqual([0, [forth]])
    expect(await between("v1.1.0", "1.0.0")).toEqual([
      0,
      [{ ...deprecation, kind: "value-undeprecated", before: replaced }]
    ])
    expect(await between("first", "1.1.0")).toEqual([0, [forth]])
  })

  it("exits with 1 for unreadable sources, 3 for an unknown revision, 2 for an extra argument", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    expect(await taxonomy(["diff", "nowhere"], { cwd })).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringMatching(/^error: .*Commit not found.*\n$/)
    })
    expect(await taxonomy(["diff", "9.9.9"], { cwd })).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: Release 9.9.9 does not exist. Published: 1.0.0, 1.1.0, 1.2.0, 1.3.0\n"
    })
    expect((await taxonomy(["diff", "1.0.0", "1.1.0", "1.2.0"], { cwd })).code).toBe(2)
    await writeFile(join(cwd, "taxonomy-src/licenses/TWO.yaml"), "code: TWO\n")
    const { code, stdout } = await taxonomy(["diff"], { cwd })
    expect([code, stdout]).toEqual([1, expect.stringContaining("taxonomy-src/licenses/TWO.yaml:1:1")])
  })

  it("takes the newest release of a short version, and says that a release was withdrawn", async ({ expect }) => {
    const cwd = await copyOf(twoMajors)
    const exact = await taxonomy(["diff", "1.0.0", "1.3.0"], { cwd })
    for (const short of ["1.3", "v1.3"]) expect(await taxonomy(["diff", "v1.0", short], { cwd })).toEqual(exact)
    expect((await taxonomy(["diff", "v1.9"], { cwd })).stderr).toContain("error: Release v1.9 does not exist.")
    await taxonomy(["withdraw", "v1.2.0", "--reason", "Wrong list", "--date", "2026-05-01", "--yes"], { cwd })
    expect((await taxonomy(["diff", "1.2.0", "1.3.0"], { cwd })).stderr).toBe(
      "note: 1.2.0 was withdrawn on 2026-05-01: Wrong list\n"
    )
  })
})

describe("taxonomy history", () => {
  it("lists releases, withdrawals and ends of majors by date", async ({ expect }) => {
    const cwd = await copyOf(twoMajors)
    await taxonomyInNewProcess(["withdraw", "v1.2.0", "--reason", "Wrong list", "--date", "2026-05-01", "--yes"], {
      cwd
    })
    await taxonomyInNewProcess(["end-of-life", "v1", "--reason", "It is old", "--date", "2090-12-31", "--yes"], { cwd })
    const { code, stderr, stdout } = await taxonomyInNewProcess(["history"], { cwd })
    expect([code, stderr]).toEqual([0, ""])
    expect(stdout).toBe(`1.0.0    2026-01-10  published, the first release: 5 changes
1.1.0    2026-02-10  published on 1.0.0, minor: 1 change
1.2.0    2026-03-10  published on 1.1.0, minor: 1 change; 1.2.0 was withdrawn on 2026-05-01
1.3.0    2026-04-10  published on 1.2.0, minor: 1 change
1.2.0    2026-05-01  withdrawn: Wrong list
2.0.0    2026-08-10  published on 1.3.0, major: 2 changes
v1       2090-12-31  will end on 2090-12-31: It is old
`)
  })

  it("lists the changes of an item, even of a removed one", async ({ expect }) => {
    const cwd = await twoMajors
    const { code, stdout } = await taxonomy(["history", "use_type/editorial", "--format", "json"], { cwd })
    const { events, item } = eventsOf(stdout)
    expect([code, item]).toEqual([0, "use_type/editorial"])
    expect(events.map(({ date, event, version }) => [version, date, event.split(/[ ,]/)[0]])).toEqual([
      ["1.0.0", "2026-01-10T12:00:00Z", "added"],
      ["1.1.0", "2026-02-10T12:00:00Z", "deprecated"],
      ["2.0.0", "2026-08-10T12:00:00Z", "removed"]
    ])
    expect(events[1]?.event).toContain("use Educational (use_type/educational)")
    // An item that was removed in 2.0.0 has no earliest removal.
    expect(events[1]?.event).not.toContain("3.0.0")
    const before = await taxonomy(["history", "use_type/editorial"], { cwd: await oneMajor })
    expect(before).toEqual({
      code: 0,
      stdout: `Editorial (use_type/editorial)
1.0.0    2026-01-10  added
1.1.0    2026-02-10  deprecated, use Educational (use_type/educational) (minor); can be removed in 2.0.0 at the earliest, and not before 2026-08-10
`,
      stderr: ""
    })
  })

  it("includes the values of a dimension, even removed ones", async ({ expect }) => {
    const { code, stdout } = await taxonomy(["history", "use_type"], { cwd: await twoMajors })
    const [label, added, ...rest] = stdout.split("\n")
    expect([code, label, added]).toEqual([0, "Use type (use_type)", "1.0.0    2026-01-10  added"])
    expect(rest).toEqual([
      "1.1.0    2026-02-10  editorial: deprecated, use Educational (use_type/educational) (minor)",
      "2.0.0    2026-08-10  editorial: removed, use Educational (use_type/educational) (major)",
      "These are its changes. Run `taxonomy export csv --dimension use_type` to see its values.",
      ""
    ])
  })

  it("finds the only item with a code", async ({ expect }) => {
    const { code, stdout } = await taxonomy(["history", "editorial", "--format", "json"], { cwd: await twoMajors })
    expect([code, eventsOf(stdout).item]).toEqual([0, "use_type/editorial"])
  })

  it("exits with 1 and a suggestion for an unknown item, and with 4 for a broken ledger", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    expect(await taxonomy(["history", "use_type/editoral"], { cwd })).toEqual({
      code: 1,
      stdout: "",
      stderr:
        'error: No item is called "use_type/editoral". Did you mean "use_type/editorial"? Search with taxonomy find.\n'
    })
    await breakLedger(cwd)
    expect(await taxonomy(["history"], { cwd })).toMatchObject({
      code: 4,
      stdout: "",
      stderr: expect.stringMatching(/^error: Line 1 of the ledger is damaged: [^\n]+\n$/)
    })
  })
})

describe("taxonomy withdraw", () => {
  it("withdraws a release once, changes no artifact, and rejects other versions", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    const [before, ledger] = [await digests(join(cwd, "releases/v1.2.0")), await ledgerOf(cwd)]
    const withdraw = (version: string) => taxonomy(["withdraw", version, "--reason", "Wrong list", "--yes"], { cwd })
    expect(await withdraw("v1.2.0")).toEqual({
      code: 0,
      stdout: `1.2.0 is withdrawn: Wrong list
  v1.2 means no release any more, instead of 1.2.0.
  v1.2.0 itself is still served, with the reason in X-Deprecation-Warning. Its number stays reserved.
Servers that read this folder follow within 2 seconds. Next: git commit --message "Withdraw 1.2.0" -- releases/ledger.ndjson, then git push
`,
      stderr: ""
    })
    const after = await ledgerOf(cwd)
    expect(after.startsWith(ledger)).toBe(true)
    expect(after.slice(ledger.length)).toContain('"type":"ReleaseWithdrawn"')
    expect(await digests(join(cwd, "releases/v1.2.0"))).toEqual(before)
    expect((await taxonomy(["verify"], { cwd })).code).toBe(0)

    const again = await withdraw("1.2.0")
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/^error: 1.2.0 was already withdrawn/)])
    const unknown = await withdraw("1.9.0")
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      "error: 1.9.0 was never published. Published: 1.0.0, 1.1.0, 1.2.0, 1.3.0\n"
    ])
    expect(await ledgerOf(cwd)).toBe(after)
  })

  it("exits with 2 without a reason or a full version, and with 4 for a broken ledger", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    const ran = await Promise.all([
      taxonomy(["withdraw", "v1.2.0"], { cwd }),
      taxonomy(["withdraw", "v1.2", "--reason", "Wrong list"], { cwd }),
      taxonomy(["withdraw", "v1.2.0", "--reason", "Wrong list", "--date", "2026-02-30"], { cwd })
    ])
    expect(ran.map(({ code }) => code)).toEqual([2, 2, 2])
    await breakLedger(cwd)
    const broken = await ledgerOf(cwd)
    expect((await taxonomy(["withdraw", "v1.2.0", "--reason", "Wrong list"], { cwd })).code).toBe(4)
    expect(await ledgerOf(cwd)).toBe(broken)
  })
})

describe("taxonomy end-of-life", () => {
  it("ends a major that has a newer one, from the given day on", async ({ expect }) => {
    const cwd = await copyOf(twoMajors)
    const end = ["end-of-life", "v1", "--reason", "v2 has replaced it", "--date", "2026-09-30", "--yes"]
    expect(await taxonomy(end, { cwd })).toEqual({
      code: 0,
      stdout: `The end of v1 on 2026-09-30 is recorded: v2 has replaced it
  From 2026-09-30 on, no release of v1 can be published, not even a correction.
  4 releases of v1 are still served, with Deprecation and Sunset in every response.
  Clients are referred to v2, now 2.0.0.
Servers that read this folder follow within 2 seconds. Next: git commit --message "End v1" -- releases/ledger.ndjson, then git push
`,
      stderr: ""
    })
    const again = await taxonomy(end, { cwd })
    expect([again.code, again.stderr]).toEqual([
      1,
      "error: The end of v1 is already recorded, for 2026-09-30. It cannot be changed.\n"
    ])

    await git(cwd, "checkout", "--quiet", "--", "taxonomy-src")
    await writeFiles(join(cwd, "taxonomy-src"), {
      "taxonomy.yaml": header.replace("1.0.0", "1.3.1").replace("Just large enough.", "As large as it needs to be.")
    })
    expect((await taxonomy(["check", "--date", "2026-09-29"], { cwd })).code).toBe(0)
    const late = await taxonomy(["check", "--date", "2026-09-30"], { cwd })
    expect([late.code, late.stdout]).toEqual([1, expect.stringContaining("error[lifecycle/end-of-life]")])
  })

  it("exits with 1 for the newest or an unpublished major, and with 2 for an invalid one", async ({ expect }) => {
    const cwd = await twoMajors
    const ledger = await ledgerOf(cwd)
    const end = (major: string) => taxonomy(["end-of-life", major, "--reason", "It is old"], { cwd })
    const [newest, unknown, malformed] = await Promise.all([end("v2"), end("v7"), end("v1.2")])
    expect([newest.code, newest.stderr]).toEqual([1, "error: v2 is the newest major. Publish a newer one first.\n"])
    expect([unknown.code, unknown.stderr]).toEqual([1, "error: v7 has no release. Published: v1, v2\n"])
    expect(malformed.code).toBe(2)
    expect(await ledgerOf(cwd)).toBe(ledger)
  })
})

describe("taxonomy rebuild", () => {
  it("writes missing files byte for byte and lists them", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    const published = await digests(join(cwd, "releases"))
    await rm(join(cwd, "releases/v1.0.0"), { recursive: true })
    await rm(join(cwd, "releases/v1.1.0/licenses/EDU.json"))
    await rm(join(cwd, "releases/v1.2.0/manifest.json"))
    const one = await taxonomyInNewProcess(["rebuild", "v1.1.0"], { cwd })
    expect(one.stdout).toMatch(/^wrote v1.1.0\/licenses\/EDU.json\n/)
    expect(await taxonomy(["rebuild"], { cwd })).toEqual({
      code: 0,
      stdout: "wrote v1.0.0\nwrote v1.2.0/manifest.json\n",
      stderr: ""
    })
    expect(await digests(join(cwd, "releases"))).toEqual(published)
    expect((await taxonomy(["rebuild"], { cwd })).stdout).toBe("No artifact is missing.\n")
  })

  it("keeps altered files and exits with 4", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    await writeFile(join(cwd, "releases/v1.1.0/schema.json"), "{}\n")
    const { code, stdout } = await taxonomy(["rebuild"], { cwd })
    expect([code, stdout]).toEqual([4, expect.stringContaining("releases/v1.1.0/schema.json")])
    expect(await readFile(join(cwd, "releases/v1.1.0/schema.json"), "utf8")).toBe("{}\n")
  })

  it("exits with 1 for an unpublished version, 2 for an invalid one, 4 for a broken ledger", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    const unknown = await taxonomy(["rebuild", "v1.9.0"], { cwd })
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("1.9.0 was never published")])
    expect((await taxonomy(["rebuild", "newest"], { cwd })).code).toBe(2)
    await breakLedger(cwd)
    await rm(join(cwd, "releases/v1.1.0"), { recursive: true })
    expect((await taxonomy(["rebuild"], { cwd })).code).toBe(4)
  })
})

describe("taxonomy check --date", () => {
  const Report = Schema.Struct({
    ok: Schema.Boolean,
    findings: Schema.Array(Schema.Struct({ rule: Schema.String, help: Schema.String })),
    release: Schema.NullOr(Schema.Struct({ version: Schema.String, status: Schema.String }))
  })
  const reportOf = Schema.decodeUnknownSync(Schema.fromJsonString(Report))

  it("decides as of that day and writes nothing", async ({ expect }) => {
    const cwd = await oneMajor
    const ledger = await ledgerOf(cwd)
    const on = async (date: string) => {
      const { code, stdout } = await taxonomy(["check", "--date", date, "--format", "json"], { cwd })
      const { findings, ok, release } = reportOf(stdout)
      return { code, ok, release, rules: findings.map(({ rule }) => rule), help: findings[0]?.help }
    }
    expect(await on("2026-08-09")).toEqual({
      code: 1,
      ok: false,
      release: null,
      rules: ["deprecation/removed-before-six-months"],
      help: "Restore it. It can be removed in 2.0.0 at the earliest, and not before 2026-08-10."
    })
    expect(await on("2026-08-10T00:00:00Z")).toEqual({
      code: 0,
      ok: true,
      release: { version: "2.0.0", status: "planned" },
      rules: [],
      help: undefined
    })
    expect(await ledgerOf(cwd)).toBe(ledger)
  })

  it("reads the day from the environment, and exits with 2 for an invalid day", async ({ expect }) => {
    const cwd = await oneMajor
    const ran = await Promise.all([
      taxonomyInNewProcess(["check"], { cwd, env: { TAXONOMY_DATE: "2026-08-09" } }),
      taxonomy(["check", "--date", "yesterday"], { cwd }),
      taxonomy(["check", "--date", "2026-02-30"], { cwd })
    ])
    expect(ran.map(({ code }) => code)).toEqual([1, 2, 2])
  })

  it("exits with 3 without sources, and with 4 for a broken ledger", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    expect((await taxonomy(["check", "--src", "nowhere"], { cwd })).code).toBe(3)
    await breakLedger(cwd)
    expect((await taxonomy(["check", "--date", "2026-08-10"], { cwd })).code).toBe(4)
  })
})
