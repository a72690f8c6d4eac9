import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { describe, it } from "vitest"
import { isError } from "../../src/domain/Finding.ts"
import { verify } from "../../src/release/Verify.ts"
import { digests } from "../support/Folder.ts"
import { temporaryFolder, writeFiles } from "../support/Repository.ts"
import { smallSources } from "../support/Sources.ts"
import { killAtEveryStep } from "../system/pipeline/fixtures/kill-at-every-step.ts"
import { publishSources } from "../system/pipeline/fixtures/publish-sources.ts"

const { runPromise: run } = ManagedRuntime.make(NodeServices.layer)

const findingsOf = async (releases: string) => (await run(verify(releases))).findings

const publishHere = (sources: string, releases: string) => run(publishSources(sources, releases))

describe("a killed run of build-release", () => {
  it("leaves a state that verify accepts and the next run completes, whenever it is killed", async ({ expect }) => {
    const folder = await temporaryFolder()
    const sources = join(folder, "taxonomy-src")
    await writeFiles(sources, smallSources)
    await publishHere(sources, join(folder, "undisturbed"))
    const undisturbed = await digests(join(folder, "undisturbed"))

    const outcomes = await killAtEveryStep({
      subject: sources,
      releasesAt: async (step) => join(folder, `releases-${step}`),
      check: async (step, releases, isFinished) => {
        if (step > 1) {
          const findings = await findingsOf(releases)
          expect(findings.filter(isError)).toEqual([])
          expect(findings.every(({ rule }) => rule === "artifact/unpublished")).toBe(true)
        }
        expect(["published", "already-released"]).toContain((await publishHere(sources, releases)).status)
        expect(await digests(releases)).toEqual(undisturbed)
        expect(await findingsOf(releases)).toEqual([])
        return isFinished
      }
    })
    expect(outcomes.filter((isFinished) => !isFinished).length).toBeGreaterThan(30)
  })
})
