import { execFile } from "node:child_process"
import { cp, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"
import { buildReleaseCommand as command } from "../../../src/cli/release/BuildRelease.ts"
import { verify } from "../../../src/release/Verify.ts"
import { buildRelease } from "../../support/CommandLine.ts"
import { runInProcess } from "../../support/InProcess.ts"
import { git, gitEnvironment, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

// The example of the service specification (9.6, in the order of section 3): v1.1 deprecates a value in favour of
// another, v1.2 and v1.3 still have it, and v2.0 removes it.

const Finding = Schema.Struct({
  rule: Schema.String,
  level: Schema.String,
  subject: Schema.optionalKey(Schema.String),
  message: Schema.String,
  help: Schema.optionalKey(Schema.String)
})
const reportOf = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      findings: Schema.Array(Finding),
      release: Schema.NullOr(Schema.Struct({ version: Schema.String, status: Schema.String }))
    })
  )
)

const qsr = `  - code: QSR
    label: Quick-service restaurants
    description: Restaurants where one orders at a counter.
`
const fastFood = `  - code: QSR_FAST_FOOD
    label: Fast food
    description: Restaurants that serve fast food.
`
const deprecated = `    deprecated:
      replaced_by: [QSR]
`
const values = { both: qsr + fastFood, deprecated: qsr + fastFood + deprecated, one: qsr } as const

const license = (code: string) => `code: ${code}
name: A license named ${code}
description: For the story.
config: {}
`

/** The sources of a version. The licenses in `minor` are what else the release adds. */
const sourcesOf = (version: string, codes: keyof typeof values, minor: ReadonlyArray<string>) => ({
  ".gitattributes": "releases/** -text\n",
  "taxonomy-src/taxonomy.yaml": smallSources["taxonomy.yaml"].replace("version: 1.0.0", `version: ${version}`),
  "taxonomy-src/dimensions/exclusive_categories.yaml": `name: exclusive_categories
label: Exclusive categories
description: Where the licensee is the only one.
shape: multiple
required: false
values:
${values[codes]}`,
  ...Object.fromEntries(minor.map((code) => [`taxonomy-src/licenses/${code}.yaml`, license(code)]))
})

interface Step {
  readonly version: string
  readonly date: string
  readonly codes: keyof typeof values
  readonly minor: ReadonlyArray<string>
}

const execute = promisify(execFile)

/** Commits all changes, with a date. */
const commitOn = async (cwd: string, date: string, message: string) => {
  await git(cwd, "add", "--all", ".gitattributes", "taxonomy-src")
  const env = { ...process.env, ...gitEnvironment, GIT_COMMITTER_DATE: `${date}T09:00:00+00:00` }
  await execute("git", ["commit", "--quiet", "--allow-empty", "-m", message], { cwd, env })
}

const outcomeOf = (code: number | null, stdout: string) => {
  const { findings, release } = reportOf(stdout)
  return { code, release, errors: findings.filter(({ level }) => level === "error") }
}

/** Runs the command as a user would. */
const runCommand = async (cwd: string, ...args: ReadonlyArray<string>) => {
  const { code, stdout } = await buildRelease([...args, "--format", "json"], { cwd })
  return outcomeOf(code, stdout)
}

/** Runs the command in this process. */
const runCommandHere = async (cwd: string) => {
  const args = ["--src", join(cwd, "taxonomy-src"), "--releases", join(cwd, "releases"), "--format", "json"]
  const { code, stdout } = await runInProcess(command, args)
  return outcomeOf(code, stdout)
}

const verified = (cwd: string) =>
  verify(join(cwd, "releases")).pipe(Effect.provide(NodeServices.layer), Effect.runPromise)

/** Writes the sources of a step, commits them on its date and publishes them. */
const publishStep = async (cwd: string, { codes, date, minor, version }: Step) => {
  await writeFiles(cwd, sourcesOf(version, codes, minor))
  await commitOn(cwd, date, `Sources of ${version}`)
  return runCommandHere(cwd)
}

const steps = {
  "1.0.0": { version: "1.0.0", date: "2025-01-10", codes: "both", minor: [] },
  "1.1.0": { version: "1.1.0", date: "2025-02-10", codes: "deprecated", minor: [] },
  "1.2.0": { version: "1.2.0", date: "2025-03-10", codes: "deprecated", minor: ["TWO"] },
  "1.3.0": { version: "1.3.0", date: "2025-04-10", codes: "deprecated", minor: ["TWO", "THREE"] },
  "2.0.0": { version: "2.0.0", date: "2025-08-10", codes: "one", minor: ["TWO", "THREE"] }
} as const satisfies Record<string, Step>

