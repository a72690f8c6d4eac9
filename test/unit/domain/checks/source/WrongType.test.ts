import { assert, describe, it } from "@effect/vitest"
import { formatTypeProblem, type TypeProblem, wrongType } from "../../../../../src/domain/checks/source/WrongType.ts"

const table = (title: string, cases: ReadonlyArray<readonly [TypeProblem, message: string, help: string]>): void => {
  it.each(cases)(`${title}: %j`, (problem, message, help) => {
    assert.deepStrictEqual(formatTypeProblem(problem), { message, help })
    assert.strictEqual(wrongType.message(problem), message)
    assert.strictEqual(wrongType.help(problem), help)
  })
}

describe("a value of another type than its key takes", () => {
  const label = { problem: "unexpected", subject: "key", name: "label", expected: { type: "text" } } as const
  const entry = { ...label, subject: "entry", name: "values" } as const
  const required = { ...label, name: "required", expected: { type: "boolean" } } as const

  table("names the key and what it takes", [
    [label, '"label" must be a text', "Write a text."],
    [required, '"required" must be true or false', "Write true or false."],
    [entry, 'An entry of "values" must be a text', "Write a text."],
    [
      { ...label, subject: "file", name: "taxonomy.yaml", expected: { type: "map", required_keys: [] } },
      "taxonomy.yaml must be a map of keys and values",
      "Write its keys and values below it, one on each line."
    ],
    [
      { ...label, name: "deprecated", expected: { type: "map", required_keys: ["reason", "replaced_by"] } },
      '"deprecated" must be a map of keys and values',
      "Write its keys: reason: …, replaced_by: …."
    ],
    [
      { ...label, name: "values", expected: { type: "list" } },
      '"values" must be a list',
      "Write a list, with a dash before each entry."
    ],
    [
      { ...label, name: "replaced_by", expected: { type: "non-empty-list" } },
      '"replaced_by" must be a list with at least one entry',
      "Write a list with at least one entry."
    ],
    [
      { ...label, name: "fr", expected: { type: "any-key", keys: ["label"] } },
      '"fr" must contain label',
      "Write fr: { label: TEXT }."
    ],
    [
      { ...label, name: "fr", expected: { type: "any-key", keys: ["label", "description"] } },
      '"fr" must contain at least one of label and description',
      "Write fr: { label: TEXT }."
    ],
    [
      { ...label, name: "shape", expected: { type: "choice", choices: ["single", "multiple"] } },
      '"shape" must be one of single, multiple',
      "Write one of single, multiple."
    ],
    [
      { ...label, name: "replacement_mode", expected: { type: "choice", choices: ["all_of"] } },
      '"replacement_mode" must be all_of',
      "Write all_of."
    ],
    [
      { ...label, name: "version", expected: { type: "described", description: "a version such as 1.4.0" } },
      '"version" must be a version such as 1.4.0',
      "Write a version such as 1.4.0."
    ]
  ])

  table("advises what was probably meant", [
    [{ ...label, suggestion: "single" }, '"label" must be a text', 'Did you mean "single"?'],
    [{ ...required, suggestion: "true" }, '"required" must be true or false', "Did you mean true?"],
    [
      { ...required, suggestion: "false", is_quoted: true },
      '"required" must be true or false',
      "Write required: false, without quotes."
    ],
    [{ ...label, hint: "Write a short text." }, '"label" must be a text', "Write a short text."],
    [
      {
        ...label,
        hint: "Write news.",
        invisible: { name: "en space", code_point: "U+2002", side: "after", text: "news" }
      },
      '"label" contains an en space (U+2002) after news',
      "Write news."
    ]
  ])
})

