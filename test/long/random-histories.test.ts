import { execFile } from "node:child_process"
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import type { Publish } from "../../src/domain/release/PublishRelease.ts"
import { buildRelease, taxonomy } from "../support/CommandLine.ts"
import { accepted, histories, type Attempt } from "../support/domain/RandomHistories.ts"
import { lifecycles } from "../support/domain/RandomLifecycles.ts"
import { digests } from "../support/Folder.ts"
import { git, gitEnvironment, temporaryFolder, writeFiles } from "../support/Repository.ts"

const execute = promisify(execFile)

describe("a random history that is published with the commands", () => {
  it.effect("verifies, and is rebuilt with the same bytes", () =>
    Effect.gen(function* () {
      const sampled = yield* Arbitrary.sampleEffect(lifecycles, { count: 2, seed: "commands" })
      for (const told of sampled) yield* Effect.promise(() => publishAndRebuild(accepted(told).slice(0, 4)))
    })
  )

  it.effect("is accepted and refused as the rules decide", () =>
    Effect.gen(function* () {
      const sampled = yield* Arbitrary.sampleEffect(histories, { count: 3, seed: "decisions" })
      const outcomes = yield* Effect.promise(() =>
        Promise.all(sampled.map(({ attempts }) => decideWithCommands(attempts)))
      )
      assert.includeMembers(outcomes.flat(), ["Publish", "Refused"])
    })
  )
})

/** Tries each release with the commands, until four are published, and returns how the rules decided. */
const decideWithCommands = async (attempts: ReadonlyArray<Attempt>): Promise<ReadonlyArray<string>> => {
  const cwd = await temporaryFolder()
  await git(cwd, "init", "--quiet", "--initial-branch=main")
  const outcomes: Array<string> = []
  for (const { command, decision } of attempts) {
    if (outcomes.filter((outcome) => outcome === "Publish").length === 4) break
    const outcome = decision.outcome._tag
    const { code, stderr, stdout } = await publishSourcesOf(cwd, command)
    const told = `${command.version} should be ${outcome}: ${stdout}${stderr}`
    assert.strictEqual(code, outcome === "Refused" ? 1 : 0, told)
    outcomes.push(outcome)
  }
  return outcomes
}

const publishSourcesOf = async (cwd: string, command: Publish) => {
  await rm(join(cwd, "taxonomy-src"), { recursive: true, force: true })
  await writeFiles(cwd, sourcesOf(command))
  await git(cwd, "add", "--all")
  const env = { ...process.env, ...gitEnvironment, GIT_COMMITTER_DATE: dateInThePast(command.published_at) }
  await execute("git", ["commit", "--quiet", "--allow-empty", "-m", "Sources"], { cwd, env })
  return buildRelease([], { cwd })
}

const publishAndRebuild = async (attempts: ReadonlyArray<{ readonly command: Publish }>): Promise<void> => {
  assert.lengthOf(attempts, 4)
  const cwd = await temporaryFolder()
  await git(cwd, "init", "--quiet", "--initial-branch=main")
  for (const { command } of attempts) {
    const { code, stderr, stdout } = await publishSourcesOf(cwd, command)
    assert.strictEqual(code, 0, `${stdout}${stderr}`)
  }
  const releases = join(cwd, "releases")
  const published = await digests(releases)
  const verified = await taxonomy(["verify"], { cwd })
  assert.strictEqual(verified.code, 0, verified.stdout)
  const folders = (await readdir(releases)).filter((name) => name.startsWith("v"))
  assert.lengthOf(folders, attempts.length)
  for (const folder of folders) await rm(join(releases, folder), { recursive: true })
  assert.strictEqual((await taxonomy(["rebuild"], { cwd })).code, 0)
  assert.deepStrictEqual(await digests(releases), published)
}

/** The sources of a release. JSON is YAML. */
const sourcesOf = ({ taxonomy: { dimensions, licenses, rules, ...header }, version, waivers }: Publish) => {
  const files: Array<readonly [path: string, content: unknown]> = [
    ["taxonomy", { ...header, version }],
    ...dimensions.map((dimension) => [`dimensions/${dimension.name}`, dimension] as const),
    ...licenses.map((license) => [`licenses/${license.code}`, license] as const),
    ...rules.map((rule) => [`rules/${rule.id}`, rule] as const),
    ...(waivers.length === 0 ? [] : [["waivers", waivers] as const])
  ]
  const texts = files.map(([path, content]) => [`taxonomy-src/${path}.yaml`, `${JSON.stringify(content, null, 2)}\n`])
  return { ".gitattributes": "releases/** -text\n", ...Object.fromEntries(texts) }
}

/** No release can lie in the future. Twelve years earlier, leap years are the same. */
const dateInThePast = (date: string): string => `${Number(date.slice(0, 4)) - 12}${date.slice(4)}`
