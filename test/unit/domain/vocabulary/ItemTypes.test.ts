import { assert, describe, it } from "@effect/vitest"
import { otherFields } from "../../../../src/domain/vocabulary/ItemTypes.ts"
import { vocabulary } from "../../../../src/domain/vocabulary/Vocabulary.ts"

describe("otherFields", () => {
  const { value } = vocabulary
  const fields = {
    ...value,
    alt_labels: { ...value.description, noun: ["other name", "other names"] },
    notes: value.description
  } as const
  const content = { code: "RED", label: "Red", description: "The colour.", definition: "650 nm.", translations: {} }
  const placed = ["description", "definition"]

  it("names what the vocabulary knows and the page shows in no other place", () => {
    const more = { ...content, alt_labels: ["Scarlet", "Ruby"], notes: "Bright.", other: "x" }
    assert.deepStrictEqual(otherFields(fields, more, ...placed), [
      { name: "alt_labels", title: "Other names", text: "Scarlet · Ruby" },
      { name: "notes", title: "Notes", text: "Bright." }
    ])
    assert.deepStrictEqual(otherFields(fields, content, ...placed), [])
  })

  it("leaves out names, shapes, configs and conditions, which have a form of their own", () => {
    const names = (type: "dimension" | "license" | "rule", item: object) =>
      otherFields(vocabulary[type], item).map(({ name }) => name)
    assert.deepStrictEqual(names("dimension", { name: "a", label: "A", description: "B.", shape: "single" }), [
      "description"
    ])
    assert.deepStrictEqual(names("license", { code: "A", name: "A", description: "B.", config: { a: "b" } }), [
      "description"
    ])
    assert.deepStrictEqual(names("rule", { id: "a", description: "B.", forbid: { a: { equals: "b" } } }), [
      "description"
    ])
  })
})
