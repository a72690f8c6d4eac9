import { viewWindowTable, type WindowTable } from "./WindowTable.ts"

/**
 * Waits until a thread owns the lock of a bucket. A lock is held for less than a microsecond, but its owner may lose its
 * core meanwhile, so a thread that has waited for long sleeps.
 */
export const lockBucket = (words: Int32Array, lock: number, owner: number): void => {
  for (let attempt = 1; ; attempt++) {
    const holder = Atomics.compareExchange(words, lock, unlocked, owner)
    if (holder === unlocked) return
    if (attempt % attemptsBeforeSleep === 0) Atomics.wait(words, lock, holder, sleepMillis)
  }
}

export const unlockBucket = (words: Int32Array, lock: number): void => {
  Atomics.store(words, lock, unlocked)
}

/**
 * Takes the locks from a thread that has ended, which may have held one. Its last charge is either counted as a whole or
 * not at all. Until this has run, other threads wait for the bucket.
 */
export const releaseLocksOf = (table: WindowTable, owner: number): void => {
  const { lockIndex, words } = viewWindowTable(table)
  for (let bucket = 0; bucket < table.buckets; bucket++) {
    Atomics.compareExchange(words, lockIndex(bucket), owner, unlocked)
  }
}

const unlocked = 0

const attemptsBeforeSleep = 200
const sleepMillis = 1
