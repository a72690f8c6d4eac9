import { isObject, parseJson } from "../Json.ts"
import { canonicalJson } from "../ledger/CanonicalJson.ts"
import { fromBase64, toBase64, encodeUtf8, type Bytes, areEqual, toHex } from "./Bytes.ts"
import { parseLeaf } from "./LogLeaf.ts"
import { type ProofDefect, reject } from "./LogProblem.ts"
import { rootOfInclusion } from "./MerkleTree.ts"
import type { LogCrypto } from "./VerifierKey.ts"
import { verifyCheckpoint, type TrustPolicy, type VerifiedCheckpoint } from "./VerifyCheckpoint.ts"

/**
 * The proof that an artifact was published in a release (C2SP tlog-proof): the leaf of the release, its manifest, the
 * path of the artifact in the manifest, and the way from the leaf to the root of a checkpoint.
 */
export interface ArtifactProof {
  /** The text of a `LogLeaf`. */
  readonly leaf: string
  /** The text of `manifest.json`. */
  readonly manifest: string
  /** The path of the artifact in the folder of the release. */
  readonly path: string
  /** The index of the leaf, from 0. */
  readonly index: number
  readonly hashes: ReadonlyArray<Bytes>
  /** The signed note of the checkpoint, as the log issued it. */
  readonly checkpoint: string
}

export const formatProof = ({ checkpoint, hashes, index, leaf, manifest, path }: ArtifactProof): string => {
  const extra = toBase64(encodeUtf8(formatExtra({ leaf, manifest, path })))
  return [header, `extra ${extra}`, `index ${index}`, ...hashes.map(toBase64), "", checkpoint].join("\n")
}

/** Parses a proof. Throws `NotAProof`. Nothing in it can be trusted before it is verified. */
export const parseProof = (source: string): ArtifactProof => {
  if (source.length > maxProofLength) throw invalid("too-long")
  const blank = source.indexOf("\n\n")
  const lines = (blank === -1 ? source.replace(/\n$/, "") : source.slice(0, blank)).split("\n")
  const [first, extraLine = "", indexLine = "", ...encoded] = lines
  if (first === `${header}\r`) throw invalid("carriage-return", 1)
  if (first !== header) throw invalid("header", 1)
  const extra = parseExtra(extraLine)
  if (extra === undefined) throw invalid("extra", 2)
  const index = /^index (0|[1-9]\d{0,14})$/.exec(indexLine)?.[1]
  if (index === undefined) throw invalid("index", 3)
  if (encoded.length > maxHashes) throw invalid("too-many-hashes", 4 + maxHashes)
  const hashes = encoded.map((line, position) => {
    const hash = fromBase64(line)
    if (hash?.length !== 32) throw invalid("hash", 4 + position)
    return hash
  })
  const checkpoint = blank === -1 ? "" : source.slice(blank + 2)
  if (checkpoint === "") throw invalid("checkpoint-missing", lines.length + 1)
  return { ...extra, index: Number(index), hashes, checkpoint }
}

type Extra = Pick<ArtifactProof, "leaf" | "manifest" | "path">

const parseExtra = (line: string): Extra | undefined => {
  const bytes = line.startsWith("extra ") ? fromBase64(line.slice("extra ".length)) : undefined
  if (bytes === undefined) return undefined
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    const extra: unknown = JSON.parse(text)
    return isExtra(extra) && formatExtra(extra) === text ? extra : undefined
  } catch {
    return undefined
  }
}

const formatExtra = ({ leaf, manifest, path }: Extra): string => canonicalJson({ leaf, manifest, path })

const isExtra = (value: unknown): value is Extra =>
  isObject(value) && [value["leaf"], value["manifest"], value["path"]].every((member) => typeof member === "string")

/** The manifest of tens of thousands of artifacts. A reader should not spend minutes on what a stranger sent. */
const maxProofLength = 10_000_000

/** The height of the largest tree (C2SP tlog-witness, "add-checkpoint"). */
const maxHashes = 63

const header = "c2sp.org/tlog-proof@v1"

const invalid = (reason: ProofDefect, line?: number) =>
  reject({ _tag: "NotAProof", reason, ...(line === undefined ? {} : { line }) })

/** What a verified proof states. */
export interface VerifiedArtifact {
  /** The full version of the release that published these bytes. */
  readonly version: string
  /** The path of the artifact in the folder of the release, such as `licenses/NIL-EDU-IMAGE.json`. */
  readonly path: string
  /** When the release was published, according to its manifest (UTC, ISO 8601). */
  readonly publishedAt: string
  /** The index of the release in the log, from 0. */
  readonly index: number
  readonly checkpoint: VerifiedCheckpoint
}

/** What a reader expects of a proof. Without it, the proof itself says what it is about. */
export interface ExpectedArtifact {
  readonly version?: string | undefined
  readonly path?: string | undefined
}

/**
 * Verifies that an artifact was published as a proof says, without anything else: no network, no repository. Rejects
 * with a `LogRejected` whose problem says which part does not fit.
 */
