import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { makeListBody, selectEntries, type Selection } from "../../../../src/server/bodies/ListBody.ts"

const Entry = Schema.Struct({ group: Schema.Literals(["a", "b", "c"]), text: Schema.String })
type Entry = typeof Entry.Type

/** The list in steps of two entries. */
const listOf = (entries: ReadonlyArray<Entry>) =>
  makeListBody<Entry>({
    entries: Array.from({ length: Math.ceil(entries.length / 2) }, (_, step) => entries.slice(2 * step, 2 * step + 2)),
    groupOf: ({ group }) => group,
    name: "entries",
    head: () => ({ head: "é" }),
    tail: (count) => ({ count })
  })

const bodyOf = (entries: ReadonlyArray<Entry>, next?: string): string =>
  `${JSON.stringify({ head: "é", entries, count: entries.length, next_cursor: next })}\n`

/** The text of a JSON body. */
const jsonOf = (value: unknown): string => `${JSON.stringify(value)}\n`

const select = (list: Parameters<typeof selectEntries>[0], selection: Selection) => {
  const steps = selectEntries(list, selection)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return Buffer.from(step.value).toString()
  }
}

describe("a body with one list", () => {
  it.effect.prop("has the bytes and the digest of its JSON", [Schema.Array(Entry)], ([entries]) =>
    Effect.gen(function* () {
      const { body, bytes } = yield* listOf(entries)
      assert.strictEqual(Buffer.from(bytes).toString(), bodyOf(entries))
      assert.strictEqual(body.sha256, sha256(bytes))
    })
  )

  it.effect.prop(
    "has pages of its selected entries, which together are all of these",
    [
      Schema.Array(Entry),
      Schema.Array(Entry.fields.group),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 }))
    ],
    ([entries, groups, limit]) =>
      Effect.gen(function* () {
        const list = yield* listOf(entries)
        const matches = (group: string) => groups.some((each) => each === group)
        const selected = entries.filter(({ group }) => matches(group))
        const all = { matches, from: 0, limit: Infinity, cursorOf: String }
        assert.strictEqual(select(list, all), bodyOf(selected))
        let from = 0
        for (let start = 0; start === 0 || start < selected.length; start += limit) {
          const following = selected[start + limit]
          const next = following === undefined ? undefined : entries.indexOf(following)
          const page = select(list, { ...all, from, limit })
          assert.strictEqual(page, bodyOf(selected.slice(start, start + limit), next?.toString()))
          from = next ?? 0
        }
      })
  )

  it.effect("has the bytes of entries with long lists, too", () =>
    Effect.gen(function* () {
      const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
      const entries = [0, 511, 512, 513, 5000].map((count) => ({
        'quote"': "é",
        skipped: undefined,
        before: numbers(count),
        after: { name: "a", values: numbers(count).map((code) => ({ code })) }
      }))
      const frame = { name: "entries", head: () => ({}), tail: (count: number) => ({ count }) }
      const { bytes } = yield* makeListBody({ entries: [entries], groupOf: () => "", ...frame })
      assert.strictEqual(Buffer.from(bytes).toString(), jsonOf({ entries, count: entries.length }))
    })
  )
})
