import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { eventVersion, makeEventCodec, upcastVersion } from "../../../../src/domain/ledger/EventCodec.ts"

describe("EventCodec", () => {
  it("upcasts an event of an older schema to today's type", () => {
    assert.deepStrictEqual(
      decode("Measured", 1, { meters: 3 }),
      Result.succeed({ _tag: "Measured", length: 3, unit: "m" })
    )
  })

  it("encodes an event in the lowest schema that can hold it", () => {
    assert.deepStrictEqual(codec.encode({ _tag: "Measured", length: 3, unit: "m" }), {
      type: "Measured",
      schema: 1,
      data: { meters: 3 }
    })
    const feet = { length: 3, unit: "ft" } as const
    assert.deepStrictEqual(codec.encode({ _tag: "Measured", ...feet }), { type: "Measured", schema: 2, data: feet })
    const note = { ...feet, note: "By eye." }
    assert.deepStrictEqual(codec.encode({ _tag: "Measured", ...note }), { type: "Measured", schema: 3, data: note })
  })

  it("decodes an optional field only in the schema that added it and in later ones", () => {
    const data = { length: 3, unit: "m", note: "By eye." } as const
    assert.deepStrictEqual(decode("Measured", 3, data), Result.succeed({ _tag: "Measured", ...data }))
    assert.deepStrictEqual(decode("Measured", 2, data), Result.fail("unreadable"))
  })

  it("numbers the schemas of each type independently", () => {
    assert.isTrue(Result.isSuccess(decode("Measured", 3, { length: 3, unit: "m" })))
    assert.deepStrictEqual(decode("Forgotten", 2, {}), Result.fail("newer"))
  })

  it("distinguishes events of a newer version from unreadable data", () => {
    assert.deepStrictEqual(decode("Weighed", 1, {}), Result.fail("newer"))
    assert.deepStrictEqual(decode("Measured", 4, {}), Result.fail("newer"))
    assert.deepStrictEqual(decode("Measured", 0, {}), Result.fail("unreadable"))
    assert.deepStrictEqual(decode("Measured", 3, {}), Result.fail("unreadable"))
  })

  it("throws for an event that no schema can hold", () => {
    assert.throws(() => codec.encode({ _tag: "Measured", length: Number.NaN, unit: "ft" }), /No schema of Measured/)
  })
})

const Measured1 = Schema.TaggedStruct("Measured", { meters: Schema.Finite })
const Measured2 = Schema.TaggedStruct("Measured", { length: Schema.Finite, unit: Schema.Literals(["m", "ft"]) })
const Measured3 = Schema.TaggedStruct("Measured", {
  length: Schema.Finite,
  unit: Schema.Literals(["m", "ft"]),
  note: Schema.optionalKey(Schema.String)
})
type Measured = typeof Measured3.Type
const Forgotten1 = Schema.TaggedStruct("Forgotten", {})

const codec = makeEventCodec<Measured | typeof Forgotten1.Type>({
  Measured: [
    upcastVersion(
      Measured1,
      ({ meters }): Measured => ({ _tag: "Measured", length: meters, unit: "m" }),
      ({ length, unit, ...rest }) => (unit === "m" ? { ...rest, meters: length } : { ...rest, length, unit })
    ),
    eventVersion(Measured2),
    eventVersion(Measured3)
  ],
  Forgotten: [eventVersion(Forgotten1)]
})

const decode = (type: string, schema: number, data: Readonly<Record<string, unknown>>) =>
  codec.decode({ type, schema, data })
