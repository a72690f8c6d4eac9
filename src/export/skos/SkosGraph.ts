import { dayOf, type DeprecatedSince } from "../../domain/release/removal/DeprecationClock.ts"
import type { RemovedContent } from "../../domain/release/removal/RemovedItems.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { dimensionRef, licenseRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { formatReplacements, replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { Dimension, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import type { ExportContent, ExportedRemoval } from "../ExportContent.ts"
import { describeSubject, iri, text, typed, type Properties, type Triple, type RdfTerm, terms } from "./Triple.ts"

/**
 * A taxonomy as a graph of SKOS: a concept scheme per dimension and one for the base licenses, with a concept per value and
 * base license. Removed items stay as deprecated ones, so that older data still resolves. The same release gives the same
 * graph: nothing in it depends on later releases or on the day.
 */
export const makeSkosGraph = (
  { release, removalOf, removedItems, taxonomy }: SkosContent,
  iris: ItemIris,
  sourceLanguage: string
): ReadonlyArray<Triple> => {
  const removed = removedItems()
  const version = versionProperties(release)
  const endOf = (item: ItemRef, { deprecated }: Item): ItemEnd => ({
    deprecation: deprecated,
    since: deprecated && removalOf(item)?.since
  })

  const describeDimension = (dimension: Dimension, end: ItemEnd): ReadonlyArray<Triple> => {
    const scheme = iris.dimension(dimension.name)
    const texts = textsOf(dimension, sourceLanguage)
    const top = end.removal === undefined ? dimension.values : []
    return describeSubject(scheme, [
      [terms.type, [iri(terms.ConceptScheme)]],
      [terms.title, texts("label")],
      [terms.prefLabel, texts("label")],
      [terms.notation, [typed(dimension.name, iris.codes)]],
      [terms.description, texts("description")],
      [terms.definition, texts("definition")],
      ...version,
      ...deprecationProperties(dimensionRef(dimension.name), end, iris, sourceLanguage),
      [terms.hasTopConcept, top.map(({ code }) => iri(iris.value(dimension.name, code)))]
    ])
  }

  const describeConcept = (item: ItemRef, { concept, scheme, ...content }: Concept, end: ItemEnd) => {
    const texts = textsOf(content.texts, sourceLanguage)
    return describeSubject(concept, [
      [terms.type, [iri(terms.Concept)]],
      [terms.inScheme, [iri(scheme)]],
      [terms.topConceptOf, end.removal === undefined ? [iri(scheme)] : []],
      [terms.notation, [typed(content.texts.code, iris.codes)]],
      [terms.prefLabel, texts(content.label)],
      [terms.definition, texts("definition")],
      [terms.scopeNote, texts("description")],
      ...deprecationProperties(item, end, iris, sourceLanguage)
    ])
  }

  const describeValue = (dimension: string, value: Value, end: ItemEnd): ReadonlyArray<Triple> =>
    describeConcept(
      valueRef(dimension, value.code),
      { concept: iris.value(dimension, value.code), scheme: iris.dimension(dimension), texts: value, label: "label" },
      end
    )

  const describeLicense = (license: License, end: ItemEnd): ReadonlyArray<Triple> =>
    describeConcept(
      licenseRef(license.code),
      { concept: iris.license(license.code), scheme: iris.licenses, texts: license, label: "name" },
      end
    )

  const describeRemoved = (found: RemovedContent): ReadonlyArray<Triple> => {
    const end = {
      deprecation: found.content.deprecated,
      since: found.since,
      removal: found.removal ?? "draft"
    } as const
    switch (found._tag) {
      case "Dimension":
        return describeDimension(found.content, end)
      case "Value":
        return describeValue(found.dimension, found.content, end)
      case "License":
        return describeLicense(found.content, end)
    }
  }

  const header = textsOf(taxonomy, sourceLanguage)
  const schemes = [
    ...taxonomy.dimensions.map(({ name }) => iris.dimension(name)),
    ...removed.flatMap((found) => (found._tag === "Dimension" ? [iris.dimension(found.content.name)] : [])),
    iris.licenses
  ]
  return [
    ...describeSubject(iris.taxonomy, [
      [terms.type, [iri(terms.Ontology)]],
      [terms.title, header("title")],
      [terms.description, header("description")],
      ...version,
      [terms.versionIri, release === undefined ? [] : [iri(iris.release(release.version))]],
      [terms.priorVersion, release === undefined || release.base === null ? [] : [iri(iris.release(release.base))]],
      [terms.hasPart, schemes.map(iri)]
    ]),
    ...describeSubject(iris.codes, [
      [terms.type, [iri(terms.Datatype)]],
      [terms.label, [text("Code", "en")]]
    ]),
    ...taxonomy.dimensions.flatMap((dimension) => [
      ...describeDimension(dimension, endOf(dimensionRef(dimension.name), dimension)),
      ...dimension.values.flatMap((value) =>
        describeValue(dimension.name, value, endOf(valueRef(dimension.name, value.code), value))
      )
    ]),
    ...describeSubject(iris.licenses, [
      [terms.type, [iri(terms.ConceptScheme)]],
      [terms.title, [text("Base licenses", "en")]],
      [terms.prefLabel, [text("Base licenses", "en")]],
      ...version,
      [terms.hasTopConcept, taxonomy.licenses.map(({ code }) => iri(iris.license(code)))]
    ]),
    ...taxonomy.licenses.flatMap((license) => describeLicense(license, endOf(licenseRef(license.code), license))),
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
    [terms.deprecated, [typed("true", terms.boolean)]],
    [terms.isReplacedBy, replacements.flatMap((other) => iris.item(other) ?? []).map(iri)],
    [terms.historyNote, deprecation === undefined ? [] : textsOf(deprecation, sourceLanguage)("reason")],
    [terms.changeNote, [text([...deprecated, ...removed].join(" "), "en")]]
  ]
}

