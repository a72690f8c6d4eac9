// Measures how long it takes to make and to verify the proof of a license of release 1.0.0, in logs of one and of a
// thousand releases, against the least that any program must do to verify it: one Ed25519 signature and the digests of
// the same bytes, with the functions of Node. In one process, in turns; prints medians of CPU time per proof. The first
// argument is the number of rounds.
import { createPublicKey, hash, verify } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseProof } from "../src/domain/transparency/ArtifactProof.ts"
import { encodeUtf8 } from "../src/domain/transparency/Bytes.ts"
import type { LogLeaf } from "../src/domain/transparency/LogLeaf.ts"
import { parseNote } from "../src/domain/transparency/SignedNote.ts"
import { verifyProof } from "../src/domain/transparency/VerifyProof.ts"
import { sha256 } from "../src/platform/Sha256.ts"
import { webCrypto } from "../src/platform/WebCrypto.ts"
import { makeLogTree } from "../src/release/log/LogTree.ts"
import { makeProver } from "../src/release/log/ProveArtifact.ts"
import { signCheckpoint } from "../src/transparency/SignCheckpoint.ts"
import { generateSigningKey } from "../src/transparency/SigningKey.ts"
import { countOf } from "./figures/Counts.ts"
import { median } from "./figures/Statistics.ts"

const rounds = countOf("rounds", 0, 5)
const count = 500

const read = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../releases/v1.0.0/${file}`, import.meta.url)), "utf8")

const manifest = read("manifest.json")
const path = "licenses/NIL-EDU-IMAGE.json"
const artifact = encodeUtf8(read(path))
const origin = "example.com/taxonomy"
const { key } = await generateSigningKey(origin, "ed25519")
const policy = { logKeys: [key.verifier] }

/** A log in which release 1.0.0 is the first of many. */
const makeLog = (size: number) => {
  const leaves = Array.from({ length: size }, (_, index): LogLeaf => ({
    event: `sha256:${sha256(String(index))}`,
    manifest: `sha256:${sha256(index === 0 ? manifest : String(index))}`,
    sequence: index + 1,
    type: "ReleasePublished",
    version: `1.${index}.0`
  }))
  const tree = makeLogTree(leaves)
  const source = signCheckpoint({ origin, size, root: tree.root(size) }, [key])
  const prove = makeProver({ leaves, tree, checkpoint: { size, source } })
  return () => prove({ version: "1.0.0", manifest, path }) ?? ""
}

/** The least that verifies the same proof. */
const makePeer = (source: string) => {
  const { checkpoint, hashes, leaf } = parseProof(source)
  const { signatures, text } = parseNote(checkpoint)
  const signature = signatures[0]?.signature ?? new Uint8Array()
  const jwk = { kty: "OKP", crv: "Ed25519", x: Buffer.from(key.verifier.publicKey).toString("base64url") }
  const publicKey = createPublicKey({ key: jwk, format: "jwk" })
  const inputs = [artifact, encodeUtf8(manifest), encodeUtf8(leaf), ...hashes.map(() => new Uint8Array(65))]
  const message = encodeUtf8(text)
  return () => {
    for (const input of inputs) hash("sha256", input)
    if (!verify(null, message, publicKey, signature)) throw new Error("The signature is not valid")
  }
}

const measure = async (run: () => unknown): Promise<number> => {
  const start = process.cpuUsage()
  for (let index = 0; index < count; index += 1) await run()
  const { system, user } = process.cpuUsage(start)
  return (user + system) / count
}

for (const size of [1, 1000]) {
  const prove = makeLog(size)
  const proof = prove()
  const cases = {
    make: prove,
    verify: () => verifyProof(webCrypto, { artifact, proof }, policy),
    "signature and digests alone": makePeer(proof)
  }
  const results = Object.entries(cases).map(([name, run]) => ({ name, run, runs: Array<number>() }))
  // The first round compiles.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { run, runs } of results) {
      const micros = await measure(run)
      if (round > 0) runs.push(micros)
    }
  }
  process.stdout.write(`a log of ${size} ${size === 1 ? "event" : "events"}, a proof of ${proof.length} bytes\n`)
  const peer = median(results.at(-1)?.runs ?? [])
  for (const { name, runs } of results) {
    process.stdout.write(`  ${name}: ${median(runs).toFixed(0)} µs, ${(median(runs) / peer).toFixed(2)} of the peer\n`)
  }
}
