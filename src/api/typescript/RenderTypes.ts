import type { SchemaBody } from "../bodies/SchemaBody.ts"
import { formatDocComment, type Doc } from "./DocComment.ts"
import { describeItem } from "./ItemDoc.ts"
import { renderObject } from "./ObjectType.ts"
import { docOfValue, renderSetting } from "./SettingType.ts"
import { stringLiteral, valueTypeName } from "./TypeNames.ts"

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