/** The IRIs of a taxonomy and of its items. They depend on no release, so an item keeps its IRI. */
interface ItemIris {
  /** The taxonomy as a whole: the base without a number sign, which is where a browser finds it. */
  readonly taxonomy: string
  /** The concept scheme of the base licenses. */
  readonly licenses: string
  /** The datatype of the codes. */
  readonly codes: string
  readonly release: (version: string) => string
  readonly dimension: (name: string) => string
  readonly value: (dimension: string, code: string) => string
  readonly license: (code: string) => string
  /** `undefined` for a conflict rule, which is no concept. */
  readonly item: (item: ItemRef) => string | undefined
}

/**
 * Makes the IRIs that begin with a base. No dimension can be named `version`, or have a name with a dash, so the IRIs of
 * releases, base licenses and the datatype differ from those of all dimensions and values.
 */
export const makeItemIris = (base: string): ItemIris => {
  const licenses = `${base}base-licenses`
  const dimension = (name: string) => base + encodeURIComponent(name)
  const value = (name: string, code: string) => `${dimension(name)}/${encodeURIComponent(code)}`
  const license = (code: string) => `${licenses}/${encodeURIComponent(code)}`
  return {
    taxonomy: base.replace(/#$/, ""),
    licenses,
    codes: `${base}item-code`,
    release: (version) => `${base}version/${version}`,
    dimension,
    value,
    license,
    item: (item) => {
      switch (item._tag) {
        case "Dimension":
          return dimension(item.dimension)
        case "Value":
          return value(item.dimension, item.value)
        case "License":
          return license(item.license)
        case "ConflictRule":
          return undefined
      }
    }
  }
}

/**
 * The base for a taxonomy without an IRI. Names below `.invalid` belong to nobody and never resolve (RFC 2606), so nobody
 * mistakes these IRIs for published ones.
 */
export const placeholderBase = (namespace: string): string => `https://taxonomy.invalid/${namespace}/`

/** A text of an item in all its languages, by the name of the field. */
type TextsOf = (name: string) => ReadonlyArray<RdfTerm>

/**
 * Reads the texts of an item: the normative one in the source language first, then its translations by language. A
 * translation into the source language is left out, since a concept has one label per language (SKOS, S14).
 */
const textsOf =
  (item: { readonly translations?: Translations }, sourceLanguage: string): TextsOf =>
  (name) => {
    const normative = termsOf(Reflect.get(item, name), sourceLanguage)
    if (normative.length === 0) return []
    const translated = Object.entries(item.translations ?? {}).flatMap(([language, texts]) =>
      isSameLanguage(language, sourceLanguage) ? [] : termsOf(texts[name], language)
    )
    return [...normative, ...translated]
  }

type Item = Pick<Value, "deprecated">

/** A value or base license, with the IRIs that it has and the field that is its label. */
interface Concept {
  readonly concept: string
  readonly scheme: string
  readonly texts: Value | License
  readonly label: "label" | "name"
}

/** A working tree has no version yet. */
const versionProperties = (release: SkosContent["release"]): Properties =>
  release === undefined
    ? []
    : [
        [terms.versionInfo, [typed(release.version, terms.string)]],
        [terms.issued, [typed(release.published_at, terms.dateTime)]]
      ]

const sentence = (what: string, release: DeprecatedSince | undefined): string =>
  release === undefined ? `${what}.` : `${what} in ${release.version} on ${dayOf(release.date)}.`

/** A text, or each text of a list. */
const termsOf = (content: unknown, language: string): ReadonlyArray<RdfTerm> => {
  const texts: ReadonlyArray<unknown> = Array.isArray(content) ? content : [content]
  return texts.flatMap((each) => (typeof each === "string" ? [text(each, language)] : []))
}

/** Language tags are compared ignoring case (RFC 5646, section 2.1.1). */
const isSameLanguage = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()
