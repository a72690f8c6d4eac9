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
  readonly tail: ListParts<never>["tail"]
  readonly byteLength: number
}

export interface ListParts<Entry> {
  /** The entries in steps that each take about a millisecond. */
  readonly entries: Iterable<ReadonlyArray<Entry>>
  readonly groupOf: (entry: Entry) => string
  /** The name of the list. */
  readonly name: string
  /** The members of the body before its list. Called when all entries were read. */
  readonly head: () => object
  /** The members after it, for a body with so many entries. The cursor of the next page comes before the last one. */
  readonly tail: (count: number) => object
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

function* assemble<Entry>({ entries, groupOf, head, name, tail }: ListParts<Entry>) {
  const [starts, groups]: readonly [Array<number>, Array<string>] = [[], []]
  // One text for all entries of a group.
  const shared = memoizeText((group) => group)
  const chunks: Array<Buffer> = []
  let length = 0
  for (const step of entries) {
    for (const entry of step) {
      let separator = starts.length === 0 ? "" : ","
      starts.push(length + separator.length)
      groups.push(shared(groupOf(entry)))
      for (const piece of jsonPieces(entry)) {
        const chunk = Buffer.from(separator + piece)
        separator = ""
        length += chunk.length
        chunks.push(chunk)
        yield
      }
    }
    yield
  }
  const prefix = Buffer.from(JSON.stringify({ ...head(), [name]: [] }).slice(0, -"]}".length))
  const hash = createHash("sha256")
  const bytes = yield* join([prefix, ...chunks, endOf(tail(starts.length))], (part) => hash.update(part))
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

/** Joins parts in steps: a buffer that is filled at once stops the process for as long as its memory takes. */
function* join(parts: ReadonlyArray<Buffer>, onStep: (part: Buffer) => void = () => undefined) {
  const joined = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let filled = 0
  for (const part of parts) {
    for (let start = 0; start < part.length; start += maxBytesPerStep) {
      const step = part.subarray(start, start + maxBytesPerStep)
      onStep(step)
      filled += step.copy(joined, filled)
      yield
    }
  }
  return joined
}

const maxBytesPerStep = 1_048_576

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
  { bytes, first, groups, length, starts, tail }: ListBody,
  { cursorOf, from, limit, matches }: Selection
): Generator<void, Uint8Array> {
  const matchesGroup = memoizeText(matches)
  /** The selected bytes of the list, with a comma after each entry. Neighbors are one range. */
  const ranges: Array<{ readonly start: number; end: number }> = []
  let count = 0
  let next: string | undefined
  for (let position = from; position < groups.length; position += 1) {
    if (position % maxEntriesPerStep === 0) yield
    if (!matchesGroup(groups[position] ?? "")) continue
    if (count === limit) {
      next = cursorOf(position)
      break
    }
    count += 1
    const start = starts[position] ?? 0
    const end = starts[position + 1] ?? length + 1
    const last = ranges.at(-1)
    if (last?.end === start) last.end = end
    else ranges.push({ start, end })
  }
  const last = ranges.at(-1)
  if (last !== undefined) last.end -= 1
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const selected = ranges.map(({ end, start }) => buffer.subarray(first + start, first + end))
  return yield* join([buffer.subarray(0, first), ...selected, endOf(tail(count), next)])
}

const maxEntriesPerStep = 4096

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
