/** An RDF statement (RDF 1.1 Concepts, section 3.1). No term is a blank node. */
export interface Triple {
  readonly subject: string
  readonly predicate: string
  readonly object: RdfTerm
}

/** The object of a statement: an IRI, a text in a language, or a literal of a datatype. */
export type RdfTerm =
  | { readonly _tag: "Iri"; readonly iri: string }
  | { readonly _tag: "Text"; readonly text: string; readonly language: string }
  | { readonly _tag: "Typed"; readonly text: string; readonly datatype: string }

export const iri = (value: string): RdfTerm => ({ _tag: "Iri", iri: value })

export const text = (value: string, language: string): RdfTerm => ({ _tag: "Text", text: value, language })

export const typed = (value: string, datatype: string): RdfTerm => ({ _tag: "Typed", text: value, datatype })

/** The properties of one subject, in the order in which documents list them. */
export type Properties = ReadonlyArray<readonly [predicate: string, objects: ReadonlyArray<RdfTerm>]>

/** The statements about a subject. */
export const describeSubject = (subject: string, properties: Properties): ReadonlyArray<Triple> =>
  properties.flatMap(([predicate, objects]) => objects.map((object) => ({ subject, predicate, object })))

/** The IRIs with which the terms of the used vocabularies begin, by their usual prefixes. */
export const vocabularies = {
  dcterms: "http://purl.org/dc/terms/",
  owl: "http://www.w3.org/2002/07/owl#",
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  skos: "http://www.w3.org/2004/02/skos/core#",
  xsd: "http://www.w3.org/2001/XMLSchema#"
} as const

const { dcterms, owl, rdf, rdfs, skos, xsd } = vocabularies

/** The terms that statements use. */
export const terms = {
  type: `${rdf}type`,
  Datatype: `${rdfs}Datatype`,
  label: `${rdfs}label`,
  Concept: `${skos}Concept`,
  ConceptScheme: `${skos}ConceptScheme`,
  changeNote: `${skos}changeNote`,
  definition: `${skos}definition`,
  hasTopConcept: `${skos}hasTopConcept`,
  historyNote: `${skos}historyNote`,
  inScheme: `${skos}inScheme`,
  notation: `${skos}notation`,
  prefLabel: `${skos}prefLabel`,
  scopeNote: `${skos}scopeNote`,
  topConceptOf: `${skos}topConceptOf`,
  Ontology: `${owl}Ontology`,
  deprecated: `${owl}deprecated`,
  priorVersion: `${owl}priorVersion`,
  versionInfo: `${owl}versionInfo`,
  versionIri: `${owl}versionIRI`,
  description: `${dcterms}description`,
  hasPart: `${dcterms}hasPart`,
  isReplacedBy: `${dcterms}isReplacedBy`,
  issued: `${dcterms}issued`,
  title: `${dcterms}title`,
  boolean: `${xsd}boolean`,
  dateTime: `${xsd}dateTime`,
  string: `${xsd}string`
} as const
