import { isUnlimited, quotas, type Tier } from "../../domain/keys/Tier.ts"
import type { Instant } from "../Instant.ts"
import type { Verdict } from "../Limiter.ts"
import type { MemoryLimiter } from "../MemoryLimiter.ts"
import { currentUsage, findRefusal, isOpen, toAllowance, unlimitedAllowance, type Usage } from "../Windows.ts"
import { lockBucket, unlockBucket } from "./BucketLock.ts"
import {
  bucketOf,
  forgottenCounter,
  packKey,
  takenCounter,
  viewWindowTable,
  type PackedKey,
  type WindowTable,
  type WindowTableView
} from "./WindowTable.ts"

/** A limiter of one thread that counts together with those of other threads. */
export interface SharedLimiter extends MemoryLimiter {
  /** Keys whose usage was forgotten for lack of places, by all threads. */
  readonly forgotten: () => number
}

/**
 * Counts in memory that threads share, exactly: each key is charged by one thread at a time. Time is that of the
 * monotonic clock, which is the same in all threads of a process.
 *
 * If a bucket has no place for another key, the key whose day ends first is forgotten, as in the limiter of one thread:
 * its next request opens new windows. `owner` is a positive number of this thread that none had before.
 */
export const makeSharedLimiter = (table: WindowTable, owner: number): SharedLimiter => {
  const view = viewWindowTable(table)
  const { words } = view

  /** Runs `decide` while no other thread uses the bucket of a key. */
  const exclusively = <A>(key: PackedKey, decide: (bucket: number) => A): A => {
    const bucket = bucketOf(key, table.buckets)
    const lock = view.lockIndex(bucket)
    lockBucket(words, lock, owner)
    try {
      return decide(bucket)
    } finally {
      unlockBucket(words, lock)
    }
  }

  const open = (bucket: number, key: PackedKey, usage: Usage, now: Instant): void => {
    freeClosed(view, bucket, now)
    const place = view.findFree(bucket)
    if (place !== undefined) {
      view.claim(place, key, usage)
      Atomics.add(words, takenCounter, 1)
      return
    }
    const [oldest] = view.taken(bucket).toSorted((left, right) => dayEnd(view, left) - dayEnd(view, right))
    if (oldest === undefined) return
    view.claim(oldest, key, usage)
    Atomics.add(words, forgottenCounter, 1)
  }

  const decide =
    (isCharged: boolean) =>
    (keyPrefix: string, tier: Tier, now: Instant): Verdict => {
      const quota = quotas[tier]
      // Takes no place, of which there are only so many.
      if (isUnlimited(quota)) return unlimitedAllowance(now)
      const key = packKey(keyPrefix)
      return exclusively(key, (bucket) => {
        const place = view.find(bucket, key)
        const usage = currentUsage(place === undefined ? undefined : view.read(place), now)
        const advertised = [usage.hour.advertisedResetAt, usage.day.advertisedResetAt]
        const refusal = findRefusal(usage, quota, now)
        const charges = isCharged && refusal === undefined
        if (charges) {
          usage.hour.used++
          usage.day.used++
        }
        const verdict = refusal ?? toAllowance(usage, quota, now)
        const isReadvertised =
          usage.hour.advertisedResetAt !== advertised[0] || usage.day.advertisedResetAt !== advertised[1]
        if (place !== undefined && (charges || isReadvertised)) view.write(place, usage)
        if (place === undefined && charges) open(bucket, key, usage, now)
        return verdict
      })
    }

  return {
    charge: decide(true),
    peek: decide(false),
    size: () => Atomics.load(words, takenCounter),
    forgotten: () => Atomics.load(words, forgottenCounter)
  }
}

/** Frees the places of a bucket whose windows have closed. */
const freeClosed = (view: WindowTableView, bucket: number, now: Instant): void => {
  for (const place of view.taken(bucket)) {
    const { day, hour } = view.read(place)
    if (isOpen(day, now) || isOpen(hour, now)) continue
    view.free(place)
    Atomics.sub(view.words, takenCounter, 1)
  }
}

const dayEnd = (view: WindowTableView, place: number): number => view.read(place).day.endMillis
