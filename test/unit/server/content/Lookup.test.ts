import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { QueryValues } from "../../../../src/api/endpoints/Answers.ts"
import { changesBody } from "../../../../src/api/projections/ChangesProjection.ts"
import { itemsBody } from "../../../../src/api/projections/ItemsProjection.ts"
import type { EndpointName } from "../../../../src/api/ReadApi.ts"
import { genesis } from "../../../../src/domain/ledger/HashChain.ts"
import { makeCatalog } from "../../../../src/server/catalog/Catalog.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { makeFind, problemOf } from "../../../support/server/FindContent.ts"
import { catalogAfter, categories, release } from "../../../support/server/histories.ts"

const Page = Schema.Record(Schema.String, Schema.Json)
/** The text of a JSON body. */
const jsonOf = (value: unknown): string => `${JSON.stringify(value)}\n`

const decodePage = Schema.decodeSync(Schema.fromJsonString(Page))

/** All pages of a list, as one body. */
const readPages = Effect.fnUntraced(function* (
  read: Effect.Success<ReturnType<typeof makeFind>>["read"],
  name: EndpointName,
  params: { readonly api_version: string },
  query: QueryValues & { readonly limit: number }
) {
  const pages: Array<typeof Page.Type> = []
  let cursor: string | undefined
  do {
    const page = decodePage(yield* read(name, params, cursor === undefined ? query : { ...query, cursor }))
    pages.push(page)
    cursor = Schema.is(Schema.String)(page["next_cursor"]) ? page["next_cursor"] : undefined
    assert.isAtMost(Number(page["count"]), query.limit)
    if (cursor !== undefined) assert.strictEqual(page["count"], query.limit)
  } while (cursor !== undefined)
  const { next_cursor: _, ...first } = pages[0] ?? assert.fail("no page")
  const list = Object.keys(first).find((key) => Array.isArray(first[key])) ?? assert.fail("no list")
  const entries = pages.flatMap((page) => page[list] ?? [])
  return { ...first, [list]: entries, count: entries.length }
})

describe("a list", () => {
  it.effect.prop(
    "of changes is that of its releases, in every selection and in pages",
    [branchedHistories],
    ([history]) =>
      Effect.gen(function* () {
        const catalog = makeCatalog(history, genesis)
        const served = [...catalog.apiVersions.values()].flatMap(({ named }) => [...named.values()])
        const [{ release: from } = {}, { release: to } = {}] = [served[0], served.at(-1)]
        if (from === undefined || to === undefined) return
        const { read } = yield* makeFind(catalog)
        const params = { api_version: [...catalog.apiVersions.keys()][0] ?? "" }
        const pair = { from: from.version, to: to.version }
        const body = changesBody(history, from, to)
        assert.strictEqual(yield* read("changes", params, pair), jsonOf(body))
        const whole = decodePage(jsonOf(body))
        assert.deepStrictEqual(yield* readPages(read, "changes", params, { ...pair, limit: 10 }), whole)
        const selections: ReadonlyArray<{
          readonly kind?: ReadonlyArray<string>
          readonly dimension?: ReadonlyArray<string>
        }> = [
          {},
          ...new Set(body.changes.map(({ kind }) => kind)).values().map((kind) => ({ kind: [kind] })),
          ...to.taxonomy.dimensions.map(({ name }) => ({ dimension: [name] }))
        ]
        for (const { dimension, kind } of selections) {
          const changes = body.changes.filter(
            (entry) =>
              kind?.includes(entry.kind) !== false &&
              (dimension === undefined || ("dimension" in entry && dimension.includes(entry.dimension)))
          )
          const query = { ...pair, ...(kind && { kind }), ...(dimension && { dimension }) }
          const expected = decodePage(jsonOf({ ...body, changes, count: changes.length }))
          assert.deepStrictEqual(decodePage(yield* read("changes", params, query)), expected)
        }
      })
  )

  const first = release("1.0.0", "2026-01-01", categories(["A", "B", "C"]))
  const second = release("1.1.0", "2026-02-01", categories(["A", "B", "C", "D"]))

  it.effect.each([1, 2, 3, 1000])("of all releases has pages of %d", (limit) =>
    Effect.gen(function* () {
      const { read } = yield* makeFind(catalogAfter(first, second))
      for (const name of ["items", "releases"] as const) {
        const whole = decodePage(yield* read(name, { api_version: "v1" }))
        assert.deepStrictEqual(yield* readPages(read, name, { api_version: "v1" }, { limit }), whole)
      }
    })
  )

  it.effect("has pages of one state: its cursors are refused in the next", () =>
    Effect.gen(function* () {
      const before = catalogAfter(first)
      const { find, read, replace } = yield* makeFind(before)
      const params = { api_version: "v1" }
      const { next_cursor } = decodePage(yield* read("items", params, { limit: 1 }))
      const cursor = typeof next_cursor === "string" ? next_cursor : assert.fail("no cursor")
      assert.isUndefined(problemOf(find("items", params, { cursor })))
      replace({ ...catalogAfter(first, second), head: { ...genesis, sequence: 1 } })
      const expired = [
        "cursor-expired",
        "The cursor is of another list, or of an earlier state of it. Begin again without a cursor"
      ]
      for (const other of [cursor, "1.0.0-1.1.0.1", "1.x", "1."]) {
        assert.deepStrictEqual(problemOf(find("items", params, { cursor: other })), expired)
      }
      // The changes between two releases stay the same.
      const pair = { from: "1.0.0", to: "1.1.0" }
      assert.isUndefined(problemOf(find("changes", params, { ...pair, cursor: "1.0.0-1.1.0.1" })))
      const body = itemsBody(
        catalogAfter(first, second).history,
        catalogAfter(first, second).defaults[0]?.version ?? assert.fail()
      )
      assert.strictEqual(yield* read("items", params), jsonOf(body))
    })
  )

  it.effect("is made once, whatever is selected", () =>
    Effect.gen(function* () {
      const { cache, read } = yield* makeFind(catalogAfter(first, second))
      const query = { from: "1.0.0", to: "1.1.0" }
      yield* read("changes", { api_version: "v1" }, query)
      const { bytesHeld } = cache.counts()
      for (const more of [{ limit: 1 }, { kind: ["value-added"] }, { cursor: "1.0.0-1.1.0.1" }, { envelope: "true" }]) {
        yield* read("changes", { api_version: "v1" }, { ...query, ...more })
      }
      assert.strictEqual(cache.counts().bytesHeld, bytesHeld)
    })
  )
})
