import type { Moment } from "./Instant.ts"
import { isOpen, usageAt, type Usage } from "./Windows.ts"

/** The windows of every key that has one open, and of some that were not swept yet. */
export interface WindowStore {
  /** The key's usage with both windows open. What is new in it is forgotten unless `keep` is told. */
  readonly at: (identifier: string, now: Moment) => Usage
  readonly keep: (identifier: string, usage: Usage, now: Moment) => void
  readonly size: () => number
}

/**
 * Closed windows are swept as others open, a few at a time, so that no request pays for many. Past `maximumKeys` the
 * keys whose days opened first are forgotten.
 */
export const makeWindowStore = (maximumKeys = 100_000): WindowStore => {
  const entries = new Map<string, Entry>()
  // In the order in which their days opened. A map has an order too, but passes over all that was deleted from it.
  let first: Entry | undefined
  let last: Entry | undefined

  const append = (entry: Entry): void => {
    entry.dayEnd = entry.usage.day.end
    entry.next = undefined
    if (last === undefined) first = entry
    else last.next = entry
    last = entry
  }

  const makeRoom = (now: Moment): void => {
    for (let looked = 0; looked < lookedAtOnce && first !== undefined; looked++) {
      const entry = first
      const { day, hour } = entry.usage
      const isUsed = isOpen(day, now) || isOpen(hour, now)
      const isLater = day.end > entry.dayEnd
      if (isUsed && !isLater && entries.size < maximumKeys) return
      first = entry.next
      if (first === undefined) last = undefined
      if (isUsed && isLater) append(entry)
      else entries.delete(entry.identifier)
    }
  }

  return {
    at: (identifier, now) => usageAt(entries.get(identifier)?.usage, now),
    keep: (identifier, usage, now) => {
      const entry = entries.get(identifier)
      if (entry !== undefined) {
        entry.usage = usage
        return
      }
      makeRoom(now)
      const added = { identifier, usage, dayEnd: 0, next: undefined }
      entries.set(identifier, added)
      append(added)
    },
    size: () => entries.size
  }
}

interface Entry {
  readonly identifier: string
  usage: Usage
  /** When the day closes that it has its place for; it may have another one by now. */
  dayEnd: number
  next: Entry | undefined
}

const lookedAtOnce = 64
