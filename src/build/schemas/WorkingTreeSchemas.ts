import * as Struct from "effect/Struct"
import { conditionKeys } from "../../domain/taxonomy/Rules.ts"
import { namingFields } from "../../domain/vocabulary/ItemTypes.ts"
import {
  choiceSchema,
  codeDefinitions,
  conditionSchema,
  dimensionMap,
  settingSchema,
  dimensionConstraints,
  dimensionNames,
  moveDefinitions,
  newDimensionConstraint,
  replacedBySchema,
  replacementPaths
} from "./DimensionReferences.ts"
import {
  type EditorSchema,
  editorSchemas,
  isJsonSchema,
  type EditorJsonSchema,
  schemaAt,
  withSchemaAt,
  licenseSnippet
} from "./EditorSchemas.ts"
import type { SchemaItems } from "./SchemaItems.ts"

/**
 * The schemas of the sources that know the items: they complete, explain and verify names of dimensions, codes and
 * licenses. `published` are the names of items in releases, which a waiver may name after they were removed.
 */
export const workingTreeSchemas = (
  items: SchemaItems,
  published: ReadonlyArray<string> = []
): ReadonlyArray<EditorSchema> =>
  editorSchemas().map((generic) => {
    const specialize = specializations[generic.name]
    return specialize === undefined ? generic : { ...generic, schema: specialize(generic.schema, items, published) }
  })

type Specialize = (schema: EditorJsonSchema, items: SchemaItems, published: ReadonlyArray<string>) => EditorJsonSchema

const specializations: Partial<Record<string, Specialize>> = {
  taxonomy: (schema, { dimensions }) =>
    withEach(schema, [
      [
        ["properties", "groups", "items", "properties", "dimensions", "items"],
        () => choiceSchema("Dimension", "the name of a dimension", dimensions)
      ]
    ]),
  license: (schema, { dimensions, licenses }) => {
    const required = dimensions.filter((dimension) => dimension.required).map(({ code }) => code)
    const name = choiceSchema("License", "the code of a license", licenses)
    return withDefinitions(
      withEach(schema, [
        [
          ["properties", "config"],
          (generic) => ({
            ...textsOf(generic),
            ...dimensionMap(dimensions, settingSchema, required)
          })
        ],
        ...replacementsOf(name),
        [[], (generic) => ({ ...generic, defaultSnippets: [licenseSnippet(dimensions)] })]
      ]),
      codeDefinitions(dimensions)
    )
  },
  rule: (schema, { dimensions }) =>
    withDefinitions(
      withEach(
        schema,
        conditionKeys.map((key) => [
          ["properties", key],
          (generic) => ({
            ...textsOf(generic),
            ...dimensionMap(dimensions, conditionSchema),
            minProperties: 1
          })
        ])
      ),
      codeDefinitions(dimensions)
    ),
  dimension: (schema, { dimensions }) => {
    const name = choiceSchema("Dimension", "the name of a dimension", dimensions)
    const names = dimensions.map(({ code }) => code)
    const namesAt = (type: "dimension" | "value", path: ReadonlyArray<string>) =>
      [path, (own: EditorJsonSchema) => dimensionNames(type, own, dimensions)] as const
    return withDefinitions(
      {
        ...withEach(schema, [
          ...replacementsOf(name),
          ...replacementPaths.map(
            (path) => [[...ofValue, ...path], (own: EditorJsonSchema) => withoutItems(own)] as const
          ),
          ...namingFields.dimension.map(([field]) => namesAt("dimension", ["properties", field])),
          ...namingFields.value.map(([field, kind]) => {
            const path = [...ofValue, "properties", field]
            return kind === "dimension" ? namesAt("value", path) : ([path, withoutItems] as const)
          })
        ]),
        allOf: [
          ...(Array.isArray(schema["allOf"]) ? schema["allOf"] : []),
          ...dimensions.map(dimensionConstraints),
          newDimensionConstraint(names, schemaAt(schema, ...ofValue))
        ]
      },
      { ...codeDefinitions(dimensions), ...moveDefinitions(dimensions) }
    )
  },
  waivers: (schema, items, published) =>
    withEach(schema, [
      [
        ["items", "properties", "subject"],
        (generic) => ({
          ...choiceSchema("Subject", "an item", subjectsOf(items, published)),
          ...textsOf(generic)
        })
      ]
    ])
}

const ofValue = ["properties", "values", "items"]

/** A list of codes, which each dimension knows. */
const withoutItems = (list: EditorJsonSchema): EditorJsonSchema => Struct.omit(list, ["items", "anyOf"])

/** What replaces an item, and what people may consider, each one of these. */
const replacementsOf = (name: EditorJsonSchema): ReadonlyArray<SchemaChange> => {
  const [replacedBy = [], consider = []] = replacementPaths
  return [
    [replacedBy, (generic) => ({ ...replacedBySchema(name), ...textsOf(generic) })],
    [consider, (generic) => ({ ...generic, items: name })]
  ]
}

type SchemaChange = readonly [path: ReadonlyArray<string>, change: (generic: EditorJsonSchema) => EditorJsonSchema]

const textsOf = ({ description, markdownDescription, title }: EditorJsonSchema): EditorJsonSchema => ({
  title,
  description,
  markdownDescription
})

const withEach = (schema: EditorJsonSchema, changes: ReadonlyArray<SchemaChange>): EditorJsonSchema =>
  changes.reduce((changed, [path, change]) => withSchemaAt(changed, path, change(schemaAt(changed, ...path))), schema)

const withDefinitions = (schema: EditorJsonSchema, definitions: EditorJsonSchema): EditorJsonSchema => {
  const generic = schema["definitions"]
  return { ...schema, definitions: { ...(isJsonSchema(generic) ? generic : {}), ...definitions } }
}

const subjectsOf = ({ dimensions, licenses, rules }: SchemaItems, published: ReadonlyArray<string>) => {
  const known = [
    ...dimensions.flatMap((dimension) => [
      dimension,
      ...dimension.values.map((value) => ({ ...value, code: `${dimension.code}/${value.code}` }))
    ]),
    ...licenses,
    ...rules.map((rule) => ({ ...rule, code: `rules/${rule.code}` }))
  ]
  const codes = new Set(known.map(({ code }) => code))
  return [...known, ...published.filter((code) => !codes.has(code)).map((code) => ({ code, label: code }))]
}
