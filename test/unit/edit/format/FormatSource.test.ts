import { assert, describe, it } from "vitest"
import { parseDocument } from "yaml"
import {
  DimensionSource,
  LicenseSource,
  RuleSource,
  TaxonomySource,
  ValueSource,
  WaiversSource
} from "../../../../src/build/sources/SourceSchemas.ts"
import { formatSource } from "../../../../src/edit/format/FormatSource.ts"
import { keyOrders } from "../../../../src/edit/KeyOrder.ts"
import { makeCorpus, readProjectSources, yamlTestSuite } from "../../../support/YamlCorpus.ts"
import { makeRandom, mutateYaml } from "../../../support/YamlMutator.ts"

const contentOf = (text: string): unknown => {
  const document = parseDocument(text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n"), {
    uniqueKeys: false,
    logLevel: "silent"
  })
  // Maps in any order, also with keys that occur twice.
  return document.errors.length > 0 ? undefined : sorted(document.toJS({ mapAsMap: true }))
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!(value instanceof Map)) return value
  return [...value]
    .map(([key, member]) => [String(key), sorted(member)])
    .toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1))
}

const hashCount = (text: string): number => text.split("#").length

/** Formats a text if it can be formatted, and returns whether that changed it. */
const verify = (text: string): boolean => {
  const formatted = formatSource(text)
  if (formatted === undefined) return false
  assert.deepEqual(contentOf(formatted), contentOf(text), text)
  assert.strictEqual(formatSource(formatted), formatted, text)
  assert.strictEqual(hashCount(formatted), hashCount(text), text)
  return formatted !== text
}

describe("formatSource", () => {
  it("keeps the project's own sources as they are", ({ expect }) => {
    const own = [...readProjectSources()].filter(([path]) => path.startsWith("taxonomy-src/"))
    expect(own.length).toBeGreaterThan(50)
    for (const [path, text] of own) expect(formatSource(text), path).toBe(text)
  })

  it("never changes the content or the comments, and changes nothing the second time", () => {
    let changed = 0
    for (const text of readProjectSources().values()) verify(text)
    for (const { yaml } of yamlTestSuite) if (verify(yaml)) changed += 1
    const pickText = makeCorpus()
    for (let seed = 0; seed < 1500; seed += 1) {
      const random = makeRandom(seed)
      const text = mutateYaml(random, pickText(random), pickText(random))
      if (verify(text)) changed += 1
    }
    assert.isAbove(changed, 300)
  })

  it("writes line ends, indentation, quotes, spaces and the order of keys in one way", ({ expect }) => {
    const text = [
      "\uFEFF# yaml-language-server: $schema=x",
      'label:   "Use type"  # the label',
      "name: use_type",
      "",
      "",
      "shape: multiple",
      "values:",
      "# The first",
      "-   label: 'Books'",
      '    code: "NO"',
      "    # The text",
      "    description: >-",
      "          A text",
      "            of lines.",
      "",
      "",
      "-   code: B",
      "    description: goes",
      "      on  ",
      "    deprecated: {reason: 'x',replaced_by: [A,B,]}",
      "# The end",
      "description: 'it: is'",
      "required: false"
    ].join("\r\n")
    expect(formatSource(text)).toBe(`# yaml-language-server: $schema=x
name: use_type

label: Use type  # the label
# The end
description: 'it: is'
shape: multiple
required: false
values:
  # The first
  - code: "NO"
    label: Books
    # The text
    description: >-
      A text
        of lines.

  - code: B
    description: goes
      on
    deprecated: { reason: x, replaced_by: [A, B] }
`)
  })

  it("leaves a text alone that is not valid YAML", ({ expect }) => {
    expect(formatSource("a: [\n")).toBeUndefined()
  })

  it("orders the keys as the schemas of the sources do", ({ expect }) => {
    const kinds = {
      taxonomy: TaxonomySource.fields,
      dimension: DimensionSource.fields,
      value: ValueSource.fields,
      license: LicenseSource.fields,
      rule: RuleSource.fields,
      waiver: WaiversSource.value.fields
    }
    for (const [kind, fields] of Object.entries(kinds)) {
      expect({ ...keyOrders }[kind], kind).toEqual(Object.keys(fields))
    }
  })
})
