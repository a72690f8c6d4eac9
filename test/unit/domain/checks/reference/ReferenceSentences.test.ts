import { assert, describe, it } from "@effect/vitest"
import { licenseConflict } from "../../../../../src/domain/checks/LicenseConflict.ts"
import { missingDimension } from "../../../../../src/domain/checks/reference/MissingDimension.ts"
import { shapeChanged } from "../../../../../src/domain/checks/reference/ShapeChanged.ts"
import {
  formatRemovedName,
  unknownDimension,
  unknownLicense,
  unknownValue
} from "../../../../../src/domain/checks/reference/UnknownNames.ts"
import { unknownText } from "../../../../../src/domain/checks/reference/UnknownText.ts"

const unknown = { name: "pres", suggestion: null }
const removed = { replaced_by: ["press", "purpose/media"] }

describe("reference/unknown-value", () => {
  const value = { ...unknown, dimension: "use_type" }
  const replacement = { ...unknown, replaces: "use_type/news" }

  it.each([
    [value, 'use_type has no value "pres"', "Add the value to use_type, or use an existing one."],
    [{ ...value, suggestion: "press" }, 'use_type has no value "pres"', 'Did you mean "press"?'],
    [
      { ...value, belongs_to: "purpose", suggestion: "press" },
      'use_type has no value "pres"',
      "Set it under purpose, which has this value."
    ],
    [
      { ...value, removed, replaces: "use_type/news" },
      "This release removes use_type/pres, which is still used here",
      "Use press or media of purpose instead."
    ],
    [
      replacement,
      'use_type/news is replaced by "pres", which does not exist',
      "Name a value that exists, or give a reason without replaced_by."
    ],
    [
      { ...replacement, is_considered: true },
      'Users of use_type/news shall consider "pres", which does not exist',
      "Name a value that exists, or remove it from consider."
    ],
    [
      { ...value, belongs_to: "purpose", is_kind: true },
      'use_type has no value "pres"',
      "Name values of use_type, or remove it: purpose has this value, and a field of a value names those of its own dimension."
    ],
    [
      { ...replacement, suggestion: "press" },
      'use_type/news is replaced by "pres", which does not exist',
      'Did you mean "press"?'
    ],
    [
      { ...replacement, exists_as: "license" },
      'use_type/news is replaced by "pres", which is a license',
      "Only a value can replace a value. Name a value that exists, or give a reason without replaced_by."
    ],
    [
      { ...value, entries: [unknown, { name: "radio", suggestion: null }] },
      'use_type has no values "pres" and "radio"',
      'Add "pres" and "radio" to use_type, or use existing values.'
    ],
    [
      {
        ...value,
        entries: [unknown, { name: "prnt", suggestion: "print" }, { ...unknown, name: "calm", belongs_to: "tone" }]
      },
      'use_type has no values "pres", "prnt" and "calm"',
      'Did you mean "print" instead of "prnt"? Set "calm" under tone, which has this value. Add "pres" to use_type, or use an existing value.'
    ]
  ] as const)("tells what is unknown, and what to do: %j", (context, message, help) => {
    assert.strictEqual(unknownValue.message(context), message)
    assert.strictEqual(unknownValue.help(context), help)
  })
})

describe("reference/unknown-dimension", () => {
  it.each([
    [unknown, 'Dimension "pres" does not exist', "Add the dimension, or remove the key."],
    [{ ...unknown, suggestion: "press" }, 'Dimension "pres" does not exist', 'Did you mean "press"?'],
    [
      { ...unknown, replaces: "tone" },
      'tone is replaced by "pres", which does not exist',
      "Name a dimension that exists, or give a reason without replaced_by."
    ],
    [
      { ...unknown, removed: { replaced_by: ["tone"] } },
      "This release removes dimension pres, which is still used here",
      "Use tone instead."
    ],
    [
      { ...unknown, removed: { replaced_by: [] } },
      "This release removes dimension pres, which is still used here",
      "Remove it here too."
    ]
  ])("tells what is unknown, and what to do: %j", (context, message, help) => {
    assert.strictEqual(unknownDimension.message(context), message)
    assert.strictEqual(unknownDimension.help(context), help)
  })

  it("names all replacements that apply together", () => {
    assert.strictEqual(
      formatRemovedName({ ...removed, replacement_mode: "all_of" }),
      "Use press and media of purpose instead."
    )
  })
})

