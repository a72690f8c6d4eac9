import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import { Progress, withProgress } from "../../../src/platform/Progress.ts"
import { rebuild } from "../../../src/release/Rebuild.ts"
import { verify } from "../../../src/release/Verify.ts"
import { makeBodyCache } from "../../../src/server/bodies/BodyCache.ts"
import { makeReleaseSource } from "../../../src/server/bodies/ReleaseSource.ts"
import { loadCatalog } from "../../../src/server/catalog/CurrentCatalog.ts"
import { run } from "../../support/CommandLine.ts"
import { programs } from "../../support/Programs.ts"
import { makeRepository } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { hasNoTerminal, runOnTerminal } from "../../support/Terminal.ts"
import { makeOneMajor } from "../../support/TwoMajors.ts"

const check = `'${process.execPath}' '${programs.taxonomy}' check --format json > out.json`

const dimensions = 8

/** Sources that take more than half a second to read. Because of the tab, only the YAML parser can read them. */
const largeProject = async (): Promise<string> => {
  const names = Array.from({ length: dimensions }, (_, index) => `dimension_${index}`)
  const values = Array.from(
    { length: 1000 },
    (_, index) => `  - { code: V${index}, label: V ${index}, description: One of many. }`
  )
  const text = (name: string) =>
    `#\tMany\nname: ${name}\nlabel: Many\ndescription: Many values.\nshape: multiple\nrequired: false\nvalues:\n${values.join("\n")}\n`
  return makeRepository({
    ...smallSources,
    ...Object.fromEntries(names.map((name) => [`dimensions/${name}.yaml`, text(name)]))
  })
}

const steps = String.raw`\r\x1b\[2KReading sources: \d+ of ${dimensions + 4}`

const isReport = async (cwd: string): Promise<boolean> =>
  JSON.parse(await readFile(join(cwd, "out.json"), "utf8")).ok === true

describe.skipIf(hasNoTerminal)(
  `progress on a terminal${hasNoTerminal ? ", skipped without script or python3" : ""}`,
  () => {
    it("is shown on one line while large sources are read, and erased at the end", async ({ expect }) => {
      const cwd = await largeProject()
      const shown = await runOnTerminal(check, { cwd })
      // Only stderr is a terminal.
      expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(new RegExp(`^(?:${steps})+\r\\x1b\\[2K$`))])
      expect(await isReport(cwd)).toBe(true)
      const inCI = await runOnTerminal(check, { cwd, env: { CI: "true" } })
      const piped = await run("bash", ["-c", check], { cwd })
      for (const { code, stderr, stdout } of [inCI, piped]) expect([code, stdout, stderr]).toEqual([0, "", ""])
    })
  }
)

describe("progress", () => {
  it("counts the releases that are verified, rebuilt or loaded", async ({ expect }) => {
    const cwd = await makeOneMajor()
    const releases = join(cwd, "releases")
    await rm(join(releases, "v1.1.0"), { recursive: true })
    const told: Array<string> = []
    const work = Effect.gen(function* () {
      yield* rebuild(releases, undefined)
      yield* verify(releases)
      yield* loadCatalog(releases, yield* makeReleaseSource(yield* makeBodyCache(0), { releases }))
    })
    await Effect.runPromise(
      work.pipe(Effect.scoped, Effect.provideService(Progress, recorded(told)), Effect.provide(NodeServices.layer))
    )
    const all = (what: string) => [`${what}: 4`, "done", "done", "done", "done", "end"]
    expect(told).toEqual(["Rebuilding releases", "Verifying releases", "Checking releases"].flatMap(all))
  })

  it("ends with the work, even if it fails", async ({ expect }) => {
    const told: Array<string> = []
    const failing = withProgress("Trying", 2, (done) =>
      Effect.andThen(
        Effect.sync(() => done()),
        Effect.fail("no")
      )
    )
    expect(await Effect.runPromise(Effect.flip(Effect.provideService(failing, Progress, recorded(told))))).toBe("no")
    expect(told).toEqual(["Trying: 2", "done", "end"])
  })
})

const recorded = (told: Array<string>): Progress => ({
  begin: (what, steps) => {
    told.push(`${what}: ${steps}`)
    return { advance: () => void told.push("done"), end: () => void told.push("end") }
  }
})
