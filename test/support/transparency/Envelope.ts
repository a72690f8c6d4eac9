import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { taxonomy, type CommandResult } from "../CommandLine.ts"
import { temporaryFolder } from "../Repository.ts"
import { copyOf } from "../TwoMajors.ts"

/** Writes `p` with the proof of a subject and `a` with its bytes to the folder of a project. */
export const prove = async (cwd: string, subject: string, version: string): Promise<void> => {
  const args = ["prove", subject, "--version", version, "--out", "p", "--artifact-out", "a"]
  const { code, stderr } = await taxonomy(args, { cwd })
  if (code !== 0) throw new Error(stderr)
}

/** A folder with a proof, its artifact and the verifier key of the log as `log.vkey`, and nothing else. */
export const makeEnvelope = async (signed: Promise<string>, vkey: string): Promise<string> => {
  const cwd = await copyOf(signed)
  await prove(cwd, "ONE", "1.1.0")
  const envelope = await temporaryFolder()
  for (const name of ["p", "a"]) await writeFile(join(envelope, name), await readFile(join(cwd, name)))
  await writeFile(join(envelope, "log.vkey"), `${vkey}\n`)
  return envelope
}

/** Verifies the proof of an envelope. */
export const verifyEnvelope = (cwd: string, ...args: ReadonlyArray<string>): Promise<CommandResult> =>
  taxonomy(["verify-proof", "p", "--artifact", "a", ...args], { cwd })
