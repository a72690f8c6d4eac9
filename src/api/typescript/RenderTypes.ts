import { asSentence } from "../../domain/Sentence.ts"
import { formatReplacements } from "../../domain/taxonomy/Replacement.ts"
import type { DeprecationBody } from "../bodies/DeprecationBody.ts"
import type { SchemaBody } from "../bodies/SchemaBody.ts"
import { formatDocComment, type Doc } from "./DocComment.ts"

/** The parts of a body that the types are made from. */
export interface TypesSource extends Pick<
  SchemaBody,
  "_meta" | "base_licenses" | "dimensions" | "namespace" | "published_at" | "title" | "version"
> {
  readonly validation_rules: {
    readonly conflicts: { readonly [id: string]: { readonly description: string } }
  }
}

/**
 * Renders the TypeScript module of a release: literal types of its names and codes, and the type of its configs. It
 * contains types only. The same body gives the same text.
 */
export const renderTypes = (schema: TypesSource, { isDraft = false }: { readonly isDraft?: boolean } = {}): string => {
  const { _meta, base_licenses, validation_rules, version } = schema
  const dimensions = Object.entries(schema.dimensions)
  const declarations = [
    `/* eslint-disable */\n${formatDocComment({ text: headingOf(schema, isDraft) })}`,
    alias("Release", stringLiteral(_meta.release), { text: "The release that these types describe." }),
    alias("TaxonomyVersion", stringLiteral(version), { text: "The taxonomy version of the release." }),
    alias(
      "DimensionName",
      union(dimensions.map(([name, body]) => [name, describeItem(body.name, body.description, body.deprecation)])),
      { text: "The name of a dimension." }
    ),
    ...dimensions.map(([name, dimension]) =>
      alias(
        valueTypeName(name),
        union(dimension.values.map((code) => [code, docOfValue(dimension.value_details, code)])),
        describeItem(`The code of a value of ${name}. ${dimension.name}`, dimension.description, dimension.deprecation)
      )
    ),
    alias("Values", renderObject(dimensions.map(([name]) => ({ name, type: valueTypeName(name), isRequired: true }))), {
      text: "The codes of every dimension, by its name."
    }),
    alias(
      "LicenseCode",
      union(base_licenses.map((entry) => [entry.code, describeItem(entry.name, entry.description, entry.deprecation)])),
      { text: "The code of a base license." }
    ),
    alias(
      "RuleId",
      union(Object.entries(validation_rules.conflicts).map(([id, { description }]) => [id, { text: description }])),
      { text: "The id of a conflict rule." }
    ),
    alias(
      "Config",
      renderObject(
        dimensions.map(([name, body]) => ({
          name,
          type: renderSetting(name, body),
          isRequired: body.required,
          doc: describeItem(body.name, body.description, body.deprecation)
        }))
      ),
      { text: "The settings of a license. Conflict rules are not part of the type: validate a config, too." }
    ),
    alias("Taxonomy", renderObject(membersOfTaxonomy), {
      text: "All types of the release, as the type argument of a client."
    })
  ]
  return `${declarations.join("\n\n")}\n`
}

const membersOfTaxonomy = Object.entries({
  release: "Release",
  version: "TaxonomyVersion",
  values: "Values",
  license: "LicenseCode",
  rule: "RuleId",
  config: "Config"
}).map(([name, type]) => ({ name, type, isRequired: true }))

const headingOf = ({ _meta, namespace, published_at, title, version }: TypesSource, isDraft: boolean): string =>
  isDraft
    ? `${title}: types of ${namespace} ${_meta.release} (${version}), a draft that is not published. Do not edit.`
    : `${title}: types of ${namespace} ${_meta.release} (${version}), published ${published_at}. Do not edit.`

/** The declaration of a type. Unlike an interface, an alias is assignable to a type with an index signature. */
const alias = (name: string, type: string, doc: Doc): string =>
  `${formatDocComment(doc)}\nexport type ${name} =${type.startsWith("\n") ? "" : " "}${type}`

const union = (members: ReadonlyArray<readonly [text: string, doc: Doc]>): string =>
  members.length === 0
    ? "never"
    : members.map(([text, doc]) => `\n${formatDocComment(doc, "  ")}\n  | ${stringLiteral(text)}`).join("")

type Dimension = SchemaBody["dimensions"][string]

