import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { dimensionRef, toCaselessItemId, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { createFile, type Draft } from "../../../../src/edit/draft/Draft.ts"
import {
  addDimension,
  addRule,
  addValue,
  parseAssignment,
  type NewDimension
} from "../../../../src/edit/draft/NewItems.ts"
import { commercialScope, taxonomyOf, territory, useType } from "../../../support/domain/SmallTaxonomy.ts"

const removed = valueRef("use_type", "GONE")

const draft: Draft = {
  taxonomy: taxonomyOf({ dimensions: [useType] }),
  history: {
    ...emptyHistory,
    tombstones: new Map([[toCaselessItemId(removed), { item: removed, version: Version.make("2.0.0") }]])
  },
  ownCodes: new Map([["use_type", useType.values.map(({ code }) => code)]]),
  configs: new Map()
}

const problemOf = (dimension: string, code: string, after?: string) =>
  Result.match(
    addValue(draft, {
      dimension,
      value: { code, label: "Label", description: "Text." },
      ...(after === undefined ? {} : { after })
    }),
    { onFailure: ({ problem, message }) => `${problem}: ${message}`, onSuccess: ([change]) => change?._tag }
  )

describe("addValue", () => {
  it("plans one edit of the file of the dimension", () => {
    expect(problemOf("use_type", "podcast")).toBe("EditFile")
  })

  it("refuses the code of a removed value in every spelling", () => {
    expect(problemOf("use_type", "gone")).toBe(
      'removed: "use_type/gone" was removed in 2.0.0, and a removed code stays reserved. Choose another code.'
    )
  })

  it("names kinds by their codes or labels", () => {
    const value = { code: "podcast", label: "Label", description: "Text." }
    const planned = (broader: string) =>
      addValue(draft, { dimension: "use_type", value: { ...value, broader: [broader] } })
    expect(Result.getOrThrow(planned("Editorial"))).toMatchObject([
      { edits: [{ entry: { ...value, broader: ["editorial"] } }] }
    ])
    expect(Result.isFailure(planned("nothing"))).toBe(true)
  })

  it("refuses an unknown neighbor", () => {
    expect(problemOf("use_type", "podcast", "nowhere")).toContain("unknown-neighbor")
  })
})

describe("addRule", () => {
  const rule = (key: "forbid" | "when" | "require", ...texts: ReadonlyArray<string>) =>
    Result.match(
      addRule(
        { ...draft, taxonomy: taxonomyOf({ dimensions: [useType, commercialScope, territory] }) },
        {
          id: "new",
          description: "New.",
          advice: true,
          label: "Short",
          conditions: new Map([[key, texts.flatMap((text) => parseAssignment(text) ?? [])]])
        }
      ),
      {
        onFailure: ({ problem }) => problem,
        onSuccess: ([change]) => (change?._tag === "CreateFile" ? change.content : change)
      }
    )

  it("writes the keys in the order of the sources", () => {
    const written = rule("require", "use_type=Editorial")
    expect(written).toStrictEqual({
      id: "new",
      label: "Short",
      description: "New.",
      advice: true,
      require: { use_type: { contains: "editorial" } }
    })
    expect(Object.keys(written ?? {})).toEqual(["id", "label", "description", "advice", "require"])
  })

  it("excludes codes", () => {
    expect(rule("forbid", "use_type=not:editorial,educational", "commercial_scope=not:None")).toMatchObject({
      forbid: {
        use_type: { contains_none: ["editorial", "educational"] },
        commercial_scope: { none_of: ["non_commercial"] }
      }
    })
    expect(rule("when", "use_type=not:editorial", "use_type=educational", "territory=not:NO")).toMatchObject({
      when: {
        use_type: { contains: "educational", contains_none: ["editorial"] },
        territory: { countries: { contains_none: ["NO"] } }
      }
    })
    expect(rule("when", "use_type=not:nothing")).toBe("unknown")
    expect(rule("when", "commercial_scope=not:non_commercial", "commercial_scope=non_commercial")).toBe("one-condition")
  })

  it("means an empty list by no code", () => {
    expect(rule("forbid", "use_type=")).toMatchObject({ forbid: { use_type: { empty: true } } })
    expect(rule("forbid", "use_type=*")).toMatchObject({ forbid: { use_type: { empty: false } } })
  })
})

const emptyDraft = { taxonomy: taxonomyOf(), history: emptyHistory, ownCodes: new Map(), configs: new Map() }

const dimension = {
  name: "territory",
  label: "Territory",
  description: "Where.",
  shape: "territory",
  required: true
} as const

const contentOf = (more: Pick<NewDimension, "values" | "valuesFrom" | "definition">) => {
  const changes = Result.getOrThrow(addDimension(emptyDraft, { ...dimension, ...more }))
  return changes.map((change) => (change._tag === "CreateFile" ? change.content : change._tag))
}

const value = { code: "NO", label: "Norway", description: "The kingdom." }

describe("addDimension", () => {
  it("writes the values, also if there are none yet", () => {
    expect(contentOf({ values: [value] })).toStrictEqual([{ ...dimension, values: [value] }])
    expect(contentOf({ values: [] })).toStrictEqual([{ ...dimension, values: [] }])
    expect(contentOf({ values: [], definition: "A place." })).toStrictEqual([
      { ...dimension, definition: "A place.", values: [] }
    ])
  })

  it("writes the list that values come from, and values only if there are more", () => {
    const listed = { ...dimension, values_from: "iso-3166-1-alpha-2" }
    expect(contentOf({ values: [], valuesFrom: listed.values_from })).toStrictEqual([listed])
    expect(contentOf({ values: [value], valuesFrom: listed.values_from })).toStrictEqual([
      { ...listed, values: [value] }
    ])
  })

  it("writes the dimensions that it names, of which all exist", () => {
    const named = { values_of: "use_type", reserves: "use_type", within: ["use_type"], refines: "use_type" }
    expect(addDimension(draft, { ...dimension, values: [], ...named })).toStrictEqual(
      Result.succeed([createFile(dimensionRef(dimension.name), { ...dimension, ...named })])
    )
    for (const [key, name] of Object.entries({ ...named, within: "use_type" })) {
      const wrong = key === "within" ? [name, "use_typ"] : "use_typ"
      const refused = addDimension(draft, { ...dimension, values: [], ...named, [key]: wrong })
      expect(Result.getFailure(refused)).toMatchObject({
        value: { problem: "unknown", name: "use_typ", other: "dimension" }
      })
    }
  })
})
