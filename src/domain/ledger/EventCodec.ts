import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { enable } from "effect/schema/SchemaJITCompiler"
import { flip } from "effect/SchemaAST"

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

/** One schema version of an event type. `encode` fails for an event that the schema cannot hold exactly. */
export interface EventVersion<E extends Event> {
  decode(event: unknown): Result.Result<E, unknown>
  encode(event: E): Result.Result<Event, unknown>
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
      return decoded === undefined ? Result.fail("unreadable") : Result.mapError(decoded, () => "unreadable" as const)
    },
    encode: (event) => {
      let cause: unknown
      for (const [index, version] of versionsOf.get(event._tag)?.entries() ?? []) {
        if (version === "unreleased") continue
        const encoded = version.encode(event)
        if (Result.isSuccess(encoded)) {
          const { _tag: type, ...data } = encoded.success
          return { type, schema: index + 1, data }
        }
        cause = encoded.failure
      }
      throw new RangeError(`No schema of ${event._tag} can hold this event`, { cause })
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
  // Large events are mostly checking of their values, and compiled code takes half of the time for that.
  for (const ast of [schema.ast, flip(schema.ast)]) enable(ast)
  const decode = Schema.decodeUnknownResult(schema, strict)
  const encode = Schema.encodeUnknownResult(schema, strict)
  return {
    decode: (event) => Result.map(decode(event), upcast),
    encode: (event) => encode(downcast(event))
  }
}

type EventSchema<E extends Event> = Schema.Codec<E, Event>

// Both ways: a key that the schema does not know must never be dropped in silence.
const strict = { onExcessProperty: "error" } as const
