import { describe, it } from "@effect/vitest"
import { Version } from "../../src/domain/taxonomy/Scalars.ts"
import { makeTermSheet, type SheetContract } from "../../src/domain/terms/TermSheet.ts"
import { snapshotOf } from "../../src/domain/vocabulary/Snapshot.ts"
import { renderMarkdown } from "../../src/terms/RenderMarkdown.ts"
import { makeSheetDocument } from "../../src/terms/SheetDocument.ts"
import { termTaxonomy } from "../support/domain/TermTaxonomy.ts"

interface Sheet {
  readonly name: string
  readonly code: string
  readonly languages?: ReadonlyArray<string>
  readonly contract?: SheetContract
  readonly hasCodes?: boolean
  readonly isDraft?: boolean
}

const sheets: ReadonlyArray<Sheet> = [
  { name: "campaign", code: "CAMPAIGN" },
  { name: "campaign-es", code: "CAMPAIGN", languages: ["es"] },
  { name: "campaign-fr", code: "CAMPAIGN", languages: ["fr"] },
  {
    name: "contract",
    code: "CAMPAIGN",
    hasCodes: true,
    contract: { id: "C-7", licensor: "Jane Doe", licensee: "Acme & Co", from: "2027-01-01", until: "2027-12-31" }
  },
  { name: "open", code: "OPEN", isDraft: true }
]

describe("term sheets of base licenses", () => {
  it.for(sheets)("says what the license says: $name", async (sheet, { expect }) => {
    const { code, contract, hasCodes, isDraft = false, languages = [], name } = sheet
    const taxonomy = termTaxonomy()
    const license = snapshotOf(taxonomy).license(code)
    const deprecation = taxonomy.dimensions[1]?.values[2]?.deprecated
    const made = makeTermSheet(
      { config: license?.config ?? {}, license, contract },
      {
        taxonomy,
        languages,
        release: isDraft
          ? { version: "1.3.0" }
          : { version: "1.2.0", publishedAt: "2026-11-28T10:00:00Z", digest: "a1".repeat(32) },
        deprecationOf: (item) =>
          item._tag === "Value" && item.value === "TAPES" && deprecation
            ? {
                deprecation,
                removal: {
                  may_go: "later",
                  version: Version.make("2.0.0"),
                  after: [],
                  date: "2027-05-28",
                  deprecated_in: null
                }
              }
            : undefined
      }
    )
    await expect(renderMarkdown(makeSheetDocument(made, { hasCodes }))).toMatchFileSnapshot(`./terms/${name}.md`)
  })
})
