import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { ReleaseBodies } from "../catalog/ReleaseBodies.ts"
import type { StoredBody } from "../catalog/StoredBody.ts"

/** The bodies of a release in memory that all threads share, as a message that refers to it. */
export interface SharedBodies {
  readonly manifest: PublishedRelease["manifest"]
  /** Tells the loads of one release apart. */
  readonly loadNumber: number
  readonly memory: SharedArrayBuffer
  readonly bodies: ReadonlyArray<SharedBody>
  readonly manifestText: Span
  readonly list: {
    readonly prefix: Span
    readonly entries: ReadonlyArray<readonly [code: string, Span]>
    readonly suffix: Span
  }
  readonly byteLength: number
}

interface SharedBody {
  readonly path: string
  readonly sha256: string
  readonly identity: Span
  /** True if the identity form is a text, see `StoredBody`. */
  readonly isText: boolean
  readonly br: Span | undefined
  readonly gzip: Span | undefined
}

/** The bytes from an offset up to another. */
type Span = readonly [start: number, end: number]

/** Copies the bodies of a release to shared memory, each byte once. */
export const shareBodies = (
  manifest: PublishedRelease["manifest"],
  loadNumber: number,
  { bodies, byteLength, licenseEntries, manifest: manifestText }: ReleaseBodies
): SharedBodies => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  const add = (bytes: Uint8Array): Span => {
    pieces.push(bytes)
    size += bytes.length
    return [size - bytes.length, size]
  }
  const addOptional = (bytes: Uint8Array | undefined): Span | undefined => (bytes === undefined ? bytes : add(bytes))

  const { entries, prefix, suffix } = licenseEntries
  // The parts of the list are views of its bytes.
  const listStart = prefix.byteOffset
  const [at] = add(new Uint8Array(prefix.buffer, listStart, suffix.byteOffset + suffix.length - listStart))
  const spanOf = ({ byteOffset, length }: Uint8Array): Span => [
    at + byteOffset - listStart,
    at + byteOffset - listStart + length
  ]
  const shared = [...bodies].map(([path, { br, gzip, identity, sha256 }]): SharedBody => {
    const isText = typeof identity === "string"
    const isList = !isText && identity.buffer === prefix.buffer && identity.byteOffset === listStart
    return {
      path,
      sha256,
      identity: isText ? add(Buffer.from(identity)) : isList ? spanOf(identity) : add(identity),
      isText,
      br: addOptional(br),
      gzip: addOptional(gzip)
    }
  })
  const manifestSpan = add(Buffer.from(manifestText))
  const memory = new SharedArrayBuffer(size)
  const target = new Uint8Array(memory)
  let offset = 0
  for (const piece of pieces) {
    target.set(piece, offset)
    offset += piece.length
  }
  return {
    manifest,
    loadNumber,
    memory,
    bodies: shared,
    manifestText: manifestSpan,
    list: {
      prefix: spanOf(prefix),
      entries: [...entries].map(([code, entry]) => [code, spanOf(entry)] as const),
      suffix: spanOf(suffix)
    },
    byteLength
  }
}

/**
 * The bodies as a thread reads them. Bytes are sent from the shared memory. Texts, which are small, belong to one thread:
 * each makes its own on first use, and the prepared reply keeps it.
 */
export const viewBodies = ({ bodies, byteLength, list, manifestText, memory }: SharedBodies): ReleaseBodies => {
  const bytesOf = ([start, end]: Span): Uint8Array => new Uint8Array(memory, start, end - start)
  const textOf = ([start, end]: Span): string => Buffer.from(memory, start, end - start).toString("utf8")
  const viewBody = ({ br, gzip, identity, isText, sha256 }: SharedBody): StoredBody => ({
    sha256,
    get identity() {
      return isText ? textOf(identity) : bytesOf(identity)
    },
    br: br && bytesOf(br),
    gzip: gzip && bytesOf(gzip)
  })
  return {
    bodies: new Map(bodies.map((body) => [body.path, viewBody(body)])),
    get manifest() {
      return textOf(manifestText)
    },
    licenseEntries: {
      prefix: bytesOf(list.prefix),
      entries: new Map(list.entries.map(([code, span]) => [code, bytesOf(span)])),
      suffix: bytesOf(list.suffix)
    },
    byteLength
  }
}
