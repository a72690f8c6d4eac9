import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import { isError } from "../../../src/domain/diagnostic/Finding.ts"
import { verify } from "../../../src/release/Verify.ts"
import { runNode } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { programs } from "../../support/Programs.ts"
import { temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { publishSources } from "./fixtures/publish-sources.ts"

const findingsOf = async (releases: string) =>
  (await Effect.runPromise(verify(releases).pipe(Effect.provide(NodeServices.layer)))).findings

const publishHere = (sources: string, releases: string) =>
  Effect.runPromise(publishSources(sources, releases).pipe(Effect.provide(NodeServices.layer)))

describe("a killed run of build-release", () => {
  it("leaves a state that verify accepts and the next run completes, whenever it is killed", async ({ expect }) => {
    const folder = await temporaryFolder()
    const sources = join(folder, "taxonomy-src")
    await writeFiles(sources, smallSources)
    await publishHere(sources, join(folder, "undisturbed"))
    const undisturbed = await digests(join(folder, "undisturbed"))

    const killAt = async (step: number): Promise<"killed" | "finished"> => {
      const releases = join(folder, `releases-${step}`)
      const { code, stderr } = await runNode([programs.publishUntilKilled, sources, releases, String(step)], {
        cwd: folder
      })
      expect(stderr).toBe("")
      if (step > 1) {
        const findings = await findingsOf(releases)
        expect(findings.filter(isError)).toEqual([])
        expect(findings.every(({ rule }) => rule === "artifact/unpublished")).toBe(true)
      }
      expect(["published", "already-released"]).toContain((await publishHere(sources, releases)).status)
      expect(await digests(releases)).toEqual(undisturbed)
      expect(await findingsOf(releases)).toEqual([])
      return code === 0 ? "finished" : "killed"
    }

    const outcomes: Array<string> = []
    while (outcomes.at(-1) !== "finished") {
      const next = [1, 2, 3, 4].map((offset) => killAt(outcomes.length + offset))
      outcomes.push(...(await Promise.all(next)))
    }
    expect(outcomes.filter((outcome) => outcome === "killed").length).toBeGreaterThan(30)
  })
})
