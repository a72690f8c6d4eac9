import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import type { ChangeBody } from "../../api/bodies/ChangesBody.ts"
import { changeEntries, changesHead, changesTail } from "../../api/projections/ChangesProjection.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { compressBody, type StoredBody } from "../catalog/StoredBody.ts"
import type { ChangeSubject, ChangesIndex } from "./ChangesIndex.ts"
import { runInSlices } from "./RunInSlices.ts"

/** Two releases of a history. */
export interface ReleasePair {
  readonly history: ReleaseHistory
  readonly from: PublishedRelease
  readonly to: PublishedRelease
}

/** The body of the changes between two releases, ready to be sent, whole or in part. */
export interface PreparedChanges {
  readonly body: StoredBody
  /** The bytes of the body without an encoding. */
  readonly bytes: Uint8Array
  readonly index: ChangesIndex
  /** Roughly the memory that it uses. */
  readonly byteLength: number
}

/** Makes the body between requests. */
export const prepareChanges = Effect.fnUntraced(function* (pair: ReleasePair) {
  const { bytes, index, sha256 } = yield* runInSlices(() => assemble(pair))
  // A thread that compresses cannot be stopped, so an interruption waits for its end.
  const body = yield* Effect.uninterruptible(compressBody({ bytes, sha256 }))
  return { body, bytes, index, byteLength: memoryOf(body, bytes, index) } satisfies PreparedChanges
})

/** The bytes of a body, in the layout of artifacts: compact, with a line break for readers in a terminal. */
function* assemble({ from, history, to }: ReleasePair) {
  const [starts, groups]: readonly [Array<number>, Array<number>] = [[], []]
  const groupIds = new Map<string, number>()
  const groupsById: Array<ChangeSubject> = []
  const idOf = (entry: ChangeBody): number => {
    const dimension = "dimension" in entry ? entry.dimension : undefined
    const name = `${entry.kind} ${dimension ?? ""}`
    const known = groupIds.get(name)
    if (known !== undefined) return known
    groupIds.set(name, groupsById.length)
    return groupsById.push({ kind: entry.kind, dimension }) - 1
  }

  const bumps = new Set<ChangeBody["bump"]>()
  const chunks: Array<Buffer> = []
  let length = 0
  for (const entries of changeEntries(history, from, to)) {
    let text = ""
    for (const entry of entries) {
      bumps.add(entry.bump)
      if (starts.length > 0) {
        text += ","
        length += 1
      }
      starts.push(length)
      groups.push(idOf(entry))
      for (const piece of jsonPieces(entry)) {
        text += piece
        length += Buffer.byteLength(piece)
        if (text.length < maxChunkLength) continue
        chunks.push(Buffer.from(text))
        text = ""
        yield
      }
    }
    chunks.push(Buffer.from(text))
    yield
  }

  const head = JSON.stringify({
    ...changesHead(
      from,
      to,
      [...bumps].map((bump) => ({ bump }))
    ),
    changes: []
  })
  const tail = JSON.stringify(changesTail(to, starts.length))
  const first = Buffer.from(head.slice(0, -"]}".length))
  const last = Buffer.from(`],${tail.slice(1)}\n`)
  const hash = createHash("sha256")
  // Filled bit by bit: one that is filled at once stops the process for as long as its memory takes.
  const bytes = Buffer.allocUnsafeSlow(first.length + length + last.length)
  let position = 0
  for (const chunk of [first, ...chunks, last]) {
    hash.update(chunk)
    position += chunk.copy(bytes, position)
    yield
  }
  const index: ChangesIndex = {
    first: first.length,
    starts: Uint32Array.from(starts),
    length,
    groups: Uint32Array.from(groups),
    groupsById
  }
  return { bytes, index, sha256: hash.digest("hex") }
}

const maxChunkLength = 65_536

const memoryOf = ({ br, gzip }: StoredBody, bytes: Uint8Array, { groups, starts }: ChangesIndex): number =>
  overheadBytes + bytes.length + (br?.length ?? 0) + (gzip?.length ?? 0) + groups.byteLength + starts.byteLength

/** The objects around the bytes, including a small body as text and the header blocks of prepared replies. */
const overheadBytes = 65_536

/**
 * The JSON of a value in pieces that are quick to make: long lists, such as the values of an added dimension, come in
 * parts. Joined, they are what `JSON.stringify` gives.
 */
export function* jsonPieces(value: unknown): Generator<string, void> {
  if (!hasLongList(value)) {
    yield JSON.stringify(value)
  } else if (Array.isArray(value)) {
    for (let start = 0; start < value.length; start += maxListLength) {
      const part = JSON.stringify(value.slice(start, start + maxListLength))
      yield `${start === 0 ? "[" : ","}${part.slice(1, -1)}`
    }
    yield "]"
  } else {
    let separator = "{"
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${separator}${JSON.stringify(name)}:`
      yield* jsonPieces(member)
      separator = ","
    }
    yield "}"
  }
}

/** True for a long list, and for an object that has one. Lists of lists do not occur. */
const hasLongList = (value: unknown): value is object => {
  if (Array.isArray(value)) return value.length > maxListLength
  if (typeof value !== "object" || value === null) return false
  for (const name in value) if (hasLongList(Reflect.get(value, name))) return true
  return false
}

const maxListLength = 512