/** The type of a dimension's setting in a config, by the shape of the dimension. */
const renderSetting = (name: string, { shape, value_details, values }: Dimension): string => {
  const codes = valueTypeName(name)
  switch (shape) {
    case "single":
      return codes
    case "multiple":
      return `ReadonlyArray<${codes}>`
    case "territory":
      return `{ readonly global: boolean; readonly countries: ReadonlyArray<${codes}> }`
    case "flags":
      return renderObject(
        values.map((code) => ({
          name: code,
          type: "boolean",
          isRequired: false,
          doc: docOfValue(value_details, code)
        })),
        "  "
      )
  }
}

/** The documentation of a value. */
const docOfValue = (details: Dimension["value_details"], code: string): Doc => {
  const { deprecation, description, label } = details[code] ?? { label: code, description: "" }
  return describeItem(label, description, deprecation)
}

type Deprecation = typeof DeprecationBody.Encoded

/** The documentation of an item: its label, its description and its deprecation. */
const describeItem = (label: string, description: string, deprecation: Deprecation | undefined): Doc => ({
  text: `${label}: ${description}`,
  deprecated: deprecation && formatDeprecation(deprecation)
})

/** A deprecation in words: since when, what to use instead, why, and the earliest removal. */
export const formatDeprecation = ({
  earliest_removal,
  reason,
  replaced_by,
  replacement,
  since
}: Deprecation): string => {
  const replacements = formatReplacements({
    replaced_by,
    ...(replacement?.mode === "all_of" ? { replacement_mode: replacement.mode } : {})
  })
  return [
    `Since ${since.version}.`,
    ...(replaced_by.length === 0 ? [] : [`Use ${replacements}.`]),
    ...(reason === undefined ? [] : [asSentence(reason)]),
    `Removal in ${earliest_removal.version} at the earliest, not before ${earliest_removal.date}.`
  ].join(" ")
}

/** A member of an object type. */
interface Member {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly doc?: Doc
}

/** Renders the type of an object with these members and no others. */
const renderObject = (members: ReadonlyArray<Member>, indentation = ""): string => {
  // The type `{}` would accept everything.
  if (members.length === 0) return "{ readonly [name: string]: never }"
  const inner = `${indentation}  `
  const lines = members.flatMap(({ doc, isRequired, name, type }) => [
    ...(doc === undefined ? [] : [formatDocComment(doc, inner)]),
    `${inner}readonly ${propertyName(name)}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : orInherited(name)}`
  ])
  return ["{", ...lines, ...guardOf(members, inner), `${indentation}}`].join("\n")
}

// Every object inherits these names, so an object could not leave out a member with such a name if its type did not
// include the inherited one.
const orInherited = (name: string): string => (inherited.has(name) ? ` | Object["${name}"]` : "")

// With such a member, arrays, strings and functions would be objects that leave out all others.
const guardOf = (members: ReadonlyArray<Member>, indentation: string): ReadonlyArray<string> =>
  members.some(({ isRequired, name }) => !isRequired && inherited.has(name))
    ? ["iterator", "hasInstance"].map((symbol) => `${indentation}readonly [Symbol.${symbol}]?: never`)
    : []

/** The members of TypeScript's `Object`. */
const inherited: ReadonlySet<string> = new Set([
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "toLocaleString",
  "toString",
  "valueOf"
])

/**
 * The name of the type of a dimension's values: `UseTypeValue` for `use_type`. Different dimensions have different names,
 * and the name of a dimension alone decides, so that it stays when others come or go. Nothing else in a module ends in
 * `Value`.
 */
export const valueTypeName = (dimension: string): string => `${toPascalCase(dimension)}Value`

/** The name of a property, quoted if it is not an identifier. */
export const propertyName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : stringLiteral(name))

/** A text as a string literal, without characters that end or turn a line. */
export const stringLiteral = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u{7F}-\u{9F}\u{2028}\u{2029}\p{Bidi_Control}]/gu,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, "0")
  )

// An underscore disappears only before a letter, which becomes a capital: `a_1` and `a1` stay apart. Nothing else makes
// capitals or dollar signs.
const toPascalCase = (name: string): string =>
  name
    .replaceAll(/^\d|[^a-z0-9_]/gu, (character) => `$${character.codePointAt(0)?.toString(16)}$`)
    .replaceAll(/^[a-z]|(?<!^)_[a-z]/g, (start) => start.slice(-1).toUpperCase())
