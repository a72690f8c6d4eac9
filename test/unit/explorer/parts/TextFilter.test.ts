import { assert, describe, it } from "@effect/vitest"
import { filterItems } from "../../../../src/explorer/parts/TextFilter.tsx"

const items = [
  { code: "QSR", label: "Quick-service restaurants", description: "Fast food." },
  { code: "CAFE", label: "Cafés", description: "Coffee.", translations: { fr: { label: "Salons de thé" } } },
  { id: "no-cafe", description: "No coffee." }
]
const codes = (text: string) => filterItems(items, text).map(({ code, id }) => code ?? id)

describe("filterItems", () => {
  it("finds every word in code, label, description or translations, without regard to case and accents", () => {
    assert.deepStrictEqual(codes("cafe"), ["CAFE", "no-cafe"])
    assert.deepStrictEqual(codes("FOOD quick"), ["QSR"])
    assert.deepStrictEqual(codes("thé"), ["CAFE"])
    assert.deepStrictEqual(codes("coffee tea"), [])
  })

  it("keeps all items without a text", () => {
    assert.deepStrictEqual(codes("  "), ["QSR", "CAFE", "no-cafe"])
  })
})
