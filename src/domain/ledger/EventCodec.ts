import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { makePlainDecoder } from "../PlainDecoder.ts"

/** An event as programs handle it: its type, and its data beside that. */
export interface Event {
  readonly _tag: string
}

/** An event as a ledger holds it. Numbers of schemas count from 1, for each type by itself. */
export interface EncodedEvent {
  readonly type: string
  readonly schema: number
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Reads and writes the events of one ledger, in every schema version that was ever published.
 *
 * - `decode` upcasts events of older schemas to today's type. It fails with `newer` for a type, or a schema number of
 *   a type, that this program does not know, with `unreleased` for a number that only unreleased versions wrote, and with
 *   `unreadable` for data that its schema does not describe.
 * - `encode` uses the lowest schema that can hold the event, so that older programs read what uses nothing new.
 */
export interface EventCodec<E extends Event> {
  readonly decode: (encoded: EncodedEvent) => Result.Result<E, "newer" | "unreleased" | "unreadable">
  readonly encode: (event: E) => EncodedEvent
}

/** One schema version of an event type. `undefined` stands for an event that the schema cannot hold exactly. */
export interface EventVersion<E extends Event> {
  decode(event: unknown): E | undefined
  encode(event: E): Event | undefined
}

/**
 * Makes a codec of the schema versions of each event type, the oldest first. The corpus in `test/corpus` pins those that
 * were published.
 */
export const makeEventCodec = <E extends Event>(
  versions: Readonly<Record<E["_tag"], ReadonlyArray<EventVersion<E> | "unreleased">>>
): EventCodec<E> => {
  const versionsOf = new Map<string, ReadonlyArray<EventVersion<E> | "unreleased">>(Object.entries(versions))
  return {
    decode: ({ data, schema, type }) => {
      const known = versionsOf.get(type) ?? []
      if (schema > known.length) return Result.fail("newer")
      const version = known[schema - 1]
      if (version === "unreleased") return Result.fail("unreleased")
      const decoded = version?.decode({ ...data, _tag: type })
      return decoded === undefined ? Result.fail("unreadable") : Result.succeed(decoded)
    },
    encode: (event) => {
      for (const [index, version] of versionsOf.get(event._tag)?.entries() ?? []) {
        if (version === "unreleased") continue
        const encoded = version.encode(event)
        if (encoded === undefined) continue
        const { _tag: type, ...data } = encoded
        return { type, schema: index + 1, data }
      }
      throw new RangeError(`No schema of ${event._tag} can hold this event`)
    }
  }
}

/** A version whose events are events of today's type: today's type has no more than optional fields beside them. */
export const eventVersion = <E extends Event>(schema: EventSchema<E>): EventVersion<E> =>
  upcastVersion<E, E>(
    schema,
    (event) => event,
    (event) => event
  )

/**
 * An older version, with the functions to and from today's type. `downcast` need not check whether the version can
 * hold the event: its schema refuses a key that it does not know.
 */
export const upcastVersion = <Old extends Event, E extends Event>(
  schema: EventSchema<Old>,
  upcast: (old: Old) => E,
  downcast: (event: E) => unknown
): EventVersion<E> => {
  // A key that the schema does not know is refused both ways: it must never be dropped in silence.
  const decode = makePlainDecoder(schema)
  return {
    decode: (event) => {
      const decoded = decode(event)
      return decoded && upcast(decoded)
    },
    encode: (event) => decode(downcast(event))
  }
}

/** A schema without transformations: events hold what ledgers hold. */
type EventSchema<E extends Event> = Schema.Codec<E, Event>
