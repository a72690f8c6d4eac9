import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** Something that the cache holds, with roughly the bytes of memory that it uses. */
export interface Weighed {
  readonly byteLength: number
}

/** What is read from disk or made for responses, in memory within one budget of bytes. */
export interface BodyCache {
  /** A part of the cache with keys of its own. Every part competes for the same budget. */
  readonly shelf: <A extends Weighed, E = never>() => Shelf<A, E>
  readonly counts: () => BodyCounts
}

export interface BodyCounts {
  readonly bytesHeld: number
  readonly evictions: number
}

export interface Shelf<A extends Weighed, E> {
  /** What has the key, if it is in memory. */
  readonly peek: (key: string) => A | undefined
  /**
   * The same, made first if it is not. Concurrent calls share the work, which goes on if all of them are interrupted:
   * clients that ask and leave would have it begin again without end. A failure is not kept.
   */
  readonly load: (key: string, make: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Keeps what has these keys whatever the budget, and nothing else. */
  readonly pin: (keys: ReadonlySet<string>) => void
  readonly size: () => number
}

/**
 * Makes a cache that evicts what was used least recently. The last one stays whatever its size, or each request would make
 * it again. Few are made at a time, since each takes memory before it is weighed. The work ends with the scope.
 */
export const makeBodyCache = Effect.fnUntraced(function* (budget: number) {
  const scope = yield* Effect.scope
  const permits = yield* Semaphore.make(makingConcurrency)
  /** What is not pinned, from the least to the most recently used. */
  const recent = new Set<Entry>()
  let recentBytes = 0
  let pinnedBytes = 0
  let evictions = 0

  const evict = (): void => {
    for (const oldest of recent) {
      if (recentBytes <= budget || recent.size === 1) break
      release(oldest)
      oldest.drop()
      evictions += 1
    }
  }
  const hold = (entry: Entry): void => {
    recent.add(entry)
    recentBytes += entry.value.byteLength
  }
  const release = (entry: Entry): void => {
    if (recent.delete(entry)) recentBytes -= entry.value.byteLength
  }

  const shelf = <A extends Weighed, E>(): Shelf<A, E> => {
    const entries = new Map<string, Entry<A>>()
    const making = new Map<string, Deferred.Deferred<A, E>>()
    let pinned: ReadonlySet<string> = new Set()

    const keep = (key: string, value: A): A => {
      const entry: Entry<A> = { value, drop: () => entries.delete(key) }
      entries.set(key, entry)
      if (pinned.has(key)) pinnedBytes += value.byteLength
      else hold(entry)
      evict()
      return value
    }
    const peek = (key: string): A | undefined => {
      const entry = entries.get(key)
      if (entry !== undefined && recent.delete(entry)) recent.add(entry)
      return entry?.value
    }
    return {
      peek,
      load: (key, make) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.suspend(() => {
            const held = peek(key)
            if (held !== undefined) return Effect.succeed(held)
            const shared = making.get(key)
            if (shared !== undefined) return restore(Deferred.await(shared))
            const own = Deferred.makeUnsafe<A, E>()
            making.set(key, own)
            const made = make.pipe(
              permits.withPermits(1),
              Effect.map((value) => keep(key, value)),
              Effect.ensuring(Effect.sync(() => making.delete(key))),
              Effect.interruptible
            )
            return Effect.andThen(Effect.forkIn(Deferred.into(made, own), scope), restore(Deferred.await(own)))
          })
        ),
      pin: (keys) => {
        const before = pinned
        pinned = keys
        for (const [key, entry] of entries) {
          if (keys.has(key) === before.has(key)) continue
          if (keys.has(key)) {
            release(entry)
            pinnedBytes += entry.value.byteLength
          } else {
            pinnedBytes -= entry.value.byteLength
            hold(entry)
          }
        }
        evict()
      },
      size: () => entries.size
    }
  }
  return { shelf, counts: () => ({ bytesHeld: recentBytes + pinnedBytes, evictions }) } satisfies BodyCache
})

interface Entry<A extends Weighed = Weighed> {
  readonly value: A
  /** Removes it from its shelf. */
  readonly drop: () => void
}

const makingConcurrency = 2
