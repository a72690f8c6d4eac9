import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import { memoizeText } from "../../platform/MemoizeText.ts"
import { compressBody, type StoredBody } from "./StoredBody.ts"

/** A body with one list, ready to be sent as a whole, filtered, or in pages. */
export interface ListBody {
  readonly body: StoredBody
  /** The bytes of the body without an encoding. */
  readonly bytes: Uint8Array
  /** The position of the list in the bytes, and its length. */
  readonly first: number
  readonly length: number
  /** The position of each entry in the list. Each but the last ends one byte, a comma, before the next. */
  readonly starts: Uint32Array
  /** The group of each entry, by which a filter decides. */
  readonly groups: ReadonlyArray<string>
  readonly tail: ListFrame["tail"]
  readonly byteLength: number
}

/** The members of the body around its list. */
export interface ListFrame {
  readonly head: object
  /** The name of the list. */
  readonly name: string
  /** The members after it, for a body with so many entries. The cursor of the next page comes before the last one. */
  readonly tail: (count: number) => object
}

export interface ListParts<Entry> {
  /** The entries in steps that each take about a millisecond. */
  readonly entries: Iterable<ReadonlyArray<Entry>>
  /** What is around them. Called when all entries were read. */
  readonly frame: () => ListFrame
  readonly groupOf: (entry: Entry) => string
}

/** Makes a body between requests, in the layout of artifacts: compact, with a line break for readers in a terminal. */
export const makeListBody = Effect.fnUntraced(function* <Entry>(parts: ListParts<Entry>) {
  const { sha256, ...list } = yield* runInSlices(() => assemble(parts))
  // A thread that compresses cannot be stopped, so an interruption waits for its end.
  const body = yield* Effect.uninterruptible(compressBody({ bytes: list.bytes, sha256 }))
  const byteLength = overheadBytes + body.byteLength + 3 * list.starts.byteLength
  return { ...list, body, byteLength } satisfies ListBody
})

/** The objects around the bytes, including a small body as text. */
const overheadBytes = 65_536

function* assemble<Entry>({ entries, frame, groupOf }: ListParts<Entry>) {
  const [starts, groups]: readonly [Array<number>, Array<string>] = [[], []]
  // One text for all entries of a group.
  const shared = memoizeText((group) => group)
  const chunks: Array<Buffer> = []
  let length = 0
  for (const step of entries) {
    let text = ""
    for (const entry of step) {
      if (starts.length > 0) {
        text += ","
        length += 1
      }
      starts.push(length)
      groups.push(shared(groupOf(entry)))
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
  const { head, name, tail } = frame()
  const prefix = Buffer.from(JSON.stringify({ ...head, [name]: [] }).slice(0, -"]}".length))
  const suffix = endOf(tail(starts.length))
  const hash = createHash("sha256")
  // Filled bit by bit: one that is filled at once stops the process for as long as its memory takes.
  const bytes = Buffer.allocUnsafeSlow(prefix.length + length + suffix.length)
  let position = 0
  for (const chunk of [prefix, ...chunks, suffix]) {
    hash.update(chunk)
    position += chunk.copy(bytes, position)
    yield
  }
  return {
    bytes,
    first: prefix.length,
    length,
    starts: Uint32Array.from(starts),
    groups,
    tail,
    sha256: hash.digest("hex")
  }
}

const endOf = (tail: object, next_cursor?: string): Buffer => {
  const { _meta, ...others }: { readonly _meta?: unknown } = tail
  return Buffer.from(`],${JSON.stringify({ ...others, next_cursor, _meta }).slice(1)}\n`)
}

const maxChunkLength = 65_536

/** Selects entries of a list. */
export interface Selection {
  readonly matches: (group: string) => boolean
  /** The position in the whole list of the first entry that may be selected. */
  readonly from: number
  /** How many entries to select at most. */
  readonly limit: number
  /** The cursor of the page that begins at a position. */
  readonly cursorOf: (position: number) => string
}

/** The bytes of a body with the selected entries, in steps. Nothing is rendered again. */
export function* selectEntries(
  { bytes, first: listStart, groups, length, starts, tail }: ListBody,
  { cursorOf, from, limit, matches }: Selection
): Generator<void, Uint8Array> {
  const matchesGroup = memoizeText(matches)
  const isSelected = (position: number): boolean => matchesGroup(groups[position] ?? "")
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const list = buffer.subarray(listStart, listStart + length)
  const parts: Array<Buffer> = [buffer.subarray(0, listStart)]
  let count = 0
  let position = from
  while (position < groups.length && count < limit) {
    const first = position
    // Neighbors that match are one range of bytes.
    while (position < groups.length && count + position - first < limit && isSelected(position)) {
      position += 1
    }
    if (position > first) {
      if (count > 0) parts.push(comma)
      const next = starts[position]
      parts.push(list.subarray(starts[first], next === undefined ? length : next - comma.length))
      count += position - first
    } else position += 1
    if (parts.length % maxPartsPerStep === 0) yield
  }
  while (position < groups.length && !isSelected(position)) position += 1
  parts.push(endOf(tail(count), position < groups.length ? cursorOf(position) : undefined))
  const selected = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let filled = 0
  for (const [index, part] of parts.entries()) {
    if (index % maxPartsPerStep === 0) yield
    for (let start = 0; start < part.length; start += maxBytesPerStep) {
      filled += part.copy(selected, filled, start, start + maxBytesPerStep)
      if (part.length > maxBytesPerStep) yield
    }
  }
  return selected
}

const comma = Buffer.from(",")

const maxPartsPerStep = 4096
const maxBytesPerStep = 1_048_576

/** Encodes a value as compact JSON with a line break at its end, between requests. */
export const encodeInSlices = (value: unknown): Effect.Effect<Uint8Array> =>
  runInSlices(function* () {
    const pieces: Array<string> = []
    for (const piece of jsonPieces(value)) {
      pieces.push(piece)
      yield
    }
    return Buffer.from(`${pieces.join("")}\n`)
  })

/**
 * The JSON of a value in pieces that are quick to make: long lists, such as the values of an added dimension, come in
 * parts. Joined, they are what `JSON.stringify` gives.
 */
function* jsonPieces(value: unknown): Generator<string, void> {
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

/**
 * Runs steps to their result in slices of a few milliseconds, between which requests get their turn. Each step must be
 * short. Interruption ends it between two slices.
 */
export const runInSlices = <A>(makeSteps: () => Generator<unknown, A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const steps = makeSteps()
    const runSlice: Effect.Effect<A> = Effect.suspend(() => {
      const end = performance.now() + sliceMillis
      for (;;) {
        const step = steps.next()
        if (step.done === true) return Effect.succeed(step.value)
        if (performance.now() >= end) return Effect.andThen(Effect.yieldNow, runSlice)
      }
    })
    return runSlice
  })

const sliceMillis = 4
