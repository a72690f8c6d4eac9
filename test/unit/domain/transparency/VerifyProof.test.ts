import { hash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { encodeUtf8, type Bytes } from "../../../../src/domain/transparency/Bytes.ts"
import { formatCheckpoint, formatNote } from "../../../../src/domain/transparency/Checkpoint.ts"
import { formatLeaf, type LogLeaf } from "../../../../src/domain/transparency/LogLeaf.ts"
import { formatLogProblem } from "../../../../src/domain/transparency/LogProblem.ts"
import { makeMerkleTree } from "../../../../src/domain/transparency/MerkleTree.ts"
import {
  formatProof,
  parseProof,
  type ArtifactProof,
  verifyProof,
  type ExpectedArtifact
} from "../../../../src/domain/transparency/VerifyProof.ts"
import { webCrypto } from "../../../../src/platform/WebCrypto.ts"
import { rejectionOf } from "../../../support/transparency/rejection.ts"
import { testKey } from "../../../support/transparency/signNote.ts"

const sha256 = (bytes: Bytes): Bytes => new Uint8Array(hash("sha256", bytes, "buffer"))
const hexOf = (text: string): string => hash("sha256", text, "hex")

const license = '{"code":"PODCAST"}'
const dimensions = '{"dimensions":[]}'
const manifestOf = (version: string): string =>
  JSON.stringify({
    version,
    published_at: "2026-11-21T11:46:47Z",
    files: {
      "licenses/PODCAST.json": { bytes: license.length, sha256: hexOf(license) },
      "dimensions.json": { bytes: dimensions.length, sha256: hexOf(dimensions) }
    }
  })
const publication = (sequence: number, version: string): LogLeaf => ({
  event: `sha256:${hexOf(String(sequence))}`,
  manifest: `sha256:${hexOf(manifestOf(version))}`,
  sequence,
  type: "ReleasePublished",
  version
})
const withdrawal: LogLeaf = { ...publication(3, "1.1.0"), manifest: null, type: "ReleaseWithdrawn" }
const misplaced = publication(9, "9.0.0")
const leaves = [publication(1, "1.0.0"), publication(2, "1.1.0"), withdrawal, misplaced, publication(5, "2.0.0")].map(
  formatLeaf
)
const tree = makeMerkleTree(sha256, leaves.map(encodeUtf8))
const key = await testKey("example.com/log", 1)
const text = formatCheckpoint({ origin: "example.com/log", size: 5, root: tree.root(5) })
const proofAt = (index: number, version: string, changes: Partial<ArtifactProof> = {}): string =>
  formatProof({
    leaf: leaves[index] ?? "",
    manifest: manifestOf(version),
    path: "licenses/PODCAST.json",
    index,
    hashes: tree.inclusionProof(index, 5),
    checkpoint: formatNote({ text, signatures: [key.sign(text, 0)] }),
    ...changes
  })
const proof = proofAt(1, "1.1.0")

const verify = (source: string, artifact = license, expected: ExpectedArtifact = {}) =>
  verifyProof(webCrypto, { artifact: encodeUtf8(artifact), proof: source }, { logKeys: [key.verifier] }, expected)

describe("verifyProof", () => {
  it("says what was published, when, and in which release", async () => {
    const { checkpoint, ...proven } = await verify(proof, license, { version: "1.1.0", path: "licenses/PODCAST.json" })
    assert.deepStrictEqual(proven, {
      version: "1.1.0",
      path: "licenses/PODCAST.json",
      publishedAt: "2026-11-21T11:46:47Z",
      index: 1
    })
    assert.deepStrictEqual([checkpoint.origin, checkpoint.size], ["example.com/log", 5])
  })

  it("reads the layout of C2SP tlog-proof", () => {
    assert.deepStrictEqual(parseProof(formatProof(parseProof(proof))), parseProof(proof))
    const lines = proof.split("\n")
    assert.deepStrictEqual(
      [lines[0], lines[1]?.slice(0, 6), lines[2], lines[6], lines[7]],
      ["c2sp.org/tlog-proof@v1", "extra ", "index 1", "", "example.com/log"]
    )
  })

  it("refuses the proof after a change of any byte of it", async () => {
    const bytes = Buffer.from(proof)
    for (const index of bytes.keys()) {
      for (const mask of [1, 0x20, 0x80]) {
        const altered = Buffer.from(bytes)
        altered.writeUInt8(altered.readUInt8(index) ^ mask, index)
        const problem = await rejectionOf(() =>
          verify(altered.toString("latin1").includes("\x00") ? "" : altered.toString())
        )
        assert.isDefined(problem, `byte ${index} with mask ${mask}`)
      }
    }
  })

  it.each([
    [
      "of another artifact",
      proof,
      '{"code":"VIDEO"}',
      {},
      "These bytes are not licenses/PODCAST.json of release 1.1.0: they were altered or formatted again, or are from another release"
    ],
    [
      "of another artifact of the same release",
      proof,
      dimensions,
      {},
      "These bytes are dimensions.json of release 1.1.0, not licenses/PODCAST.json"
    ],
    ["of another release", proof, license, { version: "1.0.0" }, "The proof is for release 1.1.0, not for 1.0.0"],
    [
      "of another path",
      proof,
      license,
      { path: "dimensions.json" },
      "The proof is for licenses/PODCAST.json, not for dimensions.json"
    ],
    [
      "of a path that the release does not contain",
      proofAt(1, "1.1.0", { path: "__proto__" }),
      license,
      {},
      "Release 1.1.0 contains no __proto__"
    ],
    [
      "with the manifest of another release",
      proofAt(1, "1.1.0", { manifest: manifestOf("1.0.0") }),
      license,
      {},
      "The manifest in the proof differs from the one that was published with release 1.1.0"
    ],
    [
      "with the leaf of another release",
      proofAt(1, "1.1.0", { leaf: leaves[0] ?? "" }),
      license,
      {},
      "The hashes of the proof do not lead from leaf 1 to the signed root of 5 leaves: the leaf, its index or a hash was altered"
    ],
    [
      "with another index",
      proofAt(1, "1.1.0", { index: 0 }),
      license,
      {},
      "The hashes of the proof do not lead from leaf 0 to the signed root of 5 leaves: the leaf, its index or a hash was altered"
    ],
    [
      "with too few hashes",
      proofAt(1, "1.1.0", { hashes: tree.inclusionProof(1, 5).slice(1) }),
      license,
      {},
      "The hashes of the proof do not lead from leaf 1 to the signed root of 5 leaves: the leaf, its index or a hash was altered"
    ],
    [
      "with too many hashes",
      proofAt(1, "1.1.0", { hashes: [...tree.inclusionProof(1, 5), tree.root(1)] }),
      license,
      {},
      "The hashes of the proof do not lead from leaf 1 to the signed root of 5 leaves: the leaf, its index or a hash was altered"
    ],
    [
      "of a leaf beyond the checkpoint",
      proofAt(1, "1.1.0", { index: 5 }),
      license,
      {},
      "The proof is for leaf 5, but its checkpoint covers only leaves below 5"
    ],
    [
      "of a withdrawal",
      proofAt(2, "1.1.0"),
      license,
      {},
      "The proof is for an event of type ReleaseWithdrawn, which publishes no artifacts"
    ],
    [
      "of a leaf that states another place",
      proofAt(3, "9.0.0"),
      license,
      {},
      "The leaf is for event 9 of the ledger, but the log has it in the place of event 4"
    ],
    [
      "without a checkpoint",
      proof.slice(0, proof.indexOf("\n\n") + 2),
      license,
      {},
      "The proof is malformed: line 7 must be blank, with a checkpoint after it"
    ],
    [
      "without its first line",
      proof.replace("@v1", "@v2"),
      license,
      {},
      "The proof is malformed: line 1 must be c2sp.org/tlog-proof@v1"
    ],
    [
      "without extra data",
      proof.replace(/extra .*\n/, ""),
      license,
      {},
      "The proof is malformed: line 2 must contain the leaf, the manifest and the path, as this service writes them"
    ],
    [
      "without an index",
      proof.replace("index 1", "index 01"),
      license,
      {},
      'The proof is malformed: line 3 must be "index" and the index of a leaf, from 0'
    ],
    [
      "with a line that is not a hash",
      proof.replace("index 1\n", "index 1\nabc\n"),
      license,
      {},
      "The proof is malformed: line 4 must be a hash in base64, or blank"
    ],
    [
      "with more hashes than any tree needs",
      proof.replace("index 1\n", `index 1\n${`${"A".repeat(43)}=\n`.repeat(63)}`),
      license,
      {},
      "The proof is malformed: line 67 must be blank, since a proof has at most 63 hashes"
    ],
    [
      "that is too long for any release",
      `${proof}${"\n".repeat(10_000_000)}`,
      license,
      {},
      "The proof is malformed: it is longer than ten million characters"
    ],
    [
      "that ends before the checkpoint",
      proof.slice(0, proof.indexOf("\n\n")),
      license,
      {},
      "The proof is malformed: line 7 must be blank, with a checkpoint after it"
    ],
    [
      "that ends within a hash",
      proof.slice(0, proof.indexOf("\n\n") - 1),
      license,
      {},
      "The proof is malformed: line 6 must be a hash in base64, or blank"
    ],
    [
      "with line ends of another kind",
      proof.replaceAll("\n", "\r\n"),
      license,
      {},
      "The proof is malformed: line 1 ends with a carriage return, which a mail program or an editor may have added"
    ],
    [
      "that is cut within its checkpoint",
      proof.slice(0, -1),
      license,
      {},
      "The signed note is malformed: the line break at the end is missing"
    ]
  ] satisfies ReadonlyArray<readonly [string, string, string, ExpectedArtifact, string]>)(
    "refuses a proof %s",
    async (_, source, artifact, expected, message) => {
      const problem = await rejectionOf(() => verify(source, artifact, expected))
      assert.strictEqual(problem && formatLogProblem(problem), message)
    }
  )
})
