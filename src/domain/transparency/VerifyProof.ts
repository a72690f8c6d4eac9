import { isObject, parseJson } from "../Json.ts"
import { parseProof } from "./ArtifactProof.ts"
import { areEqual, encodeUtf8, toHex, type Bytes } from "./Bytes.ts"
import { rootOfInclusion } from "./InclusionProof.ts"
import type { LogCrypto } from "./LogCrypto.ts"
import { parseLeaf } from "./LogLeaf.ts"
import { reject } from "./LogProblemText.ts"
import { verifyCheckpoint, type TrustPolicy, type VerifiedCheckpoint } from "./VerifyCheckpoint.ts"

/** What a verified proof states. */
export interface ProvenArtifact {
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
): Promise<ProvenArtifact> => {
  const proof = parseProof(source)
  const { hashes, index, path } = proof
  const checkpoint = await verifyCheckpoint(crypto, proof.checkpoint, policy)
  const { root, size } = checkpoint
  if (index >= size) throw reject({ _tag: "LeafBeyondTree", index, size })
  const computed = await rootOfInclusion(crypto, encodeUtf8(proof.leaf), index, size, hashes)
  if (computed === undefined || !areEqual(computed, root)) throw reject({ _tag: "NotIncluded", index, size })

  const leaf = parseLeaf(proof.leaf)
  if (leaf === undefined) throw reject({ _tag: "NotAProof", reason: "leaf" })
  const { manifest, sequence, type, version } = leaf
  if (sequence !== index + 1) throw reject({ _tag: "OtherPlace", sequence, index })
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
