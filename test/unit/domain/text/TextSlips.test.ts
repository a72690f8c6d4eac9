import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { findTextSlips, type TextUse } from "../../../../src/domain/text/TextSlips.ts"
import { pick } from "../../../support/arbitrary/pick.ts"

const label: TextUse = { language: undefined, isLabel: true }
const description: TextUse = { language: undefined, isLabel: false }
const slipsOf = (text: string, use = label) =>
  findTextSlips(text, use)?.slips.map((slip) => ("code_point" in slip ? slip.code_point : slip.slip)) ?? []
const mendedOf = (text: string, use = label) => findTextSlips(text, use)?.mended

const slips: ReadonlyArray<readonly [what: string, text: string, slips: ReadonlyArray<string>, mended: string]> = [
  ["a space at the end", "Fast food ", ["ends-with-space"], "Fast food"],
  ["a space at the start", " Fast food", ["begins-with-space"], "Fast food"],
  ["a line break at the end", "Fast food\n", ["ends-with-line-break"], "Fast food"],
  ["two spaces in a row", "Fast  food", ["doubled-space"], "Fast food"],
  ["a line break", "Fast\nfood", ["line-break"], "Fast food"],
  ["a tab", "Fast\tfood", ["U+0009"], "Fast food"],
  ["a no-break space", "Fast\u00a0food", ["U+00A0"], "Fast food"],
  ["an ideographic space", "Fast\u3000food", ["U+3000"], "Fast food"],
  ["a zero-width space", "Fast\u200bfood", ["U+200B"], "Fastfood"],
  ["a byte order mark", "\ufeffFast food", ["U+FEFF"], "Fast food"],
  ["a soft hyphen", "Fast\u00adfood", ["U+00AD"], "Fastfood"],
  ["an override of the direction", "Fast \u202efood", ["U+202E"], "Fast food"],
  ["a mark of a direction that the text does not have", "Fast food\u200f", ["U+200F"], "Fast food"],
  ["a letter and its accent", "Cafe\u0301", ["U+0065 U+0301"], "Café"],
  ["a comma of JSON", "Meet and greet,", ["ends-with-comma"], "Meet and greet"],
  ["a quote and a comma of JSON", 'Meet and greet",', ["ends-with-comma"], "Meet and greet"],
  ["a bullet", "• Meet and greet", ["begins-with-bullet"], "Meet and greet"],
  ["quotation marks around it", "“Meet and greet”", ["enclosed-in-quotes"], "Meet and greet"],
  ["several slips", "Meet \u00a0and greet , ", ["U+00A0", "ends-with-comma", "doubled-space"], "Meet and greet"]
]

const accepted: ReadonlyArray<readonly [what: string, text: string, use?: TextUse]> = [
  ["plain text", "Quick-service restaurants (QSR), 24/7 & more"],
  ["letters of other languages", "Ærø – Škoda, “naïve” café’s"],
  ["joiners in Persian", "نمی\u200cخواهم", { ...label, language: "fa" }],
  ["joiners in Hindi", "क्\u200dष", { ...label, language: "hi" }],
  ["a mark after a Latin name in Arabic", "NIKE\u200f", { ...label, language: "ar" }],
  ["isolates in Hebrew", "מותג \u2068NIKE\u2069", { ...label, language: "he" }],
  ["zero-width spaces in Thai", "อาหาร\u200bจาน\u200bด่วน", { ...label, language: "th" }],
  ["emoji of several parts", "👩🏽\u200d🚀 ❤️\u200d🔥 👨\u200d👩\u200d👧"],
  ["a no-break space before French punctuation", "Prix\u00a0: «\u00a0tous\u00a0»", { ...label, language: "fr" }],
  ["an ideographic space in Japanese", "日本\u3000語", { ...label, language: "ja" }],
  ["quotations, apostrophes and inches", 'The “first” and "second" word of a team\'s 7" or 12" record'],
  ["a German quotation", "Das „erste“ Wort", { ...label, language: "de" }],
  ["words that contain a placeholder", "TODOS, outbCD and XXXL: what?!"],
  ["paragraphs and lists", "One.\n\nTwo:\n- three\n- four\n", description]
]

const characters = Array.from(' \n\t,\u00a0\u200b\u200d\u202e\u3000"•-ae\u0301éÃ©日م')

describe("the slips of a text", () => {
  it.for(slips)("are found and mended: %s", ([, text, expected, mended]) => {
    assert.deepStrictEqual(slipsOf(text), expected)
    assert.strictEqual(mendedOf(text), mended)
  })

  it.for(accepted)("do not include what a language or a text needs: %s", ([, text, use]) => {
    assert.deepStrictEqual(slipsOf(text, use), [])
  })

  it("include an override of the direction in every language", () => {
    assert.deepStrictEqual(slipsOf("מותג \u202eNIKE", { ...label, language: "he" }), ["U+202E"])
  })

  it("include a line break within a sentence of a description", () => {
    assert.deepStrictEqual(slipsOf("Guests meet the\nathlete.\n", description), ["line-break"])
    assert.strictEqual(mendedOf("Guests meet the\nathlete.\n", description), "Guests meet the athlete.")
  })

  it.for([
    "Caf\u00c3\u00a9",
    "Meet&nbsp;and greet",
    "Meet<br>greet",
    "Meet\\nGreet",
    "\ufffd",
    "TODO",
    "TBC",
    "Fee [TBC — ask A.] paid",
    "Fee ???",
    "XXX",
    "Lorem ipsum dolor"
  ])("are left to the author if only that person knows the text: %s", (text) => {
    assert.deepStrictEqual(slipsOf(text), ["residue"])
    assert.isUndefined(mendedOf(text))
  })

  it.for(["Paid loot box”", "The “first word", 'The "first word', "„Erste Wort"])(
    "include an unpaired quote: %s",
    (text) => {
      assert.deepStrictEqual(slipsOf(text), ["unpaired-quote"])
      assert.isUndefined(mendedOf(text))
    }
  )

  it("include more than 10,000 characters", () => {
    assert.deepStrictEqual(slipsOf("a".repeat(10_001), description), ["too-long"])
    assert.deepStrictEqual(slipsOf("a".repeat(10_000), description), [])
  })

  it("are told where they are", () => {
    assert.strictEqual(findTextSlips("Fast\u00a0food", label)?.excerpt, "\u00a0")
  })

  it.prop(
    "are gone in the mended text",
    [Arbitrary.map(Arbitrary.array(pick(...characters)), (picked) => picked.join(""))],
    ([text]) => {
      for (const use of [label, description]) {
        const mended = mendedOf(text, use)
        if (mended !== undefined) assert.deepStrictEqual(slipsOf(mended, use), [])
      }
    }
  )
})
