import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import type { Draft } from "../../../../src/edit/draft/Draft.ts"
import { itemTables, renderItemTable, type ItemTable } from "../../../../src/export/csv/ItemTables.ts"
import { planItemImport } from "../../../../src/import/csv/ImportItems.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"
import { license, taxonomyOf, territory, useType } from "../../../support/domain/SmallTaxonomy.ts"

const commit = "abcdef0"

const start = taxonomyOf({
  dimensions: [
    { ...useType, translations: { fr: { label: "Usage" } } },
    { ...territory, role: "scope" }
  ],
  licenses: [license("ONE", { use_type: ["editorial"], territory: { global: true, countries: [] } }), license("TWO")],
  rules: [{ id: "never", description: "Never.", forbid: { use_type: { contains: "editorial" } } }]
})

const exportOf = (table: ItemTable, taxonomy: Taxonomy) =>
  renderItemTable({ taxonomy, originOf: () => `draft:${commit}` }, table, { bom: false, separator: "," })

interface Import {
  readonly table: ItemTable
  readonly edit?: (text: string) => string
  readonly sources?: Taxonomy
  readonly overwrite?: boolean
}

const importOf = ({ edit = (text) => text, overwrite = false, sources = start, table }: Import) => {
  const draft: Draft = { taxonomy: sources, history: emptyHistory, ownCodes: new Map(), configs: new Map() }
  const drafts = overwrite ? undefined : new Map([[commit, start]])
  return Result.match(planItemImport(new TextEncoder().encode(edit(exportOf(table, start))), draft, table, drafts), {
    onFailure: (problems): unknown => problems,
    onSuccess: ({ changes }) =>
      changes.flatMap((change): ReadonlyArray<unknown> => {
        if (change._tag === "CreateFile") return [change.content]
        return change._tag === "EditFile"
          ? change.edits.map((edited) =>
              "value" in edited ? [edited.path.join("."), edited.value] : edited.path.join(".")
            )
          : []
      })
  })
}

const replacing = (from: string, to: string) => (text: string) => {
  assert.include(text, from)
  return text.replace(from, to)
}

