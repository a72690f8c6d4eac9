import { join } from "node:path"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { copyOf, makeOneMajor, makeTwoMajors } from "../../support/TwoMajors.ts"

// Created once. Tests that change something use a copy.
const oneMajor = makeOneMajor()
const twoMajors = makeTwoMajors(oneMajor)

const useType = smallSources["dimensions/use_type.yaml"]

/** 1.0.0 to 1.3.0 are published, which deprecate `use_type/editorial`; the sources are those of 1.3.0. */
const published = (async () => {
  const cwd = await copyOf(oneMajor)
  await writeFiles(join(cwd, "taxonomy-src"), {
    "taxonomy.yaml": smallSources["taxonomy.yaml"].replace("1.0.0", "1.3.0"),
    "dimensions/use_type.yaml": useType.replace(
      "    description: News and commentary.\n",
      "    description: News and commentary.\n    deprecated: { replaced_by: [educational] }\n"
    ),
    "rules/never-both.yaml": smallSources["rules/never-both.yaml"]
  })
  return cwd
})()

const run = async (cwd: Promise<string>, ...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await taxonomy(args, { cwd: await cwd })
  return { code, output: stdout + stderr }
}

const json = async (cwd: Promise<string>, ...args: ReadonlyArray<string>): Promise<unknown> =>
  JSON.parse((await taxonomy([...args, "--format", "json"], { cwd: await cwd })).stdout)

describe("taxonomy due", () => {
  it("lists what can be removed on a date, with its users", async ({ expect }) => {
    expect(await run(published, "due", "--date", "2026-08-09")).toEqual({
      code: 0,
      output: `As of 2026-08-09. The newest release is 1.3.0.

Can be removed later
  Editorial (use_type/editorial)
    It can be removed in 2.0.0 at the earliest, and not before 2026-08-10.
    Deprecated since 1.1.0 (2026-02-10). Use Educational (use_type/educational).
    Used by 1 conflict rule:
      rules/never-both  taxonomy-src/rules/never-both.yaml:4
`
    })
    const { output } = await run(published, "due", "--date", "2026-08-10")
    expect(output).toContain(
      "Can be removed now\n  Editorial (use_type/editorial)\n    It can be removed now, in 2.0.0."
    )
  })

  it("says what the working tree does to a deprecation", async ({ expect }) => {
    const { output } = await run(oneMajor, "due", "--date", "2026-05-01")
    expect(output).toContain("    The working tree removes it.\n")
    expect(await json(oneMajor, "due", "--date", "2026-05-01")).toMatchObject({
      newest: "1.3.0",
      items: [{ item: "use_type/editorial", label: "Editorial", draft: "removed", may_go: "later", after: [] }]
    })
  })

  it("says what only the working tree deprecates", async ({ expect }) => {
    const cwd = copyOf(published)
    await writeFiles(join(await cwd, "taxonomy-src"), {
      "licenses/TWO.yaml": `code: TWO
name: License TWO
description: For tests.
config: { use_type: [educational] }
deprecated: { replaced_by: [], reason: Nobody uses it }
`,
      "taxonomy.yaml": smallSources["taxonomy.yaml"].replace("1.0.0", "1.4.0")
    })
    const { output } = await run(cwd, "due", "--date", "2026-05-01")
    expect(output).toContain(`  License TWO (TWO)
    It can be removed in 2.0.0 at the earliest, after 1.5.0 and 1.6.0, and not before 2026-11-01.
    Deprecated in the working tree only, as 1.4.0. It has no replacement. Reason: Nobody uses it.
    Nothing uses it.
`)
  })

  it("lists majors that end and withdrawn releases, also in Markdown", async ({ expect }) => {
    const cwd = copyOf(twoMajors)
    const end = ["end-of-life", "v1", "--date", "2030-06-30", "--reason", "Two *majors* on", "--yes"]
    expect((await run(cwd, ...end)).code).toBe(0)
    expect((await run(cwd, "withdraw", "v1.2.0", "--reason", "Wrong", "--yes")).code).toBe(0)
    const { output } = await run(cwd, "due", "--date", "2029-01-01", "--format", "markdown")
    expect(output).toContain(
      "### API versions that have ended or will end\n\n- **v1 ends on 2030-06-30**\\\n  Two \\*majors\\* on"
    )
    expect((await run(cwd, "due", "--date", "2030-07-01")).output).toContain("  v1 ended on 2030-06-30\n")
    expect(output).toMatch(/\*\*1\\?\.2\.0 was withdrawn on 20\d\d-\d\d-\d\d\*\*/)
  })

  it("prints the findings of sources that cannot be read", async ({ expect }) => {
    const cwd = copyOf(published)
    await writeFiles(join(await cwd, "taxonomy-src"), { "licenses/TWO.yaml": "code: [\n" })
    const { code, output } = await run(cwd, "due")
    expect([code, output]).toEqual([1, expect.stringContaining("error[source/syntax]")])
  })
})

