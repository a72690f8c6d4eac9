import jsonld, { type JsonLdDocument } from "jsonld"
import { type RdfTerm, type Triple, terms, vocabularies } from "./Triple.ts"

/** Writes a graph as JSON-LD 1.1: its subjects by IRI, with the texts of each by language. */
export const writeJsonLd = async (triples: ReadonlyArray<Triple>, codes: string): Promise<string> => {
  const dataset = triples.map(({ object, predicate, subject }) => ({
    subject: toNode(subject),
    predicate: toNode(predicate),
    object: toObject(object),
    graph: { termType: "DefaultGraph", value: "" }
  }))
  const expanded = await jsonld.fromRDF(dataset, { useNativeTypes: true })
  const compacted = await jsonld.compact(withPlainStrings(expanded), contextOf(codes), { graph: true })
  return `${JSON.stringify(compacted, undefined, 2)}\n`
}

/** Some readers tell a string whose type is named from one without a type, which are the same (RDF 1.1 Concepts, 3.3). */
const withPlainStrings = (expanded: JsonLdDocument): JsonLdDocument =>
  JSON.parse(JSON.stringify(expanded), (key, value: unknown) =>
    key === "@type" && value === terms.string ? undefined : value
  )

const toNode = (value: string) => ({ termType: "NamedNode", value })

const toObject = (term: RdfTerm) => {
  switch (term._tag) {
    case "Iri":
      return toNode(term.iri)
    case "Text":
      return {
        termType: "Literal",
        value: term.text,
        language: term.language,
        datatype: toNode(`${vocabularies.rdf}langString`)
      }
    case "Typed":
      return { termType: "Literal", value: term.text, language: "", datatype: toNode(term.datatype) }
  }
}

/** Part of the document, so that reading it needs no network. What can have several objects is a list in any case. */
const contextOf = (codes: string) => ({
  ...vocabularies,
  ...withTerms(["dcterms:title", "dcterms:description", "rdfs:label"], { "@container": "@language" }),
  ...withTerms(["skos:prefLabel", "skos:definition", "skos:scopeNote"], { "@container": "@language" }),
  ...withTerms(["skos:historyNote", "skos:changeNote"], { "@container": "@language" }),
  ...withTerms(["skos:inScheme", "skos:topConceptOf", "owl:versionIRI", "owl:priorVersion"], { "@type": "@id" }),
  ...withTerms(["skos:hasTopConcept", "dcterms:hasPart", "dcterms:isReplacedBy"], {
    "@type": "@id",
    "@container": "@set"
  }),
  ...withTerms(["skos:notation"], { "@type": codes }),
  ...withTerms(["dcterms:issued"], { "@type": "xsd:dateTime" })
})

const withTerms = (names: ReadonlyArray<string>, definition: Readonly<Record<string, string>>) =>
  Object.fromEntries(names.map((name) => [name, definition]))
