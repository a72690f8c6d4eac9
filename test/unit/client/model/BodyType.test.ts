import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { ChangesBody } from "../../../../src/api/bodies/ChangesBody.ts"
import { DimensionsBody } from "../../../../src/api/bodies/DimensionsBody.ts"
import { ItemsBody } from "../../../../src/api/bodies/ItemsBody.ts"
import { LicenseBody, LicensesBody } from "../../../../src/api/bodies/LicenseBody.ts"
import { ReleasesBody } from "../../../../src/api/bodies/ReleasesBody.ts"
import { SchemaBody } from "../../../../src/api/bodies/SchemaBody.ts"
import { DrainingBody, HealthBody } from "../../../../src/api/bodies/ServiceBodies.ts"
import {
  changesExample,
  dimensionsExample,
  itemsExample,
  licenseExample,
  licensesExample,
  releasesExample,
  schemaExample
} from "../../../../src/api/openapi/Examples.ts"
import { findMismatch, formatMismatch, type BodyType } from "../../../../src/client/model/BodyType.ts"
import {
  changesType,
  dimensionsType,
  drainingType,
  healthType,
  itemsType,
  licensesType,
  licenseType,
  releasesType,
  taxonomySchemaType
} from "../../../../src/client/model/BodyTypes.generated.ts"

interface Typed {
  readonly type: BodyType
  readonly accepts: (body: unknown) => boolean
  readonly bodies: Arbitrary.Arbitrary<unknown>
}

const typed = (type: BodyType, schema: Schema.Codec<unknown>): Typed => ({
  type,
  accepts: Schema.is(schema),
  // As it is received.
  bodies: Arbitrary.map(Arbitrary.schema(schema), (body): unknown => JSON.parse(JSON.stringify(body)))
})

const contract: Readonly<Record<string, Typed>> = {
  license: typed(licenseType, LicenseBody),
  licenses: typed(licensesType, LicensesBody),
  dimensions: typed(dimensionsType, DimensionsBody),
  schema: typed(taxonomySchemaType, SchemaBody),
  releases: typed(releasesType, ReleasesBody),
  items: typed(itemsType, ItemsBody),
  changes: typed(changesType, ChangesBody),
  health: typed(healthType, HealthBody),
  draining: typed(drainingType, DrainingBody)
}

/** A change of one place of a body: the place by its number, and what is put there. */
const mutations = Arbitrary.schema(
  Schema.Struct({
    place: Schema.Number.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 10_000 })),
    // No texts: the types promise the type of a text, the contract its pattern, too.
    value: Schema.Literals(["nothing", "null", "true", "0.5", "[]", "{}", "[null]"])
  })
)

/** Changes one place of a body, chosen among all of them, the body itself included. */
const mutate = (body: unknown, { place, value }: { readonly place: number; readonly value: string }): unknown => {
  const root: Owner = { body: structuredClone(body) }
  const places = placesIn(root)
  const [owner, key] = places[place % places.length] ?? [root, "body"]
  if (value !== "nothing") owner[key] = JSON.parse(value)
  else if (Array.isArray(owner)) owner.splice(Number(key), 1)
  else if (owner === root) root["body"] = undefined
  else delete owner[key]
  return root["body"]
}

type Owner = Record<string | number, unknown>

const placesIn = (owner: object): ReadonlyArray<readonly [owner: Owner, key: string | number]> =>
  Object.entries(owner).flatMap(([key, value]: [string, unknown]) => [
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a JSON value
    [owner as Owner, key] as const,
    ...(typeof value === "object" && value !== null ? placesIn(value) : [])
  ])

describe.each(Object.entries(contract))("the type of %s", (_, { accepts, bodies, type }) => {
  it.prop(
    "accepts every body of the contract, and refuses what the contract refuses after a change of one place",
    [bodies, mutations],
    ([body, mutation]) => {
      const mismatch = findMismatch(type, body)
      assert.isUndefined(mismatch, mismatch && formatMismatch(mismatch))
      const mutated = mutate(body, mutation)
      assert.strictEqual(findMismatch(type, mutated) === undefined, accepts(mutated), JSON.stringify(mutated))
    },
    // The examples below go through every place.
    { arbitrary: { runs: 25 } }
  )
})

describe("the types of bodies", () => {
  const examples = [
    [licenseType, LicenseBody, licenseExample],
    [licensesType, LicensesBody, licensesExample],
    [dimensionsType, DimensionsBody, dimensionsExample],
    [taxonomySchemaType, SchemaBody, schemaExample],
    [changesType, ChangesBody, changesExample],
    [releasesType, ReleasesBody, releasesExample],
    [itemsType, ItemsBody, itemsExample]
  ] as const

  it.each(examples)("judge every change of one place of an example as the contract does", (type, schema, example) => {
    const accepts = Schema.is<Schema.Codec<unknown>>(schema)
    const size = placesIn({ example }).length
    for (const value of ["nothing", "null", "true", "0.5", "[]", "{}", "[null]"]) {
      for (let place = 0; place < size; place++) {
        const mutated = mutate(example, { place, value })
        assert.strictEqual(findMismatch(type, mutated) === undefined, accepts(mutated), `${place}, ${value}`)
      }
    }
  })

  it("let kinds and statuses of a newer service pass", () => {
    const [change, ...changes] = changesExample.changes
    const newer = { ...change, kind: "value-merged", bump: "minor", before: [] }
    assert.isUndefined(findMismatch(changesType, { ...changesExample, changes: [newer, ...changes] }))
    for (const wrong of [{ bump: "huge" }, { kind: 7 }, { deprecation: null }, { translations: { fr: { label: 1 } } }])
      assert.isDefined(
        findMismatch(changesType, { ...changesExample, changes: [{ ...newer, ...wrong }] }),
        JSON.stringify(wrong)
      )
    const release = { ...releasesExample.releases[0], status: "archived" }
    assert.isUndefined(findMismatch(releasesType, { ...releasesExample, releases: [release] }))
    const item = { ...itemsExample.items[0], kind: "bundle" }
    assert.isUndefined(findMismatch(itemsType, { ...itemsExample, items: [item] }))
  })

  it("name the first place that is wrong", () => {
    const mismatch = findMismatch(licensesType, {
      ...licensesExample,
      licenses: [licenseExample, { ...licenseExample, name: 7 }]
    })
    assert.deepStrictEqual(mismatch, { message: "Expected string", path: ["licenses", 1, "name"] })
    assert.strictEqual(mismatch && formatMismatch(mismatch), 'Expected string at ["licenses"][1]["name"]')
  })
})
