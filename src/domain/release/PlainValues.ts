import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { EventVersion } from "../ledger/EventCodec.ts"
import { makePlainDecoder } from "../PlainDecoder.ts"
import type { Value } from "../taxonomy/Taxonomy.ts"
import { Value1 } from "./events/Taxonomy1.ts"
import type { ReleaseEvent, ReleasePublished } from "./ReleaseEvent.ts"

/**
 * The same schema version, which decodes the values of an added dimension one by one: there may be very many, and nearly
 * all have only texts. The schema decodes everything else, and a list that holds anything else.
 */
export const withPlainValues = (version: EventVersion<ReleaseEvent>): EventVersion<ReleaseEvent> => ({
  ...version,
  decode: (event) => {
    const written = Predicate.isObject(event) ? event["changes"] : undefined
    if (!Predicate.isObject(event) || !Array.isArray(written)) return version.decode(event)
    const lists = written.map(plainValuesOf)
    const changes = written.map((change: unknown, index) =>
      isAddition(change) && lists[index] !== undefined ? { ...change, after: { ...change.after, values: [] } } : change
    )
    return Result.map(version.decode({ ...event, changes }), (decoded) =>
      decoded._tag === "ReleasePublished" ? withValues(decoded, lists) : decoded
    )
  }
})

const decodePlainValue = makePlainDecoder(
  Schema.Struct(Struct.pick(Value1.fields, ["code", "label", "description", "definition"]))
)

/** The values of an added dimension, if all of them are plain. */
const plainValuesOf = (change: unknown): ReadonlyArray<Value> | undefined => {
  if (!isAddition(change) || !Array.isArray(change.after["values"])) return undefined
  const values: Array<Value> = []
  for (const written of change.after["values"]) {
    const value = decodePlainValue(written)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

const withValues = (
  event: ReleasePublished,
  lists: ReadonlyArray<ReadonlyArray<Value> | undefined>
): ReleasePublished => ({
  ...event,
  changes: event.changes.map((change, index) => {
    const values = lists[index]
    return change.kind === "dimension-added" && values !== undefined
      ? { ...change, after: { ...change.after, values } }
      : change
  })
})

const isAddition = (change: unknown): change is { readonly after: Readonly<Record<string, unknown>> } =>
  Predicate.isObject(change) && change["kind"] === "dimension-added" && Predicate.isObject(change["after"])
