import { DataFactory, Util, type NamedNode, type Quad } from "n3"
import { isObject } from "../../domain/Json.ts"
import { dayOf, type DeprecatedSince } from "../../domain/release/removal/DeprecationClock.ts"
import type { RemovedContent } from "../../domain/release/removal/RemovedItems.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { dimensionRef, kindOf, licenseRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import { consideredItems, formatReplacements, replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { Dimension, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import type { Field, Fields } from "../../domain/vocabulary/Field.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import type { ExportContent, ExportedRemoval } from "../ExportContent.ts"
import type { ItemIris } from "../ItemIris.ts"

/** The IRIs with which the terms of the used vocabularies begin, by their usual prefixes. */
export const vocabularies = {
  dcterms: "http://purl.org/dc/terms/",
  owl: "http://www.w3.org/2002/07/owl#",
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  skos: "http://www.w3.org/2004/02/skos/core#",
  xsd: "http://www.w3.org/2001/XMLSchema#"
} as const

const prefix = Util.prefixes(vocabularies)
const [dcterms, owl, rdf] = [prefix("dcterms"), prefix("owl"), prefix("rdf")]
const [rdfs, skos, xsd] = [prefix("rdfs"), prefix("skos"), prefix("xsd")]

/**
 * A taxonomy as a graph of SKOS: a concept scheme per dimension and one for the base licenses, with a concept per value and
 * base license. Removed items stay as deprecated ones, so that older data still resolves. The same release gives the same
 * graph: nothing in it depends on later releases or on the day.
 */
export const makeSkosGraph = (
  { release, removalOf, removedItems, taxonomy }: SkosContent,
  iris: ItemIris,
  sourceLanguage: string
): ReadonlyArray<Quad> => {
  const removed = removedItems()
  const inOrder = snapshotOf(taxonomy).dimensionsInOrder()
  const version = versionProperties(release)
  const endOf = (item: ItemRef, { deprecated }: Item): ItemEnd => ({
    deprecation: deprecated,
    since: deprecated && removalOf(item)?.since
  })

  const describeDimension = (dimension: Dimension, end: ItemEnd): ReadonlyArray<Quad> => {
    const scheme = iris.dimension(dimension.name)
    const top = end.removal === undefined ? dimension.values.filter(isTop) : []
    return describeSubject(scheme, [
      [rdf("type"), [skos("ConceptScheme")]],
      // After its label, in both of its properties.
      ...textsOf("dimension", dimension, sourceLanguage).toSpliced(2, 0, [
        skos("notation"),
        [typed(dimension.name, iri(iris.codes))]
      ]),
      ...version,
      ...deprecationProperties(dimensionRef(dimension.name), end, iris, sourceLanguage),
      [skos("hasTopConcept"), top.map(({ code }) => iri(iris.value(dimension.name, code)))]
    ])
  }

  const describeConcept = (
    item: ItemRef,
    content: Value | License,
    end = endOf(item, content)
  ): ReadonlyArray<Quad> => {
    const [concept, scheme] =
      item._tag === "Value"
        ? [iris.value(item.dimension, item.value), iris.dimension(item.dimension)]
        : [iris.license(content.code), iris.licenses]
    return describeSubject(concept, [
      [rdf("type"), [skos("Concept")]],
      [skos("inScheme"), [iri(scheme)]],
      [skos("topConceptOf"), end.removal === undefined && isTop(content) ? [iri(scheme)] : []],
      [skos("notation"), [typed(content.code, iri(iris.codes))]],
      ...textsOf(kindOf(item), content, sourceLanguage, (code) =>
        item._tag === "Value" ? iris.value(item.dimension, code) : iris.license(code)
      ),
      ...deprecationProperties(item, end, iris, sourceLanguage)
    ])
  }

  const describeRemoved = (found: RemovedContent): ReadonlyArray<Quad> => {
    const end = {
      deprecation: found.content.deprecated,
      since: found.since,
      removal: found.removal ?? "draft"
    } as const
    switch (found._tag) {
      case "Dimension":
        return describeDimension(found.content, end)
      case "Value":
        return describeConcept(valueRef(found.dimension, found.content.code), found.content, end)
      case "License":
        return describeConcept(licenseRef(found.content.code), found.content, end)
    }
  }

  const schemes = [
    ...inOrder.map(({ name }) => iris.dimension(name)),
    ...removed.flatMap((found) => (found._tag === "Dimension" ? [iris.dimension(found.content.name)] : [])),
    iris.licenses
  ]
  return [
    ...describeSubject(iris.taxonomy, [
      [rdf("type"), [owl("Ontology")]],
      ...textsOf("taxonomy", taxonomy, sourceLanguage),
      ...version,
      [owl("versionIRI"), release === undefined ? [] : [iri(iris.release(release.version))]],
      [owl("priorVersion"), release === undefined || release.base === null ? [] : [iri(iris.release(release.base))]],
      [dcterms("hasPart"), schemes.map((name) => iri(name))]
    ]),
    ...describeSubject(iris.codes, [
      [rdf("type"), [rdfs("Datatype")]],
      [rdfs("label"), [text("Code", "en")]]
    ]),
    ...inOrder.flatMap((dimension) => [
      ...describeDimension(dimension, endOf(dimensionRef(dimension.name), dimension)),
      ...dimension.values.flatMap((value) => describeConcept(valueRef(dimension.name, value.code), value))
    ]),
    ...describeSubject(iris.licenses, [
      [rdf("type"), [skos("ConceptScheme")]],
      [dcterms("title"), [text("Base licenses", "en")]],
      [skos("prefLabel"), [text("Base licenses", "en")]],
      ...version,
      [skos("hasTopConcept"), taxonomy.licenses.map(({ code }) => iri(iris.license(code)))]
    ]),
    ...taxonomy.licenses.flatMap((license) => describeConcept(licenseRef(license.code), license)),
    ...removed.flatMap(describeRemoved)
  ]
}

