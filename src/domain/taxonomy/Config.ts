import * as Schema from "effect/Schema"
import { Code, DimensionName } from "./Identifiers.ts"

/** What a `territory` dimension is set to (service spec, 2.4). */
export type Territory = typeof Territory.Type
export const Territory = Schema.Struct({ global: Schema.Boolean, countries: Schema.Array(Code) })

/** What a `flags` dimension is set to; a member that is absent is left open. */
export type Flags = typeof Flags.Type
export const Flags = Schema.Record(Code, Schema.Boolean)

/** One dimension's setting: `single` a code, `multiple` a list of codes, `territory` and `flags` objects. */
export type Setting = typeof Setting.Type
export const Setting = Schema.Union([Code, Schema.Array(Code), Territory, Flags]).annotate({
  expected: "a code, a list of codes, a territory (global, countries), or an object of true and false",
  hint: "Write it as the shape of the dimension asks: CODE, [CODE], { global: false, countries: [CODE] } or { MEMBER: true }"
})

/** The dimension settings of a license, keyed by dimension name (service spec, 2.1). */
export type Config = typeof Config.Type
export const Config = Schema.Record(DimensionName, Setting)
