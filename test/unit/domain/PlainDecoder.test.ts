import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ChangeSchema } from "../../../src/domain/change/ChangeSchema.ts"
import { makePlainDecoder } from "../../../src/domain/PlainDecoder.ts"
import { Change1, ReleasePublished1 } from "../../../src/domain/release/PublishedReleaseEvents.ts"

const ledgers = ["every-kind", "conditions", "deprecations", "waivers"].flatMap((name) =>
  readFileSync(new URL(`../../corpus/ledgers/${name}.ndjson`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line): { readonly type: string; readonly data: { readonly changes?: ReadonlyArray<object> } } =>
      JSON.parse(line)
    )
)

const changes = ledgers.flatMap(({ data }) => data.changes ?? [])

/** The same data with one member left out, added, or replaced by something else. */
function* variantsOf(data: unknown): Generator {
  yield* [null, true, 7, "", "text", "A", [], {}]
  if (Array.isArray(data)) {
    yield [...data, ...data]
    for (const [index, member] of data.entries()) {
      yield data.toSpliced(index, 1)
      for (const variant of variantsOf(member)) yield data.with(index, variant)
    }
  } else if (typeof data === "object" && data !== null) {
    const entries = Object.entries(data)
    yield Object.fromEntries(entries.toReversed())
    yield { ...data, other: 1 }
    yield { ...data, A: true }
    for (const [index, [name, member]] of entries.entries()) {
      yield Object.fromEntries(entries.toSpliced(index, 1))
      for (const variant of variantsOf(member)) yield { ...data, [name]: variant }
    }
  }
}

/** Compares the decoders. The order of keys is part of the outcome. Returns how often both accept the data. */
const compare = <A>(schema: Schema.Codec<A, unknown>, samples: ReadonlyArray<unknown>): number => {
  const decodePlain = makePlainDecoder(schema)
  const decode = Schema.decodeUnknownOption(schema, { onExcessProperty: "error" })
  let accepted = 0
  for (const data of samples) {
    const expected = Option.getOrUndefined(decode(data))
    assert.strictEqual(JSON.stringify(decodePlain(data)), JSON.stringify(expected))
    if (expected !== undefined) accepted += 1
  }
  return accepted
}

describe("makePlainDecoder", () => {
  it("decodes changes, and their variants, exactly as their schemas do", () => {
    const kinds = new Map(changes.map((change) => [JSON.stringify(Object.keys(change)), change]))
    const samples = [...changes, ...[...kinds.values()].flatMap((change) => [...variantsOf(change)])]
    assert.isAbove(compare(Change1, samples), changes.length)
    assert.isAbove(compare(ChangeSchema, samples), changes.length)
  })

  it("decodes events exactly as their schema does", () => {
    const events = ledgers.flatMap(({ data, type }) => (type === "ReleasePublished" ? [{ ...data, _tag: type }] : []))
    assert.strictEqual(
      compare(ReleasePublished1, [...events, ...events.map(({ _tag, ...data }) => data)]),
      events.length
    )
  })

  it("refuses what would be transformed, or only one member of a union would leave as it is", () => {
    const decode = makePlainDecoder(Schema.Struct({ at: Schema.optionalKey(Schema.FiniteFromString) }))
    assert.deepStrictEqual([decode({}), decode({ at: "1" })], [{}, undefined])
    assert.isUndefined(makePlainDecoder(Schema.Union([Schema.FiniteFromString, Schema.String]))("1"))
  })
})
