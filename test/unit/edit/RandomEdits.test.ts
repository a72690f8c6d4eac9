import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import type { Path } from "../../../src/domain/Finding.ts"
import { applyEdits } from "../../../src/edit/ApplyEdits.ts"
import { insertAt, removeAt, setAt, type EditContent, type Edit } from "../../../src/edit/Edit.ts"
import { dataOf, parseNodes } from "../../../src/edit/SourceNodes.ts"
import { generateYaml } from "../../support/YamlGenerator.ts"
import { makeRandom, type Random } from "../../support/YamlMutator.ts"

interface Place {
  readonly path: Path
  readonly data: unknown
}

const placesIn = (data: unknown, path: Path = []): ReadonlyArray<Place> => {
  const members: ReadonlyArray<readonly [string | number, unknown]> =
    data instanceof Map ? [...data] : Array.isArray(data) ? [...data.entries()] : []
  return [{ path, data }, ...members.flatMap(([key, member]) => placesIn(member, [...path, key]))]
}

const contents: ReadonlyArray<EditContent> = [
  "plain",
  "a: b",
  "it's # x",
  `${"word ".repeat(30)}end`,
  true,
  ["a", "b"],
  { code: "X", label: "x y" },
  { a: { b: ["c"] } },
  [{ code: "A" }, { code: "B", label: `${"long ".repeat(30)}text` }],
  "two\nlines",
  "",
  [],
  {}
]

const makeEdit = (random: Random, data: unknown): Edit | undefined => {
  const { data: node, path } = random.pick(placesIn(data))
  const content = random.pick(contents)
  if (node instanceof Map && random.chance(0.4)) return setAt([...path, "new"], content)
  if (Array.isArray(node) && random.chance(0.6)) return insertAt(path, content)
  if (path.length === 0) return undefined
  return random.chance(0.3) ? removeAt(path) : setAt(path, content)
}

/** True if the text is another one with lines added, but for the ends of two lines. */
const isAddition = (before: string, after: string): boolean => {
  const lines = after.split("\n")
  let at = 0
  const lost = before.split("\n").filter((line) => {
    const found = lines.indexOf(line, at)
    if (found !== -1) at = found + 1
    return found === -1
  })
  return lost.length <= 2
}

describe("applyEdits on random documents", () => {
  it("gives exactly the data that the edit means, and keeps what it does not concern", () => {
    let [applied, refused] = [0, 0]
    for (let seed = 1; seed <= 1500; seed += 1) {
      const random = makeRandom(seed)
      const text = random.chance(0.2) ? generateYaml(random).replaceAll("\n", "\r\n") : generateYaml(random)
      const nodes = parseNodes(text)
      if (Result.isFailure(nodes)) continue
      const edit = makeEdit(random, dataOf(nodes.success.root))
      if (edit === undefined) continue
      const edited = applyEdits(text, [edit])
      if (Result.isFailure(edited)) {
        // The last key of a document cannot go, and a duplicate key is no address.
        if (edit._tag !== "Remove" && edited.failure.problem === "structure") refused += 1
        continue
      }
      applied += 1
      const isNew = edit._tag === "Insert" || edit.path.at(-1) === "new"
      if (isNew) expect(isAddition(text, edited.success), `${seed}\n${text}\n${edited.success}`).toBe(true)
    }
    expect(applied).toBeGreaterThan(700)
    expect(refused).toBeLessThan(5)
  })
})