describe("reference/missing-dimension", () => {
  it("names what one config lacks", () => {
    const one = { dimension: "tone" }
    assert.strictEqual(missingDimension.message(one), "The config does not set the required dimension tone")
    assert.strictEqual(missingDimension.help(one), "Add tone to the config.")
    const several = { dimension: "tone", dimensions: ["purpose", "tone"] }
    assert.strictEqual(
      missingDimension.message(several),
      "The config does not set the required dimensions purpose and tone"
    )
    assert.strictEqual(missingDimension.help(several), "Add purpose and tone to the config.")
  })

  it.each([
    [["A"], "tone is required now, but A does not set it"],
    [["A", "B", "C"], "tone is required now, but A, B and C do not set it"],
    [["A", "B", "C", "D", "E"], "tone is required now, but A, B, C and 2 more do not set it"]
  ])("names the licenses %j, which do not set what is required now", (licenses, message) => {
    const context = { dimension: "tone", licenses, is_major: true }
    assert.strictEqual(missingDimension.message(context), message)
    assert.strictEqual(
      missingDimension.help(context),
      "Add tone to the config of these licenses, or write required: false."
    )
    assert.strictEqual(
      missingDimension.help({ ...context, is_major: false }),
      "Write required: false. To require it, add it to these licenses and declare the next major version."
    )
  })
})

describe("the other findings about references", () => {
  it.each([
    [1, "one setting does"],
    [3, "3 settings do"]
  ])("count %i settings that do not fit a new shape", (uses, subject) => {
    const context = { dimension: "tone", before: "single", after: "multiple", uses } as const
    assert.strictEqual(
      shapeChanged.message(context),
      `The shape of tone changed from single to multiple, but ${subject} not fit it`
    )
    assert.strictEqual(
      shapeChanged.help(context),
      "Write shape: single again. To change the shape, change these settings too, and declare the next major version."
    )
  })

  it("name the license that is replaced, and the text that is missing", () => {
    const context = { ...unknown, replaces: "NEWS" }
    assert.strictEqual(unknownLicense.message(context), 'NEWS is replaced by "pres", which does not exist')
    assert.strictEqual(
      unknownLicense.help(context),
      "Name a license that exists, or give a reason without replaced_by."
    )
    assert.strictEqual(unknownLicense.help({ ...context, suggestion: "PRESS" }), 'Did you mean "PRESS"?')
    const text = { text: "definition", language: "fr" }
    assert.strictEqual(unknownText.message(text), "The translation into fr has a definition, but the item has none")
    assert.strictEqual(unknownText.help(text), "Add definition beside translations, or remove it from them.")
  })

  it("name the conflict rule, and the licenses that it newly forbids", () => {
    const context = { rule: "no-ads", description: "No ads for news.", dimensions: ["use_type", "tone"] }
    assert.strictEqual(
      licenseConflict.message(context),
      "The config violates the conflict rule no-ads: No ads for news."
    )
    assert.strictEqual(
      licenseConflict.help(context),
      "Change use_type or tone in the config. If the rule forbids more than it should, narrow the rule instead."
    )
    const forbids = "The conflict rule no-ads forbids the config of"
    assert.strictEqual(licenseConflict.message({ ...context, licenses: ["A"] }), `${forbids} A`)
    assert.strictEqual(
      licenseConflict.message({ ...context, licenses: ["A", "B", "C"] }),
      `${forbids} 3 base licenses (A, B, C)`
    )
    assert.strictEqual(
      licenseConflict.message({ ...context, licenses: ["A", "B", "C", "D"] }),
      `${forbids} 4 base licenses (A, B, C, …)`
    )
    assert.strictEqual(
      licenseConflict.help({ ...context, licenses: ["A"] }),
      "Narrow the rule, so that it does not forbid what is offered. To forbid it, change these configs, too."
    )
  })
})