describe("taxonomy when", () => {
  it("answers for a deprecated item by its code and label", async ({ expect }) => {
    const expected = `Editorial (use_type/editorial)
  It can be removed in 2.0.0 at the earliest, and not before 2026-08-10.
  Deprecated since 1.1.0 (2026-02-10). Use Educational (use_type/educational).
  Used by 1 conflict rule:
    rules/never-both  taxonomy-src/rules/never-both.yaml:4
`
    for (const item of ["use_type/editorial", "editorial", "EDITORIAL"]) {
      expect(await run(published, "when", item, "--date", "2026-05-01")).toEqual({ code: 0, output: expected })
    }
  })

  it("answers for an item that is not deprecated, and for a rule", async ({ expect }) => {
    const { output } = await run(published, "when", "TWO", "--date", "2026-08-31")
    expect(output).toContain(
      "It is not deprecated. If 1.4.0 deprecates it today, it can be removed in 2.0.0 at the earliest, after 1.5.0 and 1.6.0, and not before 2027-02-28."
    )
    expect((await run(published, "when", "rules/never-both")).output).toContain(
      "A conflict rule needs no deprecation. It can be removed now, in 1.4.0."
    )
  })

  it("says when an item was removed, and what replaces it", async ({ expect }) => {
    expect(await run(twoMajors, "when", "editorial")).toEqual({
      code: 0,
      output:
        "Editorial (use_type/editorial)\n  It was removed in 2.0.0 on 2026-08-10. Use Educational (use_type/educational).\n"
    })
    expect(await json(twoMajors, "when", "editorial", "--date", "2027-01-01")).toMatchObject({
      date: "2027-01-01T00:00:00Z",
      item: "use_type/editorial",
      label: "Editorial",
      may_go: "removed",
      earliest_version: "2.0.0",
      earliest_date: "2026-08-10",
      replaced_by: ["educational"]
    })
  })

  it("suggests an item for a name that does not exist", async ({ expect }) => {
    expect(await run(published, "when", "use_type/editroial")).toEqual({
      code: 1,
      output: expect.stringContaining('Did you mean "use_type/editorial"?')
    })
  })
})

describe("taxonomy uses", () => {
  it("lists the uses of a dimension by value", async ({ expect }) => {
    const { code, output } = await run(published, "uses", "use_type")
    expect(code).toBe(0)
    expect(output).toContain("    License TWO (TWO)  taxonomy-src/licenses/TWO.yaml:4\n")
    expect(output).toMatch(
      /^Educational \(use_type\/educational\) is used by \d+ base licenses, 1 conflict rule and 1 replacement\.$/m
    )
    expect(output).toContain(
      "  Replacement of:\n    Editorial (use_type/editorial)  taxonomy-src/dimensions/use_type.yaml:"
    )
  })

  it("succeeds for an item that nothing uses", async ({ expect }) => {
    expect(await run(published, "uses", "THREE")).toEqual({ code: 0, output: "Nothing uses License THREE (THREE).\n" })
    expect(await json(published, "uses", "THREE")).toEqual({
      command: "uses",
      item: "THREE",
      label: "License THREE",
      uses: []
    })
  })
})

describe("taxonomy find", () => {
  it("finds words in any order, with the place of the text", async ({ expect }) => {
    expect(await run(published, "find", "commentary", "new")).toEqual({
      code: 0,
      output: `Editorial (use_type/editorial)  taxonomy-src/dimensions/use_type.yaml:9
  Deprecated. Use Educational (use_type/educational).
  description, line 9: News and commentary.
`
    })
  })

  it("lists what it found as JSON, with the files of the texts", async ({ expect }) => {
    const file = "taxonomy-src/dimensions/use_type.yaml"
    const found = {
      item: "use_type/editorial",
      label: "Editorial",
      state: "published",
      removed_in: null,
      replaced_by: [],
      missing: [],
      matches: [{ field: "description", language: null, text: "News and commentary.", file, line: 9 }]
    }
    expect(await json(published, "find", "commentary")).toEqual({
      command: "find",
      query: "commentary",
      words: ["commentary"],
      results: [found],
      near: [],
      suggestions: {}
    })
    expect(await json(published, "find", "commentary", "editoral")).toMatchObject({
      results: [],
      near: [{ ...found, missing: ["editoral"] }],
      suggestions: { editoral: "editorial" }
    })
  })

  it("finds removed items", async ({ expect }) => {
    const { output } = await run(twoMajors, "find", "editorial")
    expect(output).toContain("  Removed in 2.0.0 on 2026-08-10. Use Educational (use_type/educational).\n")
  })

  it("succeeds without a match, and offers what is near", async ({ expect }) => {
    expect(await run(published, "find", "editoral")).toEqual({
      code: 0,
      output: 'No item contains "editoral". Did you mean "editorial" rather than "editoral"?\n'
    })
    expect((await run(published, "find", "commentary", "zebra")).output).toContain(
      "Items that contain most of these words:\nEditorial (use_type/editorial)"
    )
  })
})

describe("taxonomy plan", () => {
  it("rehearses the releases that lead to a removal, and writes nothing", async ({ expect }) => {
    const before = await digests(await published)
    expect(await run(published, "plan", "TWO", "--date", "2026-05-01")).toEqual({
      code: 0,
      output: `Rehearsal from 2026-05-01, after 1.3.0. Nothing is written.

1.4.0, on 2026-05-01 or later: accepted
  Deprecate License TWO (TWO), with a replacement or a reason.

1.5.0, on 2026-05-01 or later: accepted
  Publish any change that requires a minor release.

1.6.0, on 2026-05-01 or later: accepted
  Publish any change that requires a minor release.

2.0.0, on 2026-11-01 or later: accepted
  Remove License TWO (TWO).
`
    })
    expect(await digests(await published)).toEqual(before)
  })

  it("starts with the working tree, and shows what refuses it", async ({ expect }) => {
    const { code, output } = await run(oneMajor, "plan", "--date", "2026-05-01")
    expect(code).toBe(1)
    expect(output).toContain("2.0.0, on 2026-05-01 or later: refused\n  Publish the working tree: 2 changes.\n")
    expect(output).toContain("error[deprecation/removed-before-six-months]")
  })

  it("shows the notes of each release", async ({ expect }) => {
    const { output } = await run(published, "plan", "--date", "2026-05-01", "--notes")
    expect(output).toContain("    - `use_type/editorial`")
  })

  it("refuses a removed item", async ({ expect }) => {
    expect(await run(twoMajors, "plan", "editorial")).toMatchObject({ code: 1 })
  })
})
