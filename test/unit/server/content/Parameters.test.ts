import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeFind, problemOf } from "../../../support/server/FindContent.ts"
import { catalogAfter, categories, release } from "../../../support/server/histories.ts"

const both = ["QSR", "QSR_FAST_FOOD"]
const inFavourOfQsr = { QSR_FAST_FOOD: { replaced_by: ["QSR"] } }
const catalog = catalogAfter(
  release("1.0.0", "2026-01-01", categories(both)),
  release("1.1.0", "2026-02-01", categories(both, inFavourOfQsr)),
  release("1.2.0", "2026-03-01", categories(both, { ...inFavourOfQsr, PLAIN: { replaced_by: [], reason: "Ünused." } })),
  release("2.0.0", "2026-10-01", categories(["QSR"], { media: { replaced_by: [], reason: "No." } })),
  release("3.0.0", "2027-10-01", { ...categories(["QSR"]), dimensions: categories(["QSR"]).dimensions.slice(0, 1) })
)

/** What is wrong with the filter of a release. */
const findProblem = (of: typeof catalog, version: string, filter: string) =>
  Effect.map(makeFind(of), ({ find }) => {
    const values = Map.groupBy(new URLSearchParams(filter), ([name]) => name)
    const query = Object.fromEntries([...values].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]))
    return problemOf(find("licenses", { api_version: `v${version[0]}` }, { ...query, version }))
  })

describe("the filter of the licenses", () => {
  it.effect.each<Case>([
    ["1.1.0", "exclusive_categories=QSR_FAST_FOOD", undefined],
    [
      "2.0.0",
      "exclusive_categories=QSR_FAST_FOOD",
      [
        "value-removed",
        "The value 'QSR_FAST_FOOD' of exclusive_categories was removed in v2.0. Use 'QSR' instead.",
        "exclusive_categories/QSR"
      ]
    ],
    [
      "3.0.0",
      "exclusive_categories=QSR&exclusive_categories=QSR_FAST_FOOD",
      [
        "value-removed",
        "The value 'QSR_FAST_FOOD' of exclusive_categories was removed in v2.0. Use 'QSR' instead.",
        "exclusive_categories/QSR"
      ]
    ],
    [
      "3.0.0",
      "media=print",
      ["dimension-removed", "The dimension 'media' was removed in v3.0. Nothing replaces it: No."]
    ],
    ["2.0.0", "media=print", undefined],
    [
      "2.0.0",
      "exclusive_categories=QSR_FAST",
      ["value-unknown", "Unknown value 'QSR_FAST' of exclusive_categories. See the values in /v2/dimensions"]
    ],
    [
      "1.0.0",
      "exclusive_categories=qsr",
      ["value-unknown", `Unknown value 'qsr' of exclusive_categories. Did you mean 'QSR'?`]
    ],
    ["1.0.0", "meda=print", ["parameter-unknown", `Unknown query parameter 'meda'. Did you mean 'media'?`]],
    ["1.0.0", "envelop=true", ["parameter-unknown", `Unknown query parameter 'envelop'. Did you mean 'envelope'?`]],
    ["1.0.0", "__proto__=x", ["parameter-unknown", "Unknown query parameter '__proto__'"]],
    ["1.0.0", "constructor=x", ["parameter-unknown", "Unknown query parameter 'constructor'"]],
    [
      "1.0.0",
      "media=",
      ["value-unknown", "Unknown value '' of media. See the values in /v1/dimensions?version=v1.0.0"]
    ],
    [
      "1.0.0",
      "media=print|web",
      ["value-unknown", "Unknown value 'print|web' of media. See the values in /v1/dimensions?version=v1.0.0"]
    ],
    [
      "1.0.0",
      `media=${"x".repeat(10_000)}`,
      ["value-unknown", `Unknown value '${"x".repeat(64)}…' of media. See the values in /v1/dimensions?version=v1.0.0`]
    ]
  ])("is checked by the codes of %s: %s", ([version, filter, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* findProblem(catalog, version, filter), expected)
    })
  )

  it.effect.each(["QSR,nothing", "QSR|QSR_FAST_FOOD", "QSR QSR_FAST_FOOD", "QSR; QSR_FAST_FOOD"])(
    "tells how to give several values: %s",
    (list) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* findProblem(catalog, "1.1.0", `exclusive_categories=${list}`), [
          "value-unknown",
          `Unknown value '${list}' of exclusive_categories. Repeat the parameter for several values`
        ])
      })
  )

  it.effect("names the last removal of a code and the replacement that still exists", () =>
    Effect.gen(function* () {
      const steps = catalogAfter(
        release("1.0.0", "2026-01-01", categories(["A", "B", "C"], { A: { replaced_by: ["B"] } })),
        release("2.0.0", "2027-01-01", categories(["B", "C"], { B: { replaced_by: ["C"] } })),
        release("3.0.0", "2028-01-01", categories(["C"])),
        release("4.0.0", "2029-01-01", categories(["A", "C"]))
      )
      const messages: Array<string | undefined> = []
      for (const version of ["1.0.0", "2.0.0", "3.0.0", "4.0.0"]) {
        messages.push((yield* findProblem(steps, version, "exclusive_categories=A"))?.[1])
      }
      const removed = "The value 'A' of exclusive_categories was removed in v2.0."
      assert.deepStrictEqual(messages, [
        undefined,
        `${removed} Use 'B' instead.`,
        `${removed} Use 'C' instead.`,
        undefined
      ])
    })
  )
})

type Case = readonly [version: string, filter: string, problem: ReadonlyArray<string> | undefined]
