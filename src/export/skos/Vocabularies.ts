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
