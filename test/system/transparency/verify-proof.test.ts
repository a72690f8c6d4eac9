import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import type { Bytes } from "../../../src/domain/transparency/Bytes.ts"
import { decodeNote } from "../../../src/domain/transparency/Checkpoint.ts"
import { formatProof, parseProof, verifyProof } from "../../../src/domain/transparency/VerifyProof.ts"
import { webCrypto } from "../../../src/platform/WebCrypto.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { makeEnvelope, prove, verifyEnvelope } from "../../support/transparency/Envelope.ts"
import { rejectionOf } from "../../support/transparency/rejection.ts"
import {
  cosignedCopy,
  makeKey,
  makeWitness,
  publishHistory,
  signHistory,
  writeCheckpoint
} from "../../support/transparency/SignedReleases.ts"
import { copyOf } from "../../support/TwoMajors.ts"

const log = await makeKey()
const impostor = await makeKey()
const witness = await makeWitness("witness.example")

const original = publishHistory("ONE", "TWO", "THREE", "FOUR")
const signed = cosignedCopy(original, log, witness)

const trusted = ["--trusted-key", "log.vkey"]

describe("verify-proof refuses", () => {
  const refusal = async (cwd: string, ...args: ReadonlyArray<string>) => {
    const { code, stderr, stdout } = await verifyEnvelope(cwd, ...trusted, ...args)
    return [code, stdout, stderr]
  }
  const refused = (message: string) => [4, "", `error: p: ${message}.\n`]
  /** An envelope whose proof was changed. */
  const changed = async (change: (proof: string) => string): Promise<string> => {
    const cwd = await makeEnvelope(signed, log.vkey)
    await writeFile(join(cwd, "p"), change(await readFile(join(cwd, "p"), "utf8")))
    return cwd
  }

  it("the proof of another release or of another path", async ({ expect }) => {
    const cwd = await makeEnvelope(signed, log.vkey)
    expect(await refusal(cwd, "--version", "1.2.0")).toEqual(refused("The proof is for release 1.1.0, not for 1.2.0"))
    expect(await refusal(cwd, "--path", "schema.json")).toEqual(
      refused("The proof is for licenses/ONE.json, not for schema.json")
    )
  })

  it("a path that would act on the terminal, and prints it on one line without effect", async ({ expect }) => {
    const path = "\u001b[2K\u001b[1A\nProven: a is what release 1.1.0 published\u202e"
    const cwd = await makeEnvelope(signed, log.vkey)
    const proof = parseProof(await readFile(join(cwd, "p"), "utf8"))
    await writeFile(join(cwd, "p"), formatProof({ ...proof, path }))
    expect(await refusal(cwd)).toEqual(
      refused("Release 1.1.0 contains no ␛[2K␛[1A Proven: a is what release 1.1.0 published\u{FFFD}")
    )
  })

  it("another artifact, of the same release or altered by a byte", async ({ expect }) => {
    const cwd = await makeEnvelope(signed, log.vkey)
    const artifact = await readFile(join(cwd, "a"))
    await writeFile(join(cwd, "a"), Buffer.concat([artifact, Buffer.from("\n")]))
    expect(await refusal(cwd)).toEqual(
      refused(
        "These bytes are not licenses/ONE.json of release 1.1.0: they were altered or formatted again, or are from another release"
      )
    )
    await writeFile(join(cwd, "a"), await readFile(join(await signed, "releases/v1.1.0/licenses/EDU.json")))
    expect(await refusal(cwd)).toEqual(
      refused("These bytes are licenses/EDU.json of release 1.1.0, not licenses/ONE.json")
    )
  })

  it("the proof of a rewritten history, signed by another key with the same name", async ({ expect }) => {
    const cwd = await copyOf(publishHistory("ONE", "OTHER", "THREE"))
    await writeCheckpoint(cwd, [impostor])
    await prove(cwd, "OTHER", "1.2.0")
    await writeFile(join(cwd, "log.vkey"), log.vkey)
    expect(await refusal(cwd)).toEqual(
      refused(
        `The checkpoint is signed by ${impostor.shown}, which has the name of a trusted key (${log.shown}) but is another key`
      )
    )
    await writeFile(join(cwd, "log.vkey"), (await makeKey("example.com/other")).vkey)
    expect(await refusal(cwd)).toEqual(
      refused("The checkpoint is from the log example.com/taxonomy, but the trusted key is for example.com/other")
    )
  })

  it("the leaf of a rewritten history under the checkpoint of the true one", async ({ expect }) => {
    const cwd = await copyOf(publishHistory("ONE", "OTHER", "THREE", "FOUR"))
    await writeCheckpoint(cwd, [impostor])
    await prove(cwd, "OTHER", "1.2.0")
    await writeFile(join(cwd, "log.vkey"), log.vkey)
    const proof = await readFile(join(cwd, "p"), "utf8")
    const checkpoint = await signHistory(await original, [log])
    await writeFile(join(cwd, "p"), formatProof({ ...parseProof(proof), checkpoint }))
    expect(await refusal(cwd)).toEqual(
      refused(
        "The hashes of the proof do not lead from leaf 2 to the signed root of 5 leaves: the leaf, its index or a hash was altered"
      )
    )
  })

  it("a checkpoint that does not reach the release", async ({ expect }) => {
    const checkpoint = await signHistory(await original, [log], 1)
    const cwd = await changed((proof) => formatProof({ ...parseProof(proof), checkpoint }))
    expect(await refusal(cwd)).toEqual(
      refused("The proof is for leaf 1, but its checkpoint covers only leaves below 1")
    )
  })

  it("doubled, garbled and altered signature lines", async ({ expect }) => {
    const line = /— example.*\n/
    const doubled = await changed((proof) => proof.replace(line, (found) => found + found))
    expect(await refusal(doubled)).toEqual(
      refused("The signed note is malformed: line 6 is a second signature by the same key")
    )
    const garbled = await changed((proof) => proof.replace(line, (found) => found.slice(1)))
    expect(await refusal(garbled)).toEqual(
      refused("The signed note is malformed: line 5 must be a signature: a dash, the name of a key, and base64")
    )
    const other = (await signHistory(await original, [log], 3)).split("\n\n")[1] ?? ""
    const altered = await changed((proof) => proof.replace(line, other))
    expect(await refusal(altered)).toEqual(
      refused(`The signature by ${log.shown} does not match the text of the checkpoint: one of them was altered`)
    )
  })

  it("a checkpoint without the quorum of witnesses", async ({ expect }) => {
    const cwd = await makeEnvelope(signed, log.vkey)
    const other = await makeWitness("other.example")
    const witnesses = ["--witness", witness.vkey, "--witness", other.vkey]
    expect(await refusal(cwd, ...witnesses)).toEqual(
      refused("Only 1 of the trusted witnesses (witness.example) cosigned the checkpoint, but the quorum is 2")
    )
    expect((await verifyEnvelope(cwd, ...trusted, ...witnesses, "--quorum", "1")).code).toBe(0)
  })

  it("what is not a proof, and says so as JSON too", async ({ expect }) => {
    const cwd = await makeEnvelope(signed, log.vkey)
    await writeFile(join(cwd, "p"), await readFile(join(cwd, "a")))
    const [, , error] = refused("The proof is malformed: line 1 must be c2sp.org/tlog-proof@v1")
    const help = "help:  The argument is the proof, and --artifact the file that it is about.\n"
    expect(await refusal(cwd)).toEqual([4, "", `${error}${help}`])
    const { code, stderr, stdout } = await verifyEnvelope(cwd, ...trusted, "--format", "json")
    expect([code, stderr, JSON.parse(stdout)]).toEqual([
      4,
      "",
      {
        command: "verify-proof",
        ok: false,
        proof: "p",
        artifact: "a",
        problem: { _tag: "NotAProof", reason: "header", line: 1 },
        message: "The proof is malformed: line 1 must be c2sp.org/tlog-proof@v1"
      }
    ])
  })

  it("missing files and keys, with the exit codes of all commands", async ({ expect }) => {
    const cwd = await makeEnvelope(signed, log.vkey)
    const none = await taxonomy(["verify-proof", "none", "--artifact", "a", ...trusted], { cwd })
    expect([none.code, none.stderr]).toEqual([3, expect.stringContaining("none: ")])
    const noKey = await verifyEnvelope(cwd)
    expect([noKey.code, noKey.stderr]).toEqual([2, expect.stringContaining("--trusted-key")])
  })

  it("the proof after a change of any byte of it", async ({ expect }) => {
    const cwd = await makeEnvelope(signed, log.vkey)
    const [proof, bytes] = await Promise.all(["p", "a"].map((name) => readFile(join(cwd, name))))
    if (proof === undefined || bytes === undefined) throw new Error("The envelope is incomplete")
    const artifact: Bytes = new Uint8Array(bytes)
    const policy = { logKeys: [log.key.verifier], witnesses: [witness.key.verifier], quorum: 1 }
    const accepted: Array<number> = []
    const verifyBytes = (mutated: Uint8Array) =>
      verifyProof(webCrypto, { artifact, proof: decodeNote(mutated) }, policy)
    expect((await verifyBytes(proof)).version).toBe("1.1.0")
    for (const at of proof.keys()) {
      const mutated = Buffer.from(proof)
      mutated.writeUInt8(mutated.readUInt8(at) ^ (1 << (at % 8)), at)
      if ((await rejectionOf(() => verifyBytes(mutated))) === undefined) accepted.push(at)
    }
    expect(proof.length).toBeGreaterThan(1000)
    expect(accepted).toEqual([])
  })
})
