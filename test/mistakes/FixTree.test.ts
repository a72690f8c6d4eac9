import { describe, it } from "vitest"
import { fixTree } from "../../src/build/FixTree.ts"
import { isError } from "../../src/domain/Finding.ts"
import { memoizeByIdentity } from "../../src/domain/MemoizeByIdentity.ts"
import { messageOf } from "../../src/report/FindingText.ts"
import { findingsIn, readCase, treeOf } from "./MistakeCase.ts"
import { rows } from "./MistakeTable.ts"

const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)

describe("fixing the mistakes of editors", () => {
  it.for([...rows.keys()])("leaves nothing but true findings, and is complete at once: %s", (name, { expect }) => {
    const mistake = readCase(name)
    const tree = treeOf(mistake.files)
    const find = memoizeByIdentity((sources: typeof tree) => findingsIn(mistake, sources))
    const isFixable = find(tree).some(({ fix }) => fix !== undefined)
    const fixed = fixTree(tree, find)
    const errors = find(fixed.tree).filter(isError)
    // What has no fix stays, and what a fix leads to is another mistake that was there from the start.
    const expected = isFixable
      ? [mistake.leadsTo]
      : find(tree)
          .filter(isError)
          .map(({ rule }) => rule)
    expect(errors.filter(({ rule }) => !expected.includes(rule)).map(messageOf)).toEqual([])
    expect(fixTree(fixed.tree, find)).toMatchObject({ rounds: [], writes: [] })
    // What would be written is what was checked.
    const after = new Map(mistake.files)
    for (const { from, path, text } of fixed.writes) {
      if (from !== undefined) after.delete(from)
      after.set(path, text)
    }
    const texts = fixed.tree.flatMap((entry) => (entry._tag === "File" ? [[entry.path, decode(entry.bytes)]] : []))
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(texts))
  })
})