const newRepository = async () => {
  const cwd = await temporaryFolder()
  await git(cwd, "init", "--quiet", "--initial-branch=main")
  return cwd
}

// Each stage is published once. Tests that continue from there copy it, and none writes to the original.
const stages = new Map<keyof typeof steps, Promise<string>>()

const publishedUpTo = async (version: keyof typeof steps): Promise<string> => {
  const known = stages.get(version)
  if (known !== undefined) return known
  const order = Object.values(steps)
  const index = order.findIndex((step) => step.version === version)
  const before = order[index - 1]
  const stage = (async () => {
    const cwd = before === undefined ? await newRepository() : await copyOf(before.version)
    const { code, errors } = await publishStep(cwd, steps[version])
    if (code !== 0) throw new Error(`${version} was refused: ${errors.map(({ message }) => message).join("; ")}`)
    return cwd
  })()
  stages.set(version, stage)
  return stage
}

const copyOf = async (version: keyof typeof steps): Promise<string> => {
  const cwd = await temporaryFolder()
  await cp(await publishedUpTo(version), cwd, { recursive: true })
  return cwd
}

describe("a replaced value", () => {
  it("is deprecated in 1.1.0, still part of 1.2.0 and 1.3.0, and removed in 2.0.0", async ({ expect }) => {
    const cwd = await publishedUpTo("2.0.0")
    const read = (version: string, file: string) => readFile(join(cwd, `releases/v${version}/${file}`), "utf8")
    const served = await Promise.all(
      Object.keys(steps).map(async (version) => {
        const text = await read(version, "dimensions.json")
        return [version, text.includes('"QSR_FAST_FOOD"'), text.includes('"since"')]
      })
    )
    expect(served).toEqual([
      ["1.0.0", true, false],
      ["1.1.0", true, true],
      ["1.2.0", true, true],
      ["1.3.0", true, true],
      ["2.0.0", false, false]
    ])
    for (const version of ["1.1.0", "1.2.0", "1.3.0"]) {
      expect(await read(version, "dimensions.json")).toContain(
        '"deprecation":{"since":{"version":"v1.1","date":"2025-02-10T09:00:00Z"},"replaced_by":["QSR"],"earliest_removal":{"version":"v2.0","date":"2025-08-10"}}'
      )
    }
    expect(await read("2.0.0", "changes.json")).toContain(
      '{"bump":"major","dimension":"exclusive_categories","kind":"value-removed","value":"QSR_FAST_FOOD"}'
    )
    expect((await verified(cwd)).findings).toEqual([])
  })
})

describe("an invalid removal or reuse", () => {
  const subject = "exclusive_categories/QSR_FAST_FOOD"
  const mistakes: ReadonlyArray<{
    readonly name: string
    readonly after: keyof typeof steps
    readonly step: Step
    readonly rules: ReadonlyArray<string>
    readonly help: string
  }> = [
    {
      name: "removed in a minor release",
      after: "1.1.0",
      step: { version: "1.2.0", date: "2025-03-10", codes: "one", minor: [] },
      rules: ["deprecation/removed-before-minor-releases"],
      help: "It can be removed in 2.0.0 at the earliest, after 1.2.0 and 1.3.0, and not before 2025-08-10."
    },
    {
      name: "removed in a minor release, when both clocks have run",
      after: "1.3.0",
      step: { version: "1.4.0", date: "2025-09-10", codes: "one", minor: ["TWO", "THREE"] },
      rules: ["deprecation/removed-outside-major"],
      help: "Declare 2.0.0, which can remove it, or restore it."
    },
    {
      name: "removed in 2.0.0 after one minor release",
      after: "1.2.0",
      step: { version: "2.0.0", date: "2025-09-10", codes: "one", minor: ["TWO"] },
      rules: ["deprecation/removed-before-minor-releases"],
      help: "It can be removed in 2.0.0 at the earliest, after 1.3.0, and not before 2025-08-10."
    },
    {
      name: "removed after five months",
      after: "1.3.0",
      step: { version: "2.0.0", date: "2025-07-10", codes: "one", minor: ["TWO", "THREE"] },
      rules: ["deprecation/removed-before-six-months"],
      help: "It can be removed in 2.0.0 at the earliest, and not before 2025-08-10."
    },
    {
      name: "removed without having been deprecated",
      after: "1.0.0",
      step: { version: "2.0.0", date: "2025-09-30", codes: "one", minor: [] },
      rules: ["deprecation/removed-without-deprecation"],
      help: "If 1.1.0 deprecates it today, it can be removed in 2.0.0 at the earliest, after 1.2.0 and 1.3.0, and not before 2026-03-30."
    },
    {
      name: "used again in 3.0.0",
      after: "2.0.0",
      step: { version: "3.0.0", date: "2026-06-10", codes: "both", minor: ["TWO", "THREE"] },
      rules: ["code/reused"],
      help: "Choose another code."
    }
  ]

  it.for(mistakes)(
    "is refused for a value $name, with the earliest legal release in the help",
    async ({ after, step, help, rules }, { expect }) => {
      const cwd = await copyOf(after)
      const ledger = await readFile(join(cwd, "releases/ledger.ndjson"), "utf8")
      const { code, errors, release } = await publishStep(cwd, step)
      expect([code, release]).toEqual([1, null])
      expect(errors.map(({ rule }) => rule)).toEqual(rules)
      for (const error of errors) {
        expect(error.subject).toBe(subject)
        expect(error.help).toContain(help)
      }
      expect(await readFile(join(cwd, "releases/ledger.ndjson"), "utf8")).toBe(ledger)
    }
  )
})

