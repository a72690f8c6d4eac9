import { isObject, parseJson } from "../Json.ts"
import { canonicalJson } from "../ledger/CanonicalJson.ts"

/** What the log says of one line of the ledger of releases. It discloses no taxonomy. */
export interface LogLeaf {
  /** The hash of the line, `sha256:` and hexadecimal digits. It covers the line and all lines before it. */
  readonly event: string
  /** The digest of the manifest that the event published. */
  readonly manifest: string | null
  /** The number of the line, from 1. */
  readonly sequence: number
  readonly type: string
  /** The release that the event is about. */
  readonly version: string | null
}

/** The text of a leaf: canonical JSON (RFC 8785), whose UTF-8 bytes are the leaf of the tree. */
export const formatLeaf = ({ event, manifest, sequence, type, version }: LogLeaf): string =>
  canonicalJson({ event, manifest, sequence, type, version })

/** Parses the text of a leaf. Returns `undefined` for a text that `formatLeaf` would not write. */
export const parseLeaf = (text: string): LogLeaf | undefined => {
  const leaf = parseJson(text)
  return isLeaf(leaf) && formatLeaf(leaf) === text ? leaf : undefined
}

const isLeaf = (value: unknown): value is LogLeaf =>
  isObject(value) &&
  typeof value["event"] === "string" &&
  typeof value["sequence"] === "number" &&
  typeof value["type"] === "string" &&
  isStringOrNull(value["manifest"]) &&
  isStringOrNull(value["version"])

const isStringOrNull = (value: unknown): boolean => value === null || typeof value === "string"
