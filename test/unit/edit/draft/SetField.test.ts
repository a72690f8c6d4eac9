import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import {
  conflictRuleRef,
  dimensionRef,
  licenseRef,
  valueRef,
  type ItemRef
} from "../../../../src/domain/taxonomy/ItemRef.ts"
import type { Draft } from "../../../../src/edit/draft/Draft.ts"
import { setField } from "../../../../src/edit/draft/SetField.ts"
import { taxonomyOf, territory, useType } from "../../../support/domain/SmallTaxonomy.ts"

const [editorial, educational] = useType.values
const dimension = {
  ...useType,
  values: [...(editorial ? [{ ...editorial, notes: "Old." }] : []), ...(educational ? [educational] : [])]
}
const rule = { id: "never", description: "Never.", forbid: { use_type: { contains: "editorial" } } }

const draft: Draft = {
  taxonomy: taxonomyOf({ dimensions: [dimension, territory], rules: [rule] }),
  history: emptyHistory,
  ownCodes: new Map([["use_type", useType.values.map(({ code }) => code)]]),
  configs: new Map()
}

const set = (item: ItemRef | undefined, key: string, ...texts: ReadonlyArray<string>) => plan(item, key, texts)

const plan = (item: ItemRef | undefined, key: string, texts: ReadonlyArray<string> | undefined) =>
  Result.match(setField(draft, { item, key, texts, file: "a.yaml" }), {
    onSuccess: (changes) =>
      changes.flatMap((change) => (change._tag === "EditFile" || change._tag === "EditHeader" ? change.edits : [])),
    onFailure: ({ problem }) => problem
  })

const value = valueRef("use_type", "editorial")

describe("setField", () => {
  it("sets texts, lists, and what is true or false", () => {
    expect(set(value, "notes", "New.")).toEqual([
      { _tag: "Set", path: ["values", "editorial", "notes"], value: "New." }
    ])
    expect(set(value, "alt_labels", "News", "Press")).toMatchObject([{ value: ["News", "Press"] }])
    expect(set(value, "alt_labels", "News")).toMatchObject([{ value: ["News"] }])
    expect(set(dimensionRef("use_type"), "required", "true")).toMatchObject([{ path: ["required"], value: true }])
    expect(set(dimensionRef("use_type"), "role", "scope")).toMatchObject([{ value: "scope" }])
    expect(set(licenseRef("NIL-1"), "name", "Other")).toMatchObject([{ path: ["name"], value: "Other" }])
    expect(set(conflictRuleRef("never"), "advice", "false")).toMatchObject([{ value: false }])
  })

  it("sets the texts and names of the taxonomy itself", () => {
    expect(set(undefined, "title", "Licenses")).toEqual([{ _tag: "Set", path: ["title"], value: "Licenses" }])
    expect(set(undefined, "namespace", "other")).toMatchObject([{ path: ["namespace"], value: "other" }])
    expect(set(undefined, "iri", "https://example.com/")).toMatchObject([{ path: ["iri"] }])
    expect(plan(undefined, "iri", undefined)).toEqual([])
    expect(plan(undefined, "title", undefined)).toBe("key-required")
    expect(set(undefined, "description", "Two", "texts")).toBe("one-text")
  })

  it("names existing items, by their labels too", () => {
    expect(set(value, "broader", "Educational")).toMatchObject([{ value: ["educational"] }])
    expect(set(value, "broader", "nothing")).toBe("unknown")
    expect(set(value, "reserves", "everything")).toMatchObject([{ value: "everything" }])
    expect(set(value, "reserves", "use_tpye")).toBe("unknown")
    expect(set(value, "unbound_by", "use_type", "territory")).toMatchObject([{ value: ["use_type", "territory"] }])
  })

  it("removes what can be left out", () => {
    expect(plan(value, "notes", undefined)).toEqual([{ _tag: "Remove", path: ["values", "editorial", "notes"] }])
    expect(plan(value, "examples", undefined)).toEqual([])
    expect(plan(value, "label", undefined)).toBe("key-required")
  })

  it("gives a value of a list an entry of its own", () => {
    const norway = { code: "NO", label: "Norway", description: "The kingdom." }
    expect(set(valueRef("territory", "NO"), "alt_labels", "Norge")).toEqual([
      { _tag: "Insert", path: ["values"], entry: { ...norway, alt_labels: ["Norge"] } }
    ])
    expect(plan(valueRef("territory", "NO"), "notes", undefined)).toEqual([])
  })

  it.each([
    [value, "code", "key-of-identity"],
    [dimensionRef("use_type"), "values", "key-of-items"],
    [value, "deprecated", "key-of-deprecation"],
    [value, "translations", "key-in-file"],
    [value, "citations", "key-in-file"],
    [licenseRef("NIL-1"), "config", "key-in-file"],
    [conflictRuleRef("never"), "forbid", "key-in-file"],
    [undefined, "groups", "key-in-file"],
    [undefined, "translations", "key-in-file"],
    [undefined, "version", "unknown-key"],
    [value, "lable", "unknown-key"],
    [value, "values_from", "unknown-key"]
  ] as const)("refuses %o %s: %s", (item, key, problem) => {
    expect(set(item, key, "x")).toBe(problem)
  })

  it("refuses several texts in place of one, and other words than true and false", () => {
    expect(set(value, "notes", "Two", "texts")).toBe("one-text")
    expect(set(dimensionRef("use_type"), "required", "yes")).toBe("not-a-boolean")
  })
})