/** When an item can be removed is left out: it depends on later releases. */
export interface SkosContent extends Pick<ExportContent, "release" | "removedItems" | "taxonomy"> {
  readonly removalOf: (item: ItemRef) => Pick<ExportedRemoval, "since"> | undefined
}

/** What the releases say of a deprecated or removed item. */
interface ItemEnd {
  readonly deprecation: Deprecation | undefined
  readonly since: DeprecatedSince | undefined
  /** `undefined` for an item that is still valid. */
  readonly removal?: RemovedContent["removal"] | "draft"
}

/**
 * The properties of an item that is deprecated or removed: its replacements, the reason as a note for users, and the
 * releases as a note for administrators. Both are notes of SKOS (section 7.1).
 */
const deprecationProperties = (
  item: ItemRef,
  { deprecation, removal, since }: ItemEnd,
  iris: ItemIris,
  sourceLanguage: string
): Properties => {
  if (deprecation === undefined && removal === undefined) return []
  const replacements = deprecation === undefined ? [] : replacementItems(item, deprecation)
  const deprecated =
    deprecation === undefined
      ? []
      : [
          sentence("Deprecated", since),
          ...(replacements.length === 0 ? [] : [`Use ${formatReplacements(deprecation)}.`])
        ]
  const removed = removal === undefined ? [] : [sentence("Removed", removal === "draft" ? undefined : removal)]
  return [
    [owl("deprecated"), [typed("true", xsd("boolean"))]],
    [dcterms("isReplacedBy"), replacements.flatMap((other) => iris.item(other) ?? []).map((name) => iri(name))],
    [
      rdfs("seeAlso"),
      (deprecation === undefined ? [] : consideredItems(item, deprecation)).flatMap((other) => {
        const name = iris.item(other)
        return name === undefined ? [] : [iri(name)]
      })
    ],
    ...(deprecation === undefined ? [] : textsOf("deprecation", deprecation, sourceLanguage)),
    [skos("changeNote"), [text([...deprecated, ...removed].join(" "), "en")]]
  ]
}

/** True for a concept without a broader one. */
const isTop = (content: object): boolean => !("broader" in content)

/** The fields of an item that linked data has, each with a property: its names first, then its other texts by property. */
const linkedFields = (fields: Fields) =>
  Object.entries<Field>(fields)
    .flatMap(([name, { isName, names, skos: properties = [] }]) =>
      properties.map((property) => ({
        name,
        property,
        rank: isName === true ? "" : property,
        namesItems: names !== undefined
      }))
    )
    .toSorted((left, right) => byCodeUnits(left.rank, right.rank))

