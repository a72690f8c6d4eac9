import { formatCheckpoint, formatNote } from "../../../../src/domain/transparency/Checkpoint.ts"
import { formatLeaf } from "../../../../src/domain/transparency/LogLeaf.ts"
import { makeLogTree } from "../../../../src/release/log/CheckpointFile.ts"
import {
  artifact,
  checkpointText,
  keys,
  leaves,
  origin,
  otherArtifact,
  otherManifest,
  path,
  proofAt,
  proofWith,
  signatures,
  signingKeys
} from "./ProvenLicense.ts"

/** What a reader has, one part of which does not fit. */
export interface Evidence {
  readonly artifact: string
  readonly proof: string
  /** The verifier keys of the log, one per line. */
  readonly logKeys: string
  readonly witnesses: string
  readonly quorum: number
  readonly version: string | undefined
  readonly path: string | undefined
}

export const evidence: Evidence = {
  artifact,
  proof: proofWith(),
  logKeys: `${keys.log}\n`,
  witnesses: keys.one,
  quorum: 1,
  version: "1.0.0",
  path
}

interface Attack {
  readonly evidence: Evidence
  readonly tag: string
  readonly message: string
}

const attack = (changes: Partial<Evidence>, tag: string, message: string): Attack => ({
  evidence: { ...evidence, ...changes },
  tag,
  message
})

const { impostor, log } = signingKeys
const note = (signatures: Parameters<typeof formatNote>[0]["signatures"], text = checkpointText): string =>
  formatNote({ text, signatures })

const firstLeaf = (): string => {
  const [leaf] = leaves
  if (leaf === undefined) throw new Error("The log is empty")
  return formatLeaf({ ...leaf, event: `sha256:${"0".repeat(64)}` })
}

// Another history that begins with the same release, which an impostor signs with a key of the same name.
const rewritten = makeLogTree(leaves.slice(0, 2))
const rewrittenText = formatCheckpoint({ origin, size: 2, root: rewritten.root(2) })

/** What somebody may hand to a reader, with the error that each ends in. */
export const attacks: Readonly<Record<string, Attack>> = {
  "an altered artifact": attack(
    { artifact: artifact.replace("NIL-EDU-IMAGE", "NIL-EDU-IMAGF") },
    "OtherArtifact",
    `These bytes are not ${path} of release 1.0.0: they were altered or formatted again, or are from another release`
  ),
  "an artifact that was parsed and formatted again": attack(
    { artifact: JSON.stringify(JSON.parse(artifact), undefined, 1) },
    "OtherArtifact",
    `These bytes are not ${path} of release 1.0.0: they were altered or formatted again, or are from another release`
  ),
  "another artifact of the release": attack(
    { artifact: otherArtifact },
    "OtherArtifact",
    `These bytes are licenses/NIL-AI-AVATAR.json of release 1.0.0, not ${path}`
  ),
  "a proof for another release": attack(
    { version: "v1.2.0" },
    "OtherRelease",
    "The proof is for release 1.0.0, not for 1.2.0"
  ),
  "a proof for another path": attack(
    { path: "licenses/NIL-AI-AVATAR.json" },
    "OtherPath",
    `The proof is for ${path}, not for licenses/NIL-AI-AVATAR.json`
  ),
  "a path that the release lacks": attack(
    { proof: proofWith({ path: "licenses/NONE.json" }), path: undefined },
    "UnknownPath",
    "Release 1.0.0 contains no licenses/NONE.json"
  ),
  "the manifest of another release": attack(
    { proof: proofWith({ manifest: otherManifest }) },
    "OtherManifest",
    "The manifest in the proof differs from the one that was published with release 1.0.0"
  ),
  "another leaf": attack(
    { proof: proofWith({ leaf: firstLeaf() }) },
    "NotIncluded",
    "The hashes of the proof do not lead from leaf 0 to the signed root of 5 leaves: the leaf, its index or a hash was altered"
  ),
  "an index beyond the log": attack(
    { proof: proofWith({ index: 5 }) },
    "LeafBeyondTree",
    "The proof is for leaf 5, but its checkpoint covers only leaves below 5"
  ),
  "the leaf of a withdrawal": attack(
    { proof: proofAt(2) },
    "NotAPublication",
    "The proof is for an event of type ReleaseWithdrawn, which publishes no artifacts"
  ),
  "a signature by another key with the same name": attack(
    {
      proof: proofWith({
        hashes: rewritten.inclusionProof(0, 2),
        checkpoint: note([impostor.sign(rewrittenText, 0)], rewrittenText)
      })
    },
    "UntrustedSigner",
    `The checkpoint is signed by ${origin}+${impostor.verifier.id}, which has the name of a trusted key (${origin}+${log.verifier.id}) but is another key`
  ),
  "a signature by another key under the ID of the trusted one": attack(
    { proof: proofWith({ checkpoint: note([{ ...impostor.sign(checkpointText, 0), id: log.verifier.id }]) }) },
    "InvalidSignature",
    `The signature by ${origin}+${log.verifier.id} does not match the text of the checkpoint: one of them was altered`
  ),
  "a checkpoint that says another size": attack(
    { proof: evidence.proof.replace("\n5\n", "\n6\n") },
    "InvalidSignature",
    `The signature by ${origin}+${log.verifier.id} does not match the text of the checkpoint: one of them was altered`
  ),
  "the key of another log": attack(
    { logKeys: keys.other },
    "OtherLog",
    `The checkpoint is from the log ${origin}, but the trusted key is for other.example/taxonomy`
  ),
  "a quorum that is not met": attack(
    { witnesses: `${keys.one}\n${keys.two}`, quorum: 2 },
    "QuorumNotMet",
    "Only 1 of the trusted witnesses (witness.example/one) cosigned the checkpoint, but the quorum is 2"
  ),
  "a doubled signature": attack(
    { proof: proofWith({ checkpoint: note([signatures.log, signatures.log]) }) },
    "NotANote",
    "The signed note is malformed: line 6 is a second signature by the same key"
  ),
  "a garbled signature": attack(
    { proof: evidence.proof.replace(`— ${origin} `, `- ${origin} `) },
    "NotANote",
    "The signed note is malformed: line 5 must be a signature: a dash, the name of a key, and base64"
  ),
  "a proof that was cut": attack(
    { proof: evidence.proof.slice(0, evidence.proof.indexOf("\n\n") + 1) },
    "NotAProof",
    "The proof is malformed: line 7 must be blank, with a checkpoint after it"
  ),
  "line ends that a mail program changed": attack(
    { proof: evidence.proof.replaceAll("\n", "\r\n") },
    "NotAProof",
    "The proof is malformed: line 1 ends with a carriage return, which a mail program or an editor may have added"
  ),
  "a file that is no proof": attack(
    { proof: artifact },
    "NotAProof",
    "The proof is malformed: line 1 must be c2sp.org/tlog-proof@v1"
  )
}
