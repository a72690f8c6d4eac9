import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** Something that the cache holds, with roughly the bytes of memory that it uses. */
export interface Weighed {
  readonly byteLength: number
}

/** What is read from disk or made for responses, in memory within one budget of bytes. */
export type BodyCache = Effect.Success<ReturnType<typeof makeBodyCache>>

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
  /** From the least to the most recently used. */
  const recent = new Set<Entry>()
  let bytesHeld = 0
  let evictions = 0

  const evict = (): void => {
    if (bytesHeld <= budget) return
    const evictable = [...recent].filter(({ isPinned }) => !isPinned())
    let bytes = evictable.reduce((sum, { value }) => sum + value.byteLength, 0)
    for (const oldest of evictable.slice(0, -1)) {
      if (bytes <= budget) break
      recent.delete(oldest)
      oldest.drop()
      bytes -= oldest.value.byteLength
      bytesHeld -= oldest.value.byteLength
      evictions += 1
    }
  }

  /** A part of the cache with keys of its own. Every part competes for the same budget. */
  const shelf = <A extends Weighed, E = never>(): Shelf<A, E> => {
    const entries = new Map<string, Entry<A>>()
    const making = new Map<string, Deferred.Deferred<A, E>>()
    let pinned: ReadonlySet<string> = new Set()

    const keep = (key: string, value: A): A => {
      const entry: Entry<A> = { value, isPinned: () => pinned.has(key), drop: () => entries.delete(key) }
      entries.set(key, entry)
      recent.add(entry)
      bytesHeld += value.byteLength
      evict()
      return value
    }
    const peek = (key: string): A | undefined => {
      const entry = entries.get(key)
      if (entry !== undefined && !pinned.has(key) && recent.delete(entry)) recent.add(entry)
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
        // They count as used until now.
        for (const key of before.difference(keys)) peek(key)
        evict()
      },
      size: () => entries.size
    }
  }
  return { shelf, counts: () => ({ bytesHeld, evictions }) }
})

interface Entry<A extends Weighed = Weighed> {
  readonly value: A
  readonly isPinned: () => boolean
  /** Removes it from its shelf. */
  readonly drop: () => void
}

const makingConcurrency = 2