/** The properties whose objects are texts of the taxonomy. */
export const textProperties: ReadonlyArray<string> = Object.values(vocabulary)
  .flatMap(linkedFields)
  .flatMap(({ namesItems, property }) => (namesItems ? [] : [property]))

/** The texts of an item, and the items that it names, whose IRIs are made from their codes. */
const textsOf = (
  type: keyof typeof vocabulary,
  item: { readonly translations?: Translations },
  sourceLanguage: string,
  toIri: (code: string) => string = (code) => code
): Properties =>
  linkedFields(vocabulary[type]).map(({ name, namesItems, property }) => {
    const [vocabularyName = "", term = ""] = property.split(":")
    const content: unknown = Reflect.get(item, name)
    const terms = namesItems
      ? Array.isArray(content)
        ? content.map((code: string) => iri(toIri(code)))
        : []
      : termsIn(item, name, sourceLanguage)
    return [prefix(vocabularyName)(term), terms]
  })

/**
 * A text of an item: the normative one in the source language first, then its translations by language. A translation
 * into the source language is left out, since a concept has one label per language (SKOS, S14).
 */
const termsIn = (
  item: { readonly translations?: Translations },
  name: string,
  sourceLanguage: string
): ReadonlyArray<RdfTerm> => {
  const normative = termsOf(textIn(item, name), sourceLanguage)
  if (normative.length === 0) return []
  const translated = Object.entries(item.translations ?? {}).flatMap(([language, texts]) =>
    isSameLanguage(language, sourceLanguage) ? [] : termsOf(textIn(texts, name), language)
  )
  return [...normative, ...translated]
}

/** A text, without other names that are the label: the two are disjoint (SKOS, S13). */
const textIn = (texts: object, name: string): unknown => {
  const content: unknown = Reflect.get(texts, name)
  if (name !== "alt_labels" || !Array.isArray(content)) return content
  const label: unknown = Reflect.get(texts, "label")
  return content.filter((other: string) => typeof label !== "string" || other.toLowerCase() !== label.toLowerCase())
}

type Item = Pick<Value, "deprecated">

/** A working tree has no version yet. */
const versionProperties = (release: SkosContent["release"]): Properties =>
  release === undefined
    ? []
    : [
        [owl("versionInfo"), [typed(release.version, xsd("string"))]],
        [dcterms("issued"), [typed(release.published_at, xsd("dateTime"))]]
      ]

const sentence = (what: string, release: DeprecatedSince | undefined): string =>
  release === undefined ? `${what}.` : `${what} in ${release.version} on ${dayOf(release.date)}.`

/** A text, each text of a list, or each member of a structure, of which addresses are resources. */
export const termsOf = (content: unknown, language: string): ReadonlyArray<RdfTerm> => {
  if (typeof content === "string") return [text(content, language)]
  if (typeof content !== "object" || content === null) return []
  return Object.values(content).flatMap((each: unknown) =>
    isObject(content) && typeof each === "string" && /^https?:\/\/\S+$/u.test(each)
      ? [iri(each)]
      : termsOf(each, language)
  )
}

/** Language tags are compared ignoring case (RFC 5646, section 2.1.1). */
const isSameLanguage = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/** The object of a statement. No term is a blank node. */
type RdfTerm = Quad["object"]

const iri = (value: string): NamedNode => DataFactory.namedNode(value)

/** A text in a language, whose tag the library would write in lower case. */
const text = (value: string, language: string): RdfTerm =>
  Object.create(DataFactory.literal(value, language), { language: { value: language } })

const typed = (value: string, datatype: NamedNode): RdfTerm => DataFactory.literal(value, datatype)

/** The properties of one subject, in the order in which documents list them. */
type Properties = ReadonlyArray<readonly [predicate: NamedNode, objects: ReadonlyArray<RdfTerm>]>

/** The statements about a subject. */
const describeSubject = (subject: string, properties: Properties): ReadonlyArray<Quad> =>
  properties.flatMap(([predicate, objects]) =>
    objects.map((object) => DataFactory.quad(iri(subject), predicate, object))
  )
