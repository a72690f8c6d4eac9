import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { codesOf } from "../../../src/domain/taxonomy/Settings.ts"
import type { ConflictRule, Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"

/** What the settings of a config are made from. Most configs could be valid, so that both verdicts are common. */
export interface Choice {
  readonly kind: number
  readonly picks: ReadonlyArray<number>
  readonly flag: boolean
}

export const choices: Arbitrary.Arbitrary<ReadonlyArray<Choice>> = Arbitrary.schema(
  Schema.Array(Schema.Struct({ kind: Schema.Int, picks: Schema.Array(Schema.Natural), flag: Schema.Boolean })).check(
    Schema.isMaxLength(6)
  )
)

/** Valid and invalid configs: a random one, one for each rule, those of the licenses, and what is no config. */
export const configsOf = (taxonomy: Taxonomy, choices: ReadonlyArray<Choice>): ReadonlyArray<unknown> => [
  configOf(taxonomy, choices),
  ...taxonomy.rules.map((rule) => configMeeting(taxonomy, rule)),
  ...taxonomy.licenses.map(({ config }) => config),
  {},
  null,
  [],
  "x"
]

const configOf = ({ dimensions }: Taxonomy, choices: ReadonlyArray<Choice>): unknown =>
  Object.fromEntries(
    dimensions.flatMap(({ name, shape, values }, index) => {
      const choice = choices[index % Math.max(1, choices.length)]
      if (choice === undefined || choice.kind % 7 === 0) return []
      const codes = [...values.map(({ code }) => code), "unknown"]
      const picked = choice.picks.map((pick) => codes[pick % codes.length] ?? "unknown")
      const settings = {
        single: picked[0] ?? "unknown",
        multiple: picked,
        territory: { global: choice.flag, countries: picked },
        flags: Object.fromEntries(picked.map((code) => [code, choice.flag]))
      }
      const misfits = [
        null,
        7,
        {},
        [[]],
        { global: true },
        { global: true, countries: [], more: 1 },
        [7],
        settings.single
      ]
      const misfit = misfits[choice.picks.length % misfits.length]
      return [[name, choice.kind % 11 === 5 ? misfit : settings[shape]]]
    })
  )

/** A config that meets every condition of a rule, or those on which what it requires depends, if one can. */
const configMeeting = (taxonomy: Taxonomy, { forbid, when = {} }: ConflictRule): unknown =>
  Object.fromEntries(
    taxonomy.dimensions.flatMap(({ name, required, shape, values }) => {
      const condition = (forbid ?? when)[name]
      if (condition === undefined && !required) return []
      const codes = condition === undefined ? [] : codesOf(condition, shape).map(({ code }) => code)
      const first = codes[0] ?? values[0]?.code ?? ""
      const settings = {
        single: first,
        multiple: [...new Set(codes)],
        territory: { global: false, ...condition, countries: [...new Set(codes)] },
        flags: { ...condition }
      }
      return [[name, settings[shape]]]
    })
  )