describe("a value that is empty, or read as something else than text", () => {
  const empty = { problem: "empty", subject: "key", name: "label", expected: { type: "text" } } as const
  const version = { problem: "not-text", subject: "key", name: "version", read_as: "number" } as const

  table("tells what to write", [
    [empty, '"label" is empty', "Write the text after label:."],
    [{ ...empty, subject: "entry" }, 'An entry of "label" is empty', "Write the text, or remove the entry."],
    [
      { ...empty, name: "values", expected: { type: "list" } },
      '"values" is empty',
      "Write a list, with a dash before each entry."
    ],
    [{ ...empty, hint: "Remove it." }, '"label" is empty', "Remove it."],
    [{ ...version, written: "1.4" }, '"version" must be text, but YAML reads 1.4 as a number', "Write version: 1.4.0"],
    [{ ...version, written: "2" }, '"version" must be text, but YAML reads 2 as a number', "Write version: 2.0.0"],
    [
      { ...version, written: "1e3" },
      '"version" must be text, but YAML reads 1e3 as a number',
      "Write three numbers, such as 1.1.0."
    ],
    [
      { ...version, name: "label", written: "yes", read_as: "boolean" },
      '"label" must be text, but YAML reads yes as true or false',
      'Put it in quotes: "yes".'
    ],
    [
      { ...version, name: "code", written: "~", read_as: "null" },
      '"code" must be text, but YAML reads ~ as nothing (null)',
      'Put it in quotes: "~".'
    ],
    [
      { problem: "key-not-text", key: "2024", read_as: "number" },
      "The key 2024 must be text, but YAML reads it as a number",
      'Put it in quotes: "2024".'
    ],
    [{ problem: "collection-as-key" }, "A key must be text, not a list or a map", "Write a text before the colon."],
    [{ problem: "empty-key" }, "A key is empty", "Write the key before the colon."]
  ])
})

describe("a setting that does not fit its dimension", () => {
  const single = {
    problem: "setting",
    dimension: "tone",
    shape: "single",
    example: "tone: calm"
  } as const
  const territory = {
    ...single,
    dimension: "territory",
    shape: "territory",
    example: "territory: { global: false, countries: [US] }"
  } as const
  const written = "Write the codes that apply, for example territory: { global: false, countries: [US] }"

  table("names what is wrong", [
    [single, "tone must be one code", "Write the code that applies, for example tone: calm"],
    [
      { ...single, shape: "multiple", example: "tone: [calm]" },
      "tone must be a list of codes",
      "Write the codes that apply, for example tone: [calm]"
    ],
    [
      { ...single, is_blank: true },
      "tone must be one code",
      "Write the code that applies, for example tone: calm, or remove tone if the license leaves it open."
    ],
    [territory, "territory must be an object with global (true or false) and countries (a list of codes)", written],
    [
      { ...territory, parts: ["global"] },
      '"global" of territory must be true or false',
      "Write true or false, without quotes."
    ],
    [
      { ...territory, parts: ["countries"] },
      '"countries" of territory must be a list of codes, such as [US, CA]',
      written
    ],
    [
      { ...territory, shape: "flags", dimension: "ai", parts: ["film", "radio"] },
      '"film" and "radio" of ai must be true or false',
      "Write true or false, without quotes."
    ],
    [{ ...territory, parts: ["planet"] }, 'Unknown key "planet" in territory', written]
  ])
})

describe("a condition that does not fit its dimension", () => {
  const condition = {
    problem: "condition",
    dimension: "tone",
    shape: "single",
    suggestion: null,
    example: "tone: { equals: calm }"
  } as const
  const message = "The condition does not fit tone, which has the shape"

  table("tells which conditions the shape takes", [
    [condition, `${message} single (one code)`, "Use equals, any_of or none_of, for example tone: { equals: calm }"],
    [
      { ...condition, shape: "multiple" },
      `${message} multiple (a list of codes)`,
      "Use contains, contains_any, contains_all, contains_none or empty, for example tone: { equals: calm }"
    ],
    [
      { ...condition, shape: "territory" },
      `${message} territory (an object with global (true or false) and countries (a list of codes))`,
      "Use global or countries (with contains, contains_any, contains_all, contains_none or empty), for example tone: { equals: calm }"
    ],
    [
      { ...condition, shape: "flags" },
      `${message} flags (an object of members that are true or false)`,
      "Use a member with true or false, for example tone: { equals: calm }"
    ],
    [{ ...condition, suggestion: "equals" }, `${message} single (one code)`, 'Did you mean "equals"?'],
    [
      { ...condition, is_negated: true, example: "tone: { none_of: [calm] }" },
      `${message} single (one code)`,
      "Write tone: { none_of: [calm] }"
    ]
  ])
})