describe("two branches that publish at the same time", () => {
  it("conflict in git: one push is rejected, and its author takes the releases of upstream and publishes again", async ({
    expect
  }) => {
    const origin = await copyOf("1.0.0")
    await git(origin, "add", "--all", "releases/ledger.ndjson", "releases/v1.0.0")
    await commitOn(origin, "2025-01-10", "Release 1.0.0")
    const folder = await temporaryFolder()
    await git(folder, "clone", "--quiet", "--bare", `file://${origin}`, "upstream")
    const clone = async (name: string) => {
      await git(folder, "clone", "--quiet", `file://${join(folder, "upstream")}`, name)
      return join(folder, name)
    }
    const [winner, loser] = await Promise.all([clone("winner"), clone("loser")])
    const add = async (cwd: string, version: string, license: string) => {
      await writeFiles(cwd, sourcesOf(version, "both", [license]))
      await commitOn(cwd, "2025-02-10", `Add ${license}`)
      return runCommand(cwd, "--commit", "--tag")
    }
    const statusOf = ({ code, release }: Awaited<ReturnType<typeof runCommand>>) => [
      code,
      release?.status,
      release?.version
    ]
    const both = await Promise.all([add(winner, "1.1.0", "WINNER"), add(loser, "1.1.0", "LOSER")])
    expect(both.map(statusOf)).toEqual([
      [0, "published", "1.1.0"],
      [0, "published", "1.1.0"]
    ])

    await git(winner, "push", "--quiet", "origin", "main", "v1.1.0")
    await expect(git(loser, "push", "--quiet", "origin", "main", "v1.1.0")).rejects.toThrow(/rejected/)

    await git(loser, "fetch", "--quiet", "origin", "main")
    // Both branches wrote the same files below releases/, so git reports a conflict there.
    await expect(git(loser, "merge", "--no-edit", "FETCH_HEAD")).rejects.toThrow()
    const unmerged = (await git(loser, "diff", "--name-only", "--diff-filter=U")).trim().split("\n")
    expect(unmerged).toContain("releases/ledger.ndjson")
    expect(unmerged.filter((path) => !path.startsWith("releases/"))).toEqual([])
    await git(loser, "rm", "-r", "-f", "--quiet", "releases")
    await rm(join(loser, "releases"), { recursive: true, force: true })
    await git(loser, "checkout", "FETCH_HEAD", "--", "releases")
    await commitOn(loser, "2025-02-11", "Take what upstream published")
    await git(loser, "tag", "-d", "v1.1.0")

    const taken = await runCommandHere(loser)
    expect([taken.code, taken.errors.map(({ rule }) => rule)]).toEqual([1, ["semver/version-taken"]])

    await writeFiles(loser, sourcesOf("1.2.0", "both", ["WINNER", "LOSER"]))
    await commitOn(loser, "2025-02-12", "The next version is 1.2.0")
    expect(statusOf(await runCommand(loser, "--commit", "--tag"))).toEqual([0, "published", "1.2.0"])
    await git(loser, "push", "--quiet", "origin", "main", "v1.2.0")

    await git(winner, "pull", "--quiet", "--ff-only", "origin", "main")
    const { findings, history } = await verified(winner)
    expect(findings).toEqual([])
    expect([...history.releases.keys()]).toEqual(["1.0.0", "1.1.0", "1.2.0"])
    const licenses = await readFile(join(winner, "releases/v1.2.0/licenses.json"), "utf8")
    expect([licenses.includes('"WINNER"'), licenses.includes('"LOSER"')]).toEqual([true, true])
  })
})
