import type { Usage, Window } from "../Windows.ts"

/**
 * The memory of a table of windows that several threads share. Keys are spread over buckets, each with a lock and a few
 * places. A place holds the usage of a key twice: the current copy, and the one that is written next.
 */
export interface WindowTable {
  readonly buckets: number
  readonly memory: SharedArrayBuffer
}

/** Makes an empty table. The memory is taken from the system as keys fill it. */
export const makeWindowTable = (buckets: number = defaultBuckets): WindowTable => ({
  buckets,
  memory: new SharedArrayBuffer(8 * (counterCells + buckets * bucketCells))
})

/** One thread's view of a bucket and its places, by number. The bucket must be locked, but for `lockIndex`. */
export interface WindowTableView {
  /** Locks and counters, for `Atomics`. */
  readonly words: Int32Array
  readonly lockIndex: (bucket: number) => number
  /** The place that holds a key, `undefined` if none does. */
  readonly find: (bucket: number, key: PackedKey) => number | undefined
  /** A place without a key, `undefined` if all are taken. */
  readonly findFree: (bucket: number) => number | undefined
  readonly read: (place: number) => Usage
  /** Puts the usage of a key into force in one step: a thread that is stopped at any moment leaves the one before. */
  readonly write: (place: number, usage: Usage) => void
  /** Gives a place to a key. Until the usage is in force, nobody finds it. */
  readonly claim: (place: number, key: PackedKey, usage: Usage) => void
  readonly free: (place: number) => void
  /** All places of a bucket that hold a key. */
  readonly taken: (bucket: number) => ReadonlyArray<number>
}

/** A key of up to 12 ASCII characters as three integers. */
export type PackedKey = readonly [number, number, number]

export const packKey = (key: string): PackedKey => [packWord(key, 0), packWord(key, 4), packWord(key, 8)]

/** The bucket of a key. */
export const bucketOf = ([first, second, third]: PackedKey, buckets: number): number => {
  // The multipliers are those of MurmurHash 3; the first characters of all keys are the same.
  let hash = Math.imul(first, 0xcc9e2d51) ^ Math.imul(second, 0x1b873593) ^ Math.imul(third, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35)
  return ((hash ^ (hash >>> 13)) >>> 0) % buckets
}

/** The number of places that are taken: the index of its counter. */
export const takenCounter = 0

/** The number of keys that were forgotten for lack of places: the index of its counter. */
export const forgottenCounter = 1

export const viewWindowTable = ({ memory }: WindowTable): WindowTableView => {
  const words = new Int32Array(memory)
  const numbers = new Float64Array(memory)

  const bucketCell = (bucket: number): number => counterCells + bucket * bucketCells
  const placeCell = (bucket: number, place: number): number => bucketCell(bucket) + 1 + place * placeCells

  const stateOf = (place: number): number => words[2 * place] ?? unused
  const isTaken = (place: number): boolean => stateOf(place) !== unused && stateOf(place) !== freed
  const holds = (place: number, [first, second, third]: PackedKey): boolean =>
    words[2 * place + 1] === first && words[2 * place + 2] === second && words[2 * place + 3] === third
  const copyCell = (place: number, state: number): number => place + 2 + (state === currentSecond ? usageCells : 0)

  const writeCopy = (cell: number, { day, hour }: Usage): void => {
    for (const [offset, window] of [hour, day].entries()) {
      numbers[cell + 3 * offset] = window.endMillis
      numbers[cell + 3 * offset + 1] = window.advertisedResetAt
      numbers[cell + 3 * offset + 2] = window.used
    }
  }
  const readWindow = (cell: number): Window => ({
    endMillis: numbers[cell] ?? 0,
    // Identifies a window to other servers, of which there are none.
    resetAt: 0,
    advertisedResetAt: numbers[cell + 1] ?? 0,
    used: numbers[cell + 2] ?? 0,
    shared: 0
  })

  const find = (bucket: number, key: PackedKey): number | undefined => {
    for (let index = 0; index < placesPerBucket; index++) {
      const place = placeCell(bucket, index)
      const state = stateOf(place)
      if (state === unused) return undefined
      if (state !== freed && holds(place, key)) return place
    }
    return undefined
  }

  const findFree = (bucket: number): number | undefined => {
    for (let index = 0; index < placesPerBucket; index++) {
      const place = placeCell(bucket, index)
      if (!isTaken(place)) return place
    }
    return undefined
  }

  return {
    words,
    lockIndex: (bucket) => 2 * bucketCell(bucket),
    find,
    findFree,
    read: (place) => {
      const cell = copyCell(place, stateOf(place))
      return { hour: readWindow(cell), day: readWindow(cell + 3) }
    },
    write: (place, usage) => {
      const next = stateOf(place) === currentSecond ? currentFirst : currentSecond
      writeCopy(copyCell(place, next), usage)
      Atomics.store(words, 2 * place, next)
    },
    claim: (place, key, usage) => {
      Atomics.store(words, 2 * place, freed)
      for (const [offset, word] of key.entries()) words[2 * place + 1 + offset] = word
      writeCopy(copyCell(place, currentFirst), usage)
      Atomics.store(words, 2 * place, currentFirst)
    },
    free: (place) => void Atomics.store(words, 2 * place, freed),
    taken: (bucket) => Array.from({ length: placesPerBucket }, (_, index) => placeCell(bucket, index)).filter(isTaken)
  }
}

const packWord = (key: string, start: number): number => {
  let word = 0
  for (let index = start; index < start + 4; index++) {
    word = (word << 8) | (index < key.length ? key.charCodeAt(index) & 0xff : 0)
  }
  return word
}

/** The states of a place. The memory begins as zeros, and places are used from the first on: none follows an unused one. */
const unused = 0
const currentFirst = 1
const currentSecond = 2
const freed = 3

// A cell has eight bytes: one number, or two integers.
const counterCells = 1
/** Two windows with three numbers each. */
const usageCells = 6
/** State and key, then both copies of the usage. */
const placeCells = 2 + 2 * usageCells
/**
 * With 100,000 keys in use, as many as the limiter of one thread remembers, 12 places of a bucket are taken on average,
 * and the chance that one of all buckets is full is about one in a hundred.
 */
const placesPerBucket = 32
const defaultBuckets = 8192
/** The lock, then the places. */
const bucketCells = 1 + placesPerBucket * placeCells
