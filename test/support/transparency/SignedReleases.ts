import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Result from "effect/Result"
import { formatNote, type NoteSignature, parseSignedCheckpoint } from "../../../src/domain/transparency/Checkpoint.ts"
import { formatVerifierKey, type SignatureType } from "../../../src/domain/transparency/VerifierKey.ts"
import { parseLedger } from "../../../src/release/Ledger.ts"
import { makeLogTree } from "../../../src/release/log/CheckpointFile.ts"
import { signCheckpoint, generateSigningKey, type SigningKey } from "../../../src/transparency/SigningKey.ts"
import { temporaryFolder, writeFiles } from "../Repository.ts"
import { smallSources } from "../Sources.ts"
import { copyOf, publishOn } from "../TwoMajors.ts"

/** A key pair in the forms in which commands take it. */
export interface KeyTexts {
  readonly key: SigningKey
  /** The private key. */
  readonly secret: string
  /** The verifier key. */
  readonly vkey: string
  /** As messages name it. */
  readonly shown: string
}

export const makeKey = async (name = "example.com/taxonomy", type: SignatureType = "ed25519"): Promise<KeyTexts> => {
  const { key, secret } = await generateSigningKey(name, type)
  return { key, secret, vkey: formatVerifierKey(key.verifier), shown: `${name}+${key.verifier.id}` }
}

export const makeWitness = (name: string): Promise<KeyTexts> => makeKey(name, "cosignature")

/**
 * A project that published 1.0.0, and a minor release for each license, on a day each. The same licenses always give the
 * same ledger, other ones a ledger whose hashes are as valid.
 */
export const publishHistory = async (...licenses: ReadonlyArray<string>): Promise<string> => {
  const cwd = await temporaryFolder()
  const sources = join(cwd, "taxonomy-src")
  await writeFiles(sources, smallSources)
  await publishOn(cwd, "2026-01-01")
  for (const [index, code] of licenses.entries()) {
    await writeFiles(sources, {
      "taxonomy.yaml": smallSources["taxonomy.yaml"].replace("1.0.0", `1.${index + 1}.0`),
      [`licenses/${code}.yaml`]: `code: ${code}\nname: License ${code}\ndescription: For tests.\nconfig: { use_type: [educational] }\n`
    })
    await publishOn(cwd, `2026-01-0${index + 2}`)
  }
  return cwd
}

export const checkpointOf = (cwd: string): string => join(cwd, "releases/checkpoint")

/** The signed note for the first events of a ledger, for all of them by default. */
export const signHistory = async (cwd: string, keys: ReadonlyArray<KeyTexts>, events?: number): Promise<string> => {
  const { leaves } = Result.getOrThrow(parseLedger(await readFile(join(cwd, "releases/ledger.ndjson"))))
  const size = events ?? leaves.length
  const [first] = keys
  const origin = first?.key.verifier.name ?? ""
  return signCheckpoint(
    { origin, size, root: makeLogTree(leaves).root(size) },
    keys.map(({ key }) => key)
  )
}

/** Writes the checkpoint of a project, as `signHistory` makes it. */
export const writeCheckpoint = async (cwd: string, keys: ReadonlyArray<KeyTexts>, events?: number): Promise<string> => {
  const note = await signHistory(cwd, keys, events)
  await writeFile(checkpointOf(cwd), note)
  return note
}

/** The checkpoint with more signatures. */
export const addSignatures = (source: string, sign: (text: string) => ReadonlyArray<NoteSignature>): string => {
  const { note } = parseSignedCheckpoint(source)
  return formatNote({ text: note.text, signatures: [...note.signatures, ...sign(note.text)] })
}

/** When the witness of `cosignedCopy` saw the checkpoint. */
export const cosignedAt = 1_800_000_000

/** A copy of a project whose log is signed by a key, and cosigned by a witness. */
export const cosignedCopy = async (project: Promise<string>, log: KeyTexts, witness: KeyTexts): Promise<string> => {
  const cwd = await copyOf(project)
  const note = await signHistory(cwd, [log])
  const cosigned = addSignatures(note, (text) => [witness.key.sign(text, cosignedAt)])
  await writeFile(checkpointOf(cwd), cosigned)
  return cwd
}

/** Removes the last events of a ledger, and the folders of their releases. */
export const cutLedger = async (cwd: string, events: number): Promise<void> => {
  const file = join(cwd, "releases/ledger.ndjson")
  const lines = (await readFile(file, "utf8")).split("\n")
  await writeFile(file, `${lines.slice(0, events).join("\n")}\n`)
  for (const minor of lines.slice(0, -1).keys()) {
    if (minor >= events) await rm(join(cwd, `releases/v1.${minor}.0`), { recursive: true })
  }
}
