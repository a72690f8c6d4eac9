import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import { formatCheckpoint, formatNote } from "../../../../src/domain/transparency/Checkpoint.ts"
import { formatLeaf, type LogLeaf } from "../../../../src/domain/transparency/LogLeaf.ts"
import { formatVerifierKey } from "../../../../src/domain/transparency/VerifierKey.ts"
import { formatProof, type ArtifactProof } from "../../../../src/domain/transparency/VerifyProof.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { parseLedger } from "../../../../src/release/Ledger.ts"
import { makeLogTree } from "../../../../src/release/log/CheckpointFile.ts"
import { ownProject } from "../../../support/OwnProject.ts"
import { testKey } from "../../../support/transparency/signNote.ts"

const releases = join(ownProject, "releases")
const fileOf = (path: string): string => readFileSync(join(releases, path), "utf8")

export const origin = "licensing.example/taxonomy"
const [log, impostor, other, one, two] = await Promise.all([
  testKey(origin, 1),
  testKey(origin, 2),
  testKey("other.example/taxonomy", 3),
  testKey("witness.example/one", 4, "cosignature"),
  testKey("witness.example/two", 5, "cosignature")
])
export const signingKeys = { log, impostor, other, one, two }

/** The texts of the verifier keys. */
export const keys = {
  log: formatVerifierKey(log.verifier),
  impostor: formatVerifierKey(impostor.verifier),
  other: formatVerifierKey(other.verifier),
  one: formatVerifierKey(one.verifier),
  two: formatVerifierKey(two.verifier)
}

/** Release 1.0.0 of this project: its first event, as the ledger has it. */
const [published] = Result.getOrThrow(parseLedger(readFileSync(join(releases, "ledger.ndjson")))).leaves
if (published === undefined) throw new Error("The ledger of this project is empty")

const eventAfter = (sequence: number, type: string, version: string): LogLeaf => ({
  event: `sha256:${sha256(`event ${sequence}`)}`,
  manifest: type === "ReleasePublished" ? `sha256:${sha256(manifestOf(version))}` : null,
  sequence,
  type,
  version
})

/** The manifest of a later release with other licenses. */
const manifestOf = (version: string): string =>
  JSON.stringify({ version, published_at: "2027-02-01T00:00:00Z", files: {} })

/** The log of this example: the real release and later events. */
export const leaves = [
  published,
  eventAfter(2, "ReleasePublished", "1.1.0"),
  eventAfter(3, "ReleaseWithdrawn", "1.1.0"),
  eventAfter(4, "ReleasePublished", "1.2.0"),
  eventAfter(5, "ReleasePublished", "2.0.0")
]
const tree = makeLogTree(leaves)
export const root = tree.root(leaves.length)

/** The text of a checkpoint. */
export const checkpointText = formatCheckpoint({ origin, size: leaves.length, root })
export const cosignedAt = "2027-03-01T12:00:00Z"
const timestamp = Date.parse(cosignedAt) / 1000
export const signatures = {
  log: log.sign(checkpointText, 0),
  one: one.sign(checkpointText, timestamp),
  two: two.sign(checkpointText, timestamp)
}

/** The path and the bytes of a license, of 1.0.0 and in UTF-8. */
export const path = "licenses/NIL-EDU-IMAGE.json"
export const artifact = fileOf(`v1.0.0/${path}`)
export const otherArtifact = fileOf("v1.0.0/licenses/NIL-AI-AVATAR.json")
export const otherManifest = manifestOf("1.1.0")

/** The proof of the license, after changes of its parts. */
export const proofWith = (changes: Partial<ArtifactProof> = {}): string =>
  formatProof({
    leaf: formatLeaf(published),
    manifest: fileOf("v1.0.0/manifest.json"),
    path,
    index: 0,
    hashes: tree.inclusionProof(0, leaves.length),
    checkpoint: formatNote({ text: checkpointText, signatures: [signatures.log, signatures.one] }),
    ...changes
  })

/** The proof of the leaf at an index. */
export const proofAt = (index: number): string => {
  const [leaf, hashes] = [leaves[index], tree.inclusionProof(index, leaves.length)]
  return leaf === undefined ? "" : proofWith({ leaf: formatLeaf(leaf), index, hashes })
}

/** What the proof states, if the key of the log and one witness are trusted. */
export const proven = {
  version: "1.0.0",
  path,
  publishedAt: "2026-11-21T11:46:47Z",
  index: 0,
  origin,
  size: leaves.length,
  signers: [{ name: origin, id: log.verifier.id }],
  witnesses: [{ name: one.verifier.name, id: one.verifier.id, cosignedAt }]
}
