import { assert, describe, it } from "@effect/vitest"
import { memoizeText } from "../../../src/platform/MemoizeText.ts"

/** Which of the texts are computed if they come one after the other. */
const computedOf = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const computed: Array<string> = []
  const memoized = memoizeText((text) => computed.push(text) && `made of ${text}`, { maxEntries: 2, maxLength: 3 })
  for (const text of texts) assert.strictEqual(memoized(text), `made of ${text}`)
  return computed
}

describe("memoizeText", () => {
  it.each([
    ["computes a text once", ["a", "b", "a", "b"], ["a", "b"]],
    ["forgets all texts rather than remembering more than its bound", ["a", "b", "c", "c", "a"], ["a", "b", "c", "a"]],
    ["remembers no long text, which would take much memory", ["long", "long", "abc", "abc"], ["long", "long", "abc"]],
    ["forgets nothing for a long text", ["a", "b", "long", "a", "b"], ["a", "b", "long"]]
  ])("%s", (_, texts, computed) => {
    assert.deepStrictEqual(computedOf(texts), computed)
  })
})
