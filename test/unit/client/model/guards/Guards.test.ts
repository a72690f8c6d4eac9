import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { ChangesBody } from "../../../../../src/api/bodies/ChangesBody.ts"
import { DimensionsBody } from "../../../../../src/api/bodies/DimensionsBody.ts"
import { DrainingBody, HealthBody } from "../../../../../src/api/bodies/HealthBody.ts"
import { ItemsBody } from "../../../../../src/api/bodies/ItemsBody.ts"
import { LicenseBody, LicensesBody } from "../../../../../src/api/bodies/LicenseBody.ts"
import { ReleasesBody } from "../../../../../src/api/bodies/ReleasesBody.ts"
import { SchemaBody } from "../../../../../src/api/bodies/SchemaBody.ts"
import {
  changesExample,
  dimensionsExample,
  itemsExample,
  licenseExample,
  licensesExample,
  releasesExample,
  schemaExample
} from "../../../../../src/api/openapi/Examples.ts"
import { guardChanges } from "../../../../../src/client/model/guards/ChangesGuards.ts"
import { guardDimensions } from "../../../../../src/client/model/guards/DimensionsGuards.ts"
import { formatPath, type Guard } from "../../../../../src/client/model/guards/Guard.ts"
import { guardDraining, guardHealth } from "../../../../../src/client/model/guards/HealthGuards.ts"
import { guardItems, guardReleases } from "../../../../../src/client/model/guards/HistoryGuards.ts"
import { guardLicense, guardLicenses } from "../../../../../src/client/model/guards/LicenseGuards.ts"
import { guardSchema } from "../../../../../src/client/model/guards/SchemaGuards.ts"

interface Guarded {
  readonly guard: Guard
  readonly accepts: (body: unknown) => boolean
  readonly bodies: Arbitrary.Arbitrary<unknown>
}

const guarded = (guard: Guard, schema: Schema.Codec<unknown>): Guarded => ({
  guard,
  accepts: Schema.is(schema),
  // As it is received.
  bodies: Arbitrary.map(Arbitrary.schema(schema), (body): unknown => JSON.parse(JSON.stringify(body)))
})

const contract: Readonly<Record<string, Guarded>> = {
  license: guarded(guardLicense, LicenseBody),
  licenses: guarded(guardLicenses, LicensesBody),
  dimensions: guarded(guardDimensions, DimensionsBody),
  schema: guarded(guardSchema, SchemaBody),
  releases: guarded(guardReleases, ReleasesBody),
  items: guarded(guardItems, ItemsBody),
  changes: guarded(guardChanges, ChangesBody),
  health: guarded(guardHealth, HealthBody),
  draining: guarded(guardDraining, DrainingBody)
}

/** A change of one place of a body: the place by its number, and what is put there. */
const mutations = Arbitrary.schema(
  Schema.Struct({
    place: Schema.Number.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 10_000 })),
    // No texts: the guards promise the type of a text, the contract its pattern, too.
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

describe.each(Object.entries(contract))("the guard of %s", (_, { accepts, bodies, guard }) => {
  it.prop(
    "accepts every body of the contract, and refuses what the contract refuses after a change of one place",
    [bodies, mutations],
    ([body, mutation]) => {
      const mismatch = guard(body)
      assert.isUndefined(mismatch, mismatch && `${mismatch.message} at ${formatPath(mismatch)}`)
      const mutated = mutate(body, mutation)
      assert.strictEqual(guard(mutated) === undefined, accepts(mutated), JSON.stringify(mutated))
    },
    // The examples below go through every place.
    { arbitrary: { runs: 25 } }
  )
})

describe("the guards", () => {
  const examples = [
    [guardLicense, LicenseBody, licenseExample],
    [guardLicenses, LicensesBody, licensesExample],
    [guardDimensions, DimensionsBody, dimensionsExample],
    [guardSchema, SchemaBody, schemaExample],
    [guardChanges, ChangesBody, changesExample]
  ] as const

  it.each(examples)("judge every change of one place of an example as the contract does", (guard, schema, example) => {
    const accepts = Schema.is<Schema.Codec<unknown>>(schema)
    const size = placesIn({ example }).length
    for (const value of ["nothing", "null", "true", "0.5", "[]", "{}", "[null]"]) {
      for (let place = 0; place < size; place++) {
        const mutated = mutate(example, { place, value })
        assert.strictEqual(guard(mutated) === undefined, accepts(mutated), `${place}, ${value}`)
      }
    }
  })

  it("let kinds and statuses of a newer service pass", () => {
    const [change, ...changes] = changesExample.changes
    const newer = { ...change, kind: "value-merged", bump: "minor", before: [] }
    assert.isUndefined(guardChanges({ ...changesExample, changes: [newer, ...changes] }))
    for (const wrong of [{ bump: "huge" }, { kind: 7 }, { deprecation: null }, { translations: { fr: { label: 1 } } }])
      assert.isDefined(guardChanges({ ...changesExample, changes: [{ ...newer, ...wrong }] }), JSON.stringify(wrong))
    const release = { ...releasesExample.releases[0], status: "archived" }
    assert.isUndefined(guardReleases({ ...releasesExample, releases: [release] }))
    const item = { ...itemsExample.items[0], kind: "bundle" }
    assert.isUndefined(guardItems({ ...itemsExample, items: [item] }))
  })

  it("name the first place that is wrong", () => {
    const mismatch = guardLicenses({ ...licensesExample, licenses: [licenseExample, { ...licenseExample, name: 7 }] })
    assert.deepStrictEqual(mismatch, { message: "Expected string", path: ["licenses", 1, "name"] })
    assert.strictEqual(mismatch && formatPath(mismatch), '["licenses"][1]["name"]')
  })
})
