import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { parseNote } from "../../../src/domain/transparency/Checkpoint.ts"
import { parseVerifierKey } from "../../../src/domain/transparency/VerifierKey.ts"
import { verifyCheckpoint } from "../../../src/domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../../src/platform/WebCrypto.ts"
import { readLedger } from "../../../src/release/Ledger.ts"
import { makeLogTree } from "../../../src/release/log/CheckpointFile.ts"
import { taxonomy } from "../CommandLine.ts"
import { commitAll, temporaryFolder, writeFiles } from "../Repository.ts"
import { smallSources } from "../Sources.ts"

/** The name of the log of these tests. */
export const origin = "example.com/taxonomy"
/** Holds the files of the keys. */
export const keyFolder = await temporaryFolder()

/** Makes a key with the command, and returns the path of its file, its text, and the verifier key. */
export const makeKey = async (file: string, name = origin) => {
  const path = join(keyFolder, file)
  const { code, stdout } = await taxonomy(["log-key", "--name", name, "--out", path], { cwd: keyFolder })
  if (code !== 0) throw new Error(`log-key ended with ${code}`)
  return {
    path,
    secret: (await readFile(path, "utf8")).trim(),
    verifier: await parseVerifierKey(webCrypto, stdout.trim())
  }
}

export type TestKey = Awaited<ReturnType<typeof makeKey>>

/** The environment of a command that signs with keys. */
export const withKey = (...keys: ReadonlyArray<TestKey>) => ({
  TAXONOMY_LOG_KEY: keys.map(({ secret }) => secret).join("\n")
})

const idsOf = (keys: ReadonlyArray<TestKey>) => keys.map(({ verifier }) => verifier.id)

/** The sources of a minor release, with a license of its own. */
export const sourcesOf = (version: string) => ({
  "taxonomy.yaml": smallSources["taxonomy.yaml"].replace("1.0.0", version),
  [`licenses/L${version.replaceAll(".", "")}.yaml`]: smallSources["licenses/EDU.yaml"].replace(
    "code: EDU",
    `code: L${version.replaceAll(".", "")}`
  )
})

/** Commits the sources of a minor release. */
export const declare = async (cwd: string, version: string) => {
  await writeFiles(join(cwd, "taxonomy-src"), sourcesOf(version))
  await commitAll(cwd, `Sources of ${version}`)
}

export const checkpointOf = (cwd: string) => readFile(join(cwd, "releases/checkpoint"), "utf8")

export const leavesOf = async (cwd: string) =>
  (await Effect.runPromise(readLedger(join(cwd, "releases")).pipe(Effect.provide(NodeServices.layer)))).leaves

/** Throws unless the checkpoint of a project covers the whole ledger and is signed by these keys alone. */
export const expectSigned = async (cwd: string, ...keys: ReadonlyArray<TestKey>) => {
  const source = await checkpointOf(cwd)
  for (const { verifier } of keys) {
    const { root, size } = await verifyCheckpoint(webCrypto, source, { logKeys: [verifier] })
    const log = makeLogTree(await leavesOf(cwd))
    if (size !== log.size) throw new Error(`The checkpoint covers ${size} of ${log.size} events`)
    if (Buffer.compare(root, log.root(size)) !== 0) throw new Error("The checkpoint does not fit the ledger")
  }
  const signers = parseNote(source).signatures.map(({ id }) => id)
  if (signers.join() !== idsOf(keys).join()) throw new Error(`The checkpoint is signed by ${signers.join()}`)
}
