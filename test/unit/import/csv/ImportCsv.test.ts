import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readSource } from "../../../../src/build/sources/SourceReader.ts"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { Dimension, Taxonomy, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { applyEdits } from "../../../../src/edit/ApplyEdits.ts"
import type { Draft } from "../../../../src/edit/draft/Draft.ts"
import { renderCsv } from "../../../../src/export/csv/RenderCsv.ts"
import { planCsvImport } from "../../../../src/import/csv/ImportCsv.ts"
import { cellDimensions, trimTexts } from "../../../support/arbitrary/cellTexts.ts"

const header = `# The head
name: use_type # the name
label: Label
description: Description
shape: multiple
required: false
values: [] # all of them
`

const taxonomyOf = (values: ReadonlyArray<Value>): Taxonomy => {
  const dimension: Dimension = {
    name: "use_type",
    label: "Label",
    description: "Description",
    shape: "multiple",
    required: false,
    values
  }
  return { namespace: "sample", title: "T", description: "D", dimensions: [dimension], licenses: [], rules: [] }
}

const valuesIn = (text: string): ReadonlyArray<Value> => {
  const entry = { _tag: "File", path: "dimensions/use_type.yaml", bytes: new TextEncoder().encode(text) } as const
  const read = Result.getOrThrowWith(readSource(entry), (findings) => new Error(JSON.stringify({ text, findings })))
  return read.kind === "dimension" ? (read.content.values ?? []) : []
}

/** Imports values as an export of them writes them, and returns the text. */
const importInto = (text: string, values: ReadonlyArray<Value>): string => {
  const current = valuesIn(text)
  const codes = current.map(({ code }) => code)
  const draft: Draft = {
    taxonomy: taxonomyOf(current),
    history: emptyHistory,
    ownCodes: new Map([["use_type", codes]]),
    configs: new Map()
  }
  const content = { taxonomy: taxonomyOf(values), removalOf: () => undefined, originOf: () => "draft" }
  const table = renderCsv(content, { separator: ",", bom: true })
  const { changes } = Result.getOrThrow(
    planCsvImport(new TextEncoder().encode(table), draft, { dimension: "use_type" })
  )
  const edits = changes.flatMap((change) => (change._tag === "EditFile" ? change.edits : []))
  return Result.getOrThrowWith(applyEdits(text, edits), (error) => error)
}

const byCode = (values: ReadonlyArray<Value>): ReadonlyMap<string, Value> =>
  new Map(values.map((value) => [value.code, value]))

describe("an import", () => {
  it.prop(
    "writes every text so that it is read again, and an import of its export changes no byte",
    [cellDimensions],
    ([exported]) => {
      const values = trimTexts(exported.values)
      const text = importInto(header, values)
      assert.deepStrictEqual(byCode(valuesIn(text)), byCode(values))
      assert.strictEqual(importInto(text, valuesIn(text)), text)
      for (const comment of ["# The head\n", " # the name\n", " # all of them\n"]) assert.include(text, comment)
    },
    { arbitrary: { runs: 100 } }
  )

  it("writes what names other items, and what people may consider", () => {
    const texts = { label: "A", description: "A." }
    const values: ReadonlyArray<Value> = [
      { code: "B", ...texts },
      {
        code: "A",
        ...texts,
        role: ["permission", "limit"],
        reserves: "everything",
        broader: ["B"],
        includes: ["B"],
        unbound_by: ["use_type"],
        deprecated: { replaced_by: [], consider: ["B"], reason: "Unclear." }
      }
    ]
    const text = importInto(header, values)
    assert.deepStrictEqual(byCode(valuesIn(text)), byCode(values))
    const [first = assert.fail("none")] = values
    const less = values.map((value) => ({ ...first, code: value.code }))
    assert.deepStrictEqual(byCode(valuesIn(importInto(text, less))), byCode(less))
  })

  it.prop(
    "turns values into those of the table, and leaves the others as they are",
    [cellDimensions, cellDimensions],
    ([before, after]) => {
      const text = importInto(header, before.values)
      const codes = new Set([...before.values, ...after.values].map(({ code }) => code))
      const imported = byCode(valuesIn(importInto(text, after.values)))
      const known = byCode(trimTexts(before.values))
      const wanted = byCode(trimTexts(after.values))
      assert.deepStrictEqual([...imported.keys()].toSorted(), [...codes].toSorted())
      for (const [code, value] of imported) {
        const { deprecated, translations: _, ...texts } = value
        const { deprecated: expected, translations: __, ...other } = wanted.get(code) ?? known.get(code) ?? value
        assert.deepStrictEqual(texts, other)
        assert.strictEqual(deprecated?.reason, expected?.reason)
        assert.deepStrictEqual(deprecated?.replaced_by, expected?.replaced_by)
        assert.strictEqual(deprecated?.replacement_mode, expected?.replacement_mode)
      }
    },
    { arbitrary: { runs: 100 } }
  )
})
