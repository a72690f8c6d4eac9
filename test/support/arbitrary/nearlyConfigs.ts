import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { either, pick, some, whole } from "./pick.ts"

// Codes, names of operators, and what is neither. Objects inherit some of them.
const names = [
  "A",
  "use_type",
  "constructor",
  "__proto__",
  "version",
  "Bad",
  "bad key",
  "",
  "global",
  "countries",
  "contains",
  "contains_any",
  "contains_all",
  "empty",
  "equals",
  "any_of"
] as const

const longestCode = "x".repeat(64)

const leaves: Arbitrary.Arbitrary<unknown> = either<unknown>(
  Arbitrary.schema(Schema.Literals([true, false, true, false, 0, 1])),
  Arbitrary.map(pick("null", "undefined", "function"), (kind) =>
    kind === "null" ? null : kind === "undefined" ? undefined : () => true
  ),
  pick("A", "use_type", "constructor", "bad key", "", longestCode, `${longestCode}x`, "A\n")
)

const listsOf = (members: Arbitrary.Arbitrary<unknown>): Arbitrary.Arbitrary<unknown> =>
  Arbitrary.map(
    Arbitrary.all([Arbitrary.array(members, { maxLength: 3 }), whole(0, 9)]),
    ([list, hole]): ReadonlyArray<unknown> => {
      const copy = [...list]
      // A hole, which many functions skip.
      if (hole === 0) copy.length += 1
      return copy
    }
  )

const objectsOf = (members: Arbitrary.Arbitrary<unknown>): Arbitrary.Arbitrary<unknown> =>
  Arbitrary.map(
    Arbitrary.all([some(0, ...names), Arbitrary.array(members, { minLength: names.length, maxLength: names.length })]),
    ([keys, values]) => Object.fromEntries(keys.slice(0, 3).map((key, index) => [key, values[index]]))
  )

const nested = (members: Arbitrary.Arbitrary<unknown>): Arbitrary.Arbitrary<unknown> =>
  either(members, listsOf(members), objectsOf(members))

/** Values that are settings, conditions or configs, or nearly so. */
export const nearlyConfigs: Arbitrary.Arbitrary<unknown> = nested(nested(leaves))

/** Territories and conditions on territories, or nearly so. */
export const nearlyTerritories: Arbitrary.Arbitrary<unknown> = Arbitrary.all({
  global: either(leaves, Arbitrary.schema(Schema.Boolean)),
  countries: nested(leaves)
})
