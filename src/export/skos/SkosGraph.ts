import type { RemovedContent } from "../../domain/release/removal/RemovedItems.ts"
import { dimensionRef, licenseRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import type { ExportContent, ExportedRemoval } from "../ExportContent.ts"
import { deprecationProperties, type ItemEnd } from "./DeprecationProperties.ts"
import type { ItemIris } from "./ItemIris.ts"
import { textsOf } from "./ItemTexts.ts"
import { describeSubject, iri, text, typed, type Properties, type Triple } from "./Triple.ts"
import { terms } from "./Vocabularies.ts"

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
