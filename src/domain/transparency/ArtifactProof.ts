import { isObject } from "../Json.ts"
import { canonicalJson } from "../ledger/CanonicalJson.ts"
import { fromBase64, toBase64 } from "./Base64.ts"
import { encodeUtf8, type Bytes } from "./Bytes.ts"
import type { ProofDefect } from "./LogProblem.ts"
import { reject } from "./LogProblemText.ts"

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
