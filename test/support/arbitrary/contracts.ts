import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import type { ContractRelease } from "../../../src/domain/contracts/ContractRelease.ts"
import { contractRelease } from "../domain/Contracts.ts"
import { either, pick, some, whole } from "./pick.ts"

// Small stores of names, so that releases, replacements and configs meet, in every way and in cycles.
const dimensions = ["one", "two", "three", "constructor"] as const
const codes = ["A", "B", "C", "toString"] as const
const items = dimensions.flatMap((dimension) => [dimension, ...codes.map((code) => `${dimension}/${code}` as const)])

const flag = Arbitrary.schema(Schema.Boolean)

const settings: Arbitrary.Arbitrary<unknown> = either<unknown>(
  pick(...codes),
  Arbitrary.array(pick(...codes), { maxLength: 3 }),
  Arbitrary.all({ global: flag, countries: some(0, ...codes) }),
  Arbitrary.map(Arbitrary.all([some(0, ...codes), flag, flag]), ([members, first, others]) =>
    Object.fromEntries(members.map((member, index) => [member, index === 0 ? first : others]))
  )
)

/** Configs of any two of the releases below, valid or not. */
export const contractConfigs: Arbitrary.Arbitrary<Readonly<Record<string, unknown>>> = Arbitrary.map(
  Arbitrary.all([
    some(0, ...dimensions),
    Arbitrary.array(settings, { minLength: dimensions.length, maxLength: dimensions.length })
  ]),
  ([names, values]) => Object.fromEntries(names.map((name, index) => [name, values[index]]))
)

const replacements = Arbitrary.map(
  Arbitrary.all([Arbitrary.array(pick(...items), { maxLength: 2 }), pick(" | ", " & ")]),
  ([names, separator]) => names.join(separator)
)

const facts = Arbitrary.map(
  Arbitrary.array(Arbitrary.all([pick(...items), replacements]), { maxLength: 24 }),
  (entries) => Object.fromEntries(entries)
)

/** Releases that have removed and deprecated whatever they lack or have, in favour of anything. */
export const contractReleases: Arbitrary.Arbitrary<ContractRelease> = Arbitrary.map(
  Arbitrary.all({
    version: Arbitrary.map(whole(1, 9), (major) => `${major}.0.0`),
    names: some(1, ...dimensions),
    shapes: Arbitrary.array(pick("single", "multiple", "territory", "flags"), { minLength: 4, maxLength: 4 }),
    values: Arbitrary.array(some(1, ...codes), { minLength: 4, maxLength: 4 }),
    required: some(0, ...dimensions),
    removed: facts,
    deprecated: facts,
    forbidden: whole(0, 9)
  }),
  ({ deprecated, forbidden, names, removed, required, shapes, values, version }) => {
    const texts = names.map((name, index) => [name, [shapes[index], ...(values[index] ?? [])].join(" ")] as const)
    const [first] = names
    const isThere = (item: string) => {
      const [name, code] = item.split("/")
      const text = texts.find(([other]) => other === name)?.[1]
      return text !== undefined && (code === undefined || text.split(" ").slice(1).includes(code))
    }
    return contractRelease(version, Object.fromEntries(texts), {
      required: required.filter((name, index) => index === 0 && names.includes(name)),
      removed: Object.fromEntries(Object.entries(removed).filter(([item]) => !isThere(item))),
      deprecated: Object.fromEntries(Object.entries(deprecated).filter(([item]) => isThere(item))),
      rules:
        forbidden < 2 && first !== undefined && shapes[0] === "multiple"
          ? [{ id: "never", description: "Never.", forbid: { [first]: { contains: "A" } } }]
          : []
    })
  }
)
