import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { describe, it } from "vitest"
import { isError } from "../../src/domain/Finding.ts"
import { parseStoredCheckpoint } from "../../src/domain/transparency/Checkpoint.ts"
import { verifyCheckpoint } from "../../src/domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../src/platform/WebCrypto.ts"
import { readLedger } from "../../src/release/Ledger.ts"
import { readCheckpoint, makeLogTree } from "../../src/release/log/CheckpointFile.ts"
import { rebuild } from "../../src/release/Rebuild.ts"
import { verify } from "../../src/release/Verify.ts"
import { generateSigningKey } from "../../src/transparency/SigningKey.ts"
import type { SigningKeys } from "../../src/transparency/SigningKeyConfig.ts"
import { digests } from "../support/Folder.ts"
import { temporaryFolder, writeFiles } from "../support/Repository.ts"
import { smallSources } from "../support/Sources.ts"
import { killAtEveryStep } from "../system/pipeline/fixtures/kill-at-every-step.ts"
import { publishSources, withdrawRelease } from "../system/pipeline/fixtures/publish-sources.ts"

const { key, secret } = await generateSigningKey("example.com/taxonomy", "ed25519")
const keys: SigningKeys = { name: key.verifier.name, keys: [key] }
const logKeys = [key.verifier]

const folder = await temporaryFolder()
const [first, second] = [join(folder, "first"), join(folder, "second")]
await writeFiles(first, smallSources)
await writeFiles(second, {
  ...smallSources,
  "taxonomy.yaml": smallSources["taxonomy.yaml"].replace("1.0.0", "1.1.0"),
  "licenses/LAB.yaml": smallSources["licenses/EDU.yaml"].replace("code: EDU", "code: LAB")
})

const { runPromise: run } = ManagedRuntime.make(NodeServices.layer)

/** The ledger, and how much of it is signed; `undefined` if nothing is. Fails for a checkpoint that does not fit it. */
const stateOf = async (releases: string) => {
  const { leaves } = await run(readLedger(releases))
  const log = makeLogTree(leaves)
  const stored = await run(readCheckpoint(releases, log))
  if (stored !== undefined) await verifyCheckpoint(webCrypto, stored.source, { logKeys })
  return { events: log.size, signed: stored?.size }
}

/** What a reader sees who does not know of pending checkpoints, such as git. */
const sizeOfFile = async (releases: string): Promise<number | undefined> => {
  const source = await readFile(join(releases, "checkpoint"), "utf8").catch(() => undefined)
  if (source === undefined) return undefined
  await verifyCheckpoint(webCrypto, source, { logKeys })
  return parseStoredCheckpoint(source, makeLogTree((await run(readLedger(releases))).leaves)).size
}

interface Scenario {
  readonly name: string
  /** Makes the state before. */
  readonly prepare: (releases: string) => Promise<unknown>
  /** What is killed: the folder of the sources to publish, or the version to withdraw. */
  readonly subject: string
  readonly complete: (releases: string) => Promise<unknown>
  readonly before: Awaited<ReturnType<typeof stateOf>>
  readonly minSteps: number
}

const scenarios: ReadonlyArray<Scenario> = [
  {
    name: "the first release of a new log",
    prepare: (releases) => mkdir(releases),
    subject: first,
    complete: (releases) => run(publishSources(first, releases, keys)),
    before: { events: 0, signed: undefined },
    minSteps: 30
  },
  {
    name: "a release of a signed log",
    prepare: (releases) => run(publishSources(first, releases, keys)),
    subject: second,
    complete: (releases) => run(publishSources(second, releases, keys)),
    before: { events: 1, signed: 1 },
    minSteps: 30
  },
  {
    name: "a withdrawal in a signed log",
    prepare: (releases) => run(publishSources(first, releases, keys)),
    subject: "1.0.0",
    complete: (releases) => run(withdrawRelease("1.0.0", releases, keys)),
    before: { events: 1, signed: 1 },
    minSteps: 10
  },
  {
    name: "the first signature of a log, with a withdrawal",
    prepare: (releases) => run(publishSources(first, releases)),
    subject: "1.0.0",
    complete: (releases) => run(withdrawRelease("1.0.0", releases, keys)),
    before: { events: 1, signed: undefined },
    minSteps: 10
  }
]

describe("a killed run that signs", () => {
  it.for(scenarios)(
    "leaves the state before or after, and the next run completes it: $name",
    async ({ before, complete, minSteps, name, prepare, subject }, { expect }) => {
      const own = join(folder, name)
      await mkdir(own)
      const original = join(own, "before")
      await prepare(original)
      const undisturbed = join(own, "undisturbed")
      await cp(original, undisturbed, { recursive: true })
      await complete(undisturbed)
      const after = { events: before.events + 1, signed: before.events + 1 }
      expect(await stateOf(undisturbed)).toEqual(after)
      const expected = await digests(undisturbed)

      const checkAfter = async (step: number, releases: string, isFinished: boolean) => {
        const state = await stateOf(releases)
        expect([before, after]).toContainEqual(state)
        expect([before.signed, after.signed]).toContain(await sizeOfFile(releases))
        expect((await run(verify(releases))).findings.filter(isError)).toEqual([])

        // Commands that write nothing to the ledger settle the checkpoint too.
        if (step % 2 === 0) {
          await run(rebuild(releases, undefined))
          expect([await stateOf(releases), await sizeOfFile(releases)]).toEqual([state, state.signed])
        }
        const isDone = state.events === after.events
        await (isDone && subject === "1.0.0" ? run(rebuild(releases, undefined)) : complete(releases))
        expect(await digests(releases)).toEqual(expected)
        expect((await readdir(releases)).filter((entry) => entry.startsWith("."))).toEqual([".lock"])
        await rm(releases, { recursive: true })
        return { isFinished, isDone }
      }

      const runs = await killAtEveryStep({
        subject,
        releasesAt: async (step) => {
          const releases = join(own, `releases-${step}`)
          await cp(original, releases, { recursive: true })
          return releases
        },
        env: { TAXONOMY_LOG_KEY: secret },
        check: checkAfter
      })
      const killed = runs.filter(({ isFinished }) => !isFinished)
      expect(killed.length).toBeGreaterThan(minSteps)
      // Some die between the ledger and its checkpoint.
      expect(killed.filter(({ isDone }) => isDone).length).toBeGreaterThan(1)
    }
  )
})