export const verifyProof = async (
  crypto: LogCrypto,
  { artifact, proof: source }: { readonly artifact: Bytes; readonly proof: string },
  policy: TrustPolicy,
  expected: ExpectedArtifact = {}
): Promise<VerifiedArtifact> => {
  const proof = parseProof(source)
  const { index, path } = proof
  const { checkpoint, leaf } = await verifyInclusion(crypto, proof, policy)
  const { manifest, type, version } = leaf
  if (version === null || manifest === null) throw reject({ _tag: "NotAPublication", type })
  if ((await digestOf(crypto, encodeUtf8(proof.manifest))) !== manifest)
    throw reject({ _tag: "OtherManifest", version })
  const { files, publishedAt } = parseManifest(proof.manifest)

  if (expected.version !== undefined && expected.version !== version) {
    throw reject({ _tag: "OtherRelease", version, expected: expected.version })
  }
  if (expected.path !== undefined && expected.path !== path) {
    throw reject({ _tag: "OtherPath", path, expected: expected.path })
  }
  const digest = files.get(path)
  if (digest === undefined) throw reject({ _tag: "UnknownPath", path, version })
  const found = await digestOf(crypto, artifact)
  if (found !== `sha256:${digest}`) {
    const actual = [...files].find(([, other]) => found === `sha256:${other}`)?.[0]
    throw reject({ _tag: "OtherArtifact", path, version, ...(actual === undefined ? {} : { actual }) })
  }
  return { version, path, publishedAt, index, checkpoint }
}

/** What a message says of an event, with the proof in it as it came. */
export interface EventMessage {
  readonly sequence: number
  readonly digest: string
  readonly release?: string
  readonly manifest?: string
  readonly proof?: {
    readonly leaf: string
    readonly index: number
    readonly hashes: ReadonlyArray<string>
    readonly checkpoint: string
  }
}

/** Verifies that the log has the event of a message, as the message says. Rejects with a `LogRejected`. */
export const verifyEvent = async (
  crypto: LogCrypto,
  { digest, manifest, proof, release, sequence: expected }: EventMessage,
  policy: TrustPolicy
): Promise<Pick<VerifiedArtifact, "checkpoint" | "index">> => {
  if (proof === undefined) throw reject({ _tag: "NotAProof", reason: "missing" })
  const { index } = proof
  if (proof.hashes.length > maxHashes) throw reject({ _tag: "NotAProof", reason: "too-many-hashes" })
  const hashes = proof.hashes.map((text) => {
    const hash = fromBase64(text)
    if (hash?.length !== 32) throw reject({ _tag: "NotAProof", reason: "hash" })
    return hash
  })
  const { checkpoint, leaf } = await verifyInclusion(crypto, { ...proof, hashes }, policy)
  const isSame =
    leaf.event === digest &&
    leaf.sequence === expected &&
    (release === undefined || leaf.version === release) &&
    (manifest === undefined || leaf.manifest === manifest)
  if (!isSame) throw reject({ _tag: "OtherEvent", sequence: leaf.sequence, expected })
  return { index, checkpoint }
}

/** Verifies that a trusted key signed a log with this leaf in its place. */
const verifyInclusion = async (
  crypto: LogCrypto,
  { checkpoint: note, hashes, index, leaf: text }: Omit<ArtifactProof, "manifest" | "path">,
  policy: TrustPolicy
) => {
  const checkpoint = await verifyCheckpoint(crypto, note, policy)
  const { root, size } = checkpoint
  if (index >= size) throw reject({ _tag: "LeafBeyondTree", index, size })
  const computed = await rootOfInclusion(crypto, encodeUtf8(text), index, size, hashes)
  if (computed === undefined || !areEqual(computed, root)) throw reject({ _tag: "NotIncluded", index, size })
  const leaf = parseLeaf(text)
  if (leaf === undefined) throw reject({ _tag: "NotAProof", reason: "leaf" })
  if (leaf.sequence !== index + 1) throw reject({ _tag: "OtherPlace", sequence: leaf.sequence, index })
  return { checkpoint, leaf }
}

const digestOf = async ({ sha256 }: LogCrypto, bytes: Bytes): Promise<string> => `sha256:${toHex(await sha256(bytes))}`

interface ManifestFacts {
  readonly publishedAt: string
  /** The hexadecimal SHA-256 of each file, by its path. */
  readonly files: ReadonlyMap<string, string>
}

/** Parses a manifest. Throws `NotAProof` for one that no release was published with. */
const parseManifest = (text: string): ManifestFacts => {
  const manifest = parseJson(text)
  if (isObject(manifest) && typeof manifest["published_at"] === "string" && isObject(manifest["files"])) {
    const files = Object.entries(manifest["files"]).flatMap(([path, file]): ReadonlyArray<readonly [string, string]> =>
      isObject(file) && typeof file["sha256"] === "string" ? [[path, file["sha256"]]] : []
    )
    return { publishedAt: manifest["published_at"], files: new Map(files) }
  }
  throw reject({ _tag: "NotAProof", reason: "manifest" })
}