describe("a table of items with a file each", () => {
  it.prop(
    "changes nothing if nothing was edited",
    [taxonomies],
    ([taxonomy]) => {
      for (const table of Struct.keys(itemTables)) {
        const draft: Draft = { taxonomy, history: emptyHistory, ownCodes: new Map(), configs: new Map() }
        const bytes = new TextEncoder().encode(exportOf(table, taxonomy))
        for (const drafts of [undefined, new Map([[commit, taxonomy]])]) {
          const planned = Result.getOrThrowWith(planItemImport(bytes, draft, table, drafts), (problems) => problems)
          assert.deepStrictEqual(planned.changes, [])
        }
      }
    },
    { arbitrary: { runs: 50 } }
  )

  it("writes texts, settings, conditions, and what is true or false", () => {
    assert.deepStrictEqual(importOf({ table: "licenses", edit: replacing("A license", "The license") }), [
      ["name", "The license"]
    ])
    assert.deepStrictEqual(
      importOf({
        table: "licenses",
        edit: replacing('"{ global: true, countries: [] }"', '"{ global: false, countries: [NO] }"')
      }),
      [["config.territory", { global: false, countries: ["NO"] }]]
    )
    assert.deepStrictEqual(
      importOf({ table: "licenses", edit: replacing(',"{ global: true, countries: [] }"', ",") }),
      ["config.territory"]
    )
    assert.deepStrictEqual(
      importOf({ table: "rules", edit: replacing("{ contains: editorial }", "{ empty: true }") }),
      [["forbid", { use_type: { empty: true } }]]
    )
    assert.deepStrictEqual(importOf({ table: "dimensions", edit: replacing(",multiple,no", ",multiple,yes") }), [
      ["required", true]
    ])
    assert.deepStrictEqual(importOf({ table: "dimensions", edit: replacing("no,scope,", "no,limit,") }), [
      ["role", "limit"]
    ])
  })

  it("writes translations, and removes the last one with its language", () => {
    assert.deepStrictEqual(importOf({ table: "dimensions", edit: replacing("Usage", "Utilisation") }), [
      ["translations.fr.label", "Utilisation"]
    ])
    assert.deepStrictEqual(importOf({ table: "dimensions", edit: replacing("Usage", "") }), ["translations"])
    const added = (text: string) => text.replace(/\r\n/, ",label:de\r\n").replace(/(use_type,.*)\r\n/, "$1,Nutzung\r\n")
    assert.deepStrictEqual(importOf({ table: "dimensions", edit: added }), [["translations.de", { label: "Nutzung" }]])
  })

  it("adds rows without a base", () => {
    const row = ",THREE,Three,The third.,[educational],\r\n"
    assert.deepStrictEqual(importOf({ table: "licenses", edit: (text) => text + row }), [
      { code: "THREE", name: "Three", description: "The third.", config: { use_type: ["educational"] } }
    ])
    assert.deepStrictEqual(importOf({ table: "dimensions", edit: () => "name,label,shape\nplace,Place,single\n" }), [
      { name: "place", label: "Place", shape: "single", required: false, values: [] }
    ])
  })

  it("merges with what others changed since the export", () => {
    const sources = { ...start, licenses: start.licenses.map((each) => ({ ...each, name: "New name" })) }
    assert.deepStrictEqual(importOf({ table: "licenses", sources }), [])
    assert.deepStrictEqual(importOf({ table: "licenses", sources, edit: replacing("A base license.", "Text.") }), [
      ["description", "Text."]
    ])
    assert.deepStrictEqual(importOf({ table: "licenses", sources, edit: replacing("A license", "Mine") }), [
      'row 2, column name: The table says "Mine", the sources now say "New name". Write the text that you want into both.'
    ])
    const without = { ...start, licenses: start.licenses.slice(1) }
    assert.deepStrictEqual(importOf({ table: "licenses", sources: without }), [])
    assert.match(
      String(importOf({ table: "licenses", sources: without, edit: replacing("A license", "Mine") })),
      /ONE is no longer in the sources/
    )
  })

  it("takes every cell of a table without bases only with --overwrite", () => {
    const table = "licenses"
    const edit = () => "code,name\nONE,Mine\n"
    assert.match(String(importOf({ table, edit })), /row 2, column base: ONE exists, so the row needs its base/)
    assert.deepStrictEqual(importOf({ table, edit, overwrite: true }), [["name", "Mine"]])
  })

  it.each([
    ["code,nmae\nONE,x\n", 'column nmae: The column is not known. Did you mean "name"?'],
    ["name\nx\n", "column code: The column is missing"],
    ["code,name,name\nONE,x,y\n", "column name: The column occurs twice"],
    ["code,name\n,x\n", "row 2, column code: The code is missing"],
    ["code,name\n../x,x\n", 'row 2, column code: "../x" is not a code'],
    ["code,name\nTHREE,x\nTHREE,y\n", "row 3, column code: THREE occurs in row 2 already"],
    ["code,name\none,x\n", 'row 2: "one" differs from "ONE" only in case'],
    ["code,config.use_type\nTHREE,[a\n", "row 2, column config.use_type: The cell is not what the sources write"],
    ["code,config.use_type\nTHREE,12\n", "row 2, column config.use_type: The cell is not what the sources write"],
    ["base,code,name\nx,ONE,x\n", 'row 2, column base: "x" is not what an export writes'],
    ["base,code,name\ndraft:abcdef1:0123456789,ONE,x\n", "no release or commit for draft:abcdef1:0123456789"],
    ["base,code,name\ndraft:abcdef0:0123456789,ONE,x\n", "The row is not the one that was exported"]
  ])("refuses %j", (text, message) => {
    assert.include(String(importOf({ table: "licenses", edit: () => text })), message)
  })

  it("refuses other words than yes and no", () => {
    assert.match(
      String(importOf({ table: "dimensions", edit: replacing("multiple,no", "multiple,often") })),
      /yes or no/
    )
  })
})
