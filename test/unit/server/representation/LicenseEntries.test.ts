import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assembleLicenseList, indexLicenseEntries } from "../../../../src/server/representation/LicenseEntries.ts"

const list = (...entries: ReadonlyArray<string>): string =>
  `{"version":"v1.0","licenses":[${entries.join(",")}],"count":${entries.length},"_meta":{"release":"1.0.0"}}\n`

const plain = '{"code":"PLAIN","name":"Plain"}'
const nested = '{"code":"NESTED","config":{"a":["]","}"],"b":{"c":[{}]}},"name":"{[\\"\\\\"}'
const foreign = '{"code":"ÉTÉ","name":"“Summer” 🌞"}'

const assembled = (text: string, ...codes: ReadonlyArray<string>) =>
  Effect.map(indexLicenseEntries(Buffer.from(text)), (index) =>
    index === undefined ? undefined : Buffer.from(assembleLicenseList(index, codes)).toString()
  )

describe("indexLicenseEntries", () => {
  it.effect.each<readonly [codes: ReadonlyArray<string>]>([
    [[]],
    [["PLAIN"]],
    [["NESTED"]],
    [["ÉTÉ"]],
    [["PLAIN", "NESTED"]],
    [["PLAIN", "NESTED", "ÉTÉ"]],
    [["NESTED", "UNKNOWN"]]
  ])("assembles a list of some licenses from the bytes of all: %j", ([codes]) =>
    Effect.gen(function* () {
      const known = new Map([
        ["PLAIN", plain],
        ["NESTED", nested],
        ["ÉTÉ", foreign]
      ])
      const expected = list(...codes.flatMap((code) => known.get(code) ?? []))
      assert.strictEqual(yield* assembled(list(plain, nested, foreign), ...codes), expected)
    })
  )

  it.effect.each<readonly [what: string, text: string]>([
    ["an empty list", list()],
    ["the list as the first member", '{"licenses":[],"count":0,"a":1}'],
    ["a member with the text of the list before it", '{"a":"\\"licenses\\":[","licenses":[],"count":0,"a":1}'],
    ["lists and objects before it", '{"a":[1,{"licenses":[]}],"b":{"licenses":[1,2]},"licenses":[],"count":0,"a":1}'],
    ["other values before it", '{"a":null,"b":-1.5,"c":true,"licenses":[],"count":0,"a":1}']
  ])("finds %s", ([, text]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* assembled(text), text)
    })
  )

  it.effect("indexes a view of a larger buffer, and keeps views of it", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from(`....${list(plain, foreign)}....`)
      const index = yield* indexLicenseEntries(bytes.subarray(4, -4))
      assert.deepStrictEqual(
        [...(index?.entries ?? [])].map(([code, entry]) => [code, Buffer.from(entry).toString()]),
        [
          ["PLAIN", plain],
          ["ÉTÉ", foreign]
        ]
      )
      assert.deepStrictEqual(
        [index?.prefix, index?.suffix].map((part) => Buffer.from(part ?? []).toString()),
        ['{"version":"v1.0","licenses":[', ',"_meta":{"release":"1.0.0"}}\n']
      )
      assert.strictEqual(index?.prefix.buffer, bytes.buffer)
    })
  )

  it.effect("indexes more licenses than it does without a pause", () =>
    Effect.gen(function* () {
      const codes = Array.from({ length: 120 }, (_, index) => `L${index}`)
      const entries = codes.map((code) => `{"code":"${code}"}`)
      assert.strictEqual(yield* assembled(list(...entries), ...codes), list(...entries))
    })
  )

  it.effect.each<readonly [what: string, text: string]>([
    ["nothing", ""],
    ["a list", `[${list(plain)}]`],
    ["no list of licenses", '{"version":"v1.0"}\n'],
    ["a list of licenses deeper inside", '{"a":{"licenses":[]},"count":0}'],
    ["spaces", list(plain).replace('"licenses":[', '"licenses": [')],
    ["spaces between the licenses", list(plain, nested).replace("},{", "}, {")],
    ["a comma after the last license", list(plain).replace('"}]', '"},]')],
    ["a license without a code", list('{"name":"Plain"}')],
    ["a code that is not a text", list('{"code":1}')],
    ["a license that is not JSON", list("{code}")],
    ["a license that is not an object", list('"PLAIN"')],
    ["two licenses with a code", list(plain, plain)],
    ["another count", list(plain).replace('"count":1', '"count":2')],
    ["nothing after the count", '{"licenses":[],"count":0}'],
    ["an end in a license", '{"licenses":[{"code":"PLAIN"'],
    ["an end in a text", '{"licenses":[{"code":"PLAIN'],
    ["an end in a member before the list", '{"version":"v1.0']
  ])("refuses a body with %s", ([, text]) =>
    Effect.gen(function* () {
      assert.isUndefined(yield* indexLicenseEntries(Buffer.from(text)))
    })
  )
})
