// Part of published event schemas: the corpus in test/corpus pins what they read and write.
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A UTC instant to the second, on a day that its month has. */
export const Timestamp1 = Schema.String.check(
  Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/u),
  Schema.makeFilter((text: string) =>
    Option.exists(DateTime.make(text), (instant) => DateTime.formatIso(instant).slice(0, 19) === text.slice(0, 19))
  )
)
