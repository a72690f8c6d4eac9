import type { JsonLdDocument } from "jsonld"
import { Writer, type Quad } from "n3"
import type { ExportOptions } from "../ExportContent.ts"
import { makeItemIris, placeholderBase } from "../ItemIris.ts"
import { makeSkosGraph, textProperties, vocabularies, type SkosContent } from "./SkosGraph.ts"

/** Renders a taxonomy as a vocabulary of SKOS, in one of the syntaxes of RDF. */
export const renderSkos = async (
  content: SkosContent,
  { base, language, syntax }: Pick<ExportOptions, "base" | "language" | "syntax">
): Promise<string> => {
  const { dimensions, namespace } = content.taxonomy
  const iris = makeItemIris(base ?? placeholderBase(namespace))
  const graph = makeSkosGraph(content, iris, language)
  if (syntax === "json-ld") return writeJsonLd(graph, iris.codes)
  // A dimension can be named like a vocabulary.
  const prefixed = dimensions.map(({ name }) => name).filter((name) => !Object.hasOwn(vocabularies, name))
  return writeTurtle(graph, {
    ...Object.fromEntries(prefixed.map((name) => [name, `${iris.dimension(name)}/`])),
    "base-licenses": `${iris.licenses}/`
  })
}

/** Writes a graph as Turtle (RDF 1.1 Turtle), in its order, with a blank line between subjects. */
const writeTurtle = async (graph: ReadonlyArray<Quad>, prefixes: Readonly<Record<string, string>>): Promise<string> => {
  let turtle = ""
  const output = {
    write: (chunk: string, _encoding: string, done?: () => void) => {
      // The end of a statement comes with the beginning of the next one.
      turtle += chunk.startsWith(".\n") ? `.\n\n${chunk.slice(2)}` : chunk
      done?.()
    },
    end: (done?: () => void) => done?.()
  }
  const writer = new Writer(output, { prefixes: { ...vocabularies, ...prefixes } })
  writer.addQuads([...graph])
  await new Promise<void>((resolve, reject) => {
    writer.end((error: unknown) => (error ? reject(error) : resolve()))
  })
  return `${turtle.trimEnd()}\n`
}

/** Writes a graph as JSON-LD 1.1: its subjects by IRI, with the texts of each by language. */
const writeJsonLd = async (graph: ReadonlyArray<Quad>, codes: string): Promise<string> => {
  // Loaded when it is used.
  const { default: jsonld } = await import("jsonld")
  const expanded = await jsonld.fromRDF([...graph], { useNativeTypes: true })
  const compacted = await jsonld.compact(withPlainStrings(expanded), contextOf(codes), { graph: true })
  return `${JSON.stringify(compacted, undefined, 2)}\n`
}

/** Some readers tell a string whose type is named from one without a type, which are the same (RDF 1.1 Concepts, 3.3). */
const withPlainStrings = (expanded: JsonLdDocument): JsonLdDocument =>
  JSON.parse(JSON.stringify(expanded), (key, value: unknown) =>
    key === "@type" && value === `${vocabularies.xsd}string` ? undefined : value
  )

/** Part of the document, so that reading it needs no network. What can have several objects is a list in any case. */
const contextOf = (codes: string) => ({
  ...vocabularies,
  ...withTerms(["dcterms:title", "dcterms:description", "rdfs:label", ...textProperties, "skos:changeNote"], {
    "@container": "@language"
  }),
  ...withTerms(["skos:inScheme", "skos:topConceptOf", "owl:versionIRI", "owl:priorVersion"], { "@type": "@id" }),
  ...withTerms(["skos:broader", "skos:hasTopConcept", "dcterms:hasPart", "dcterms:isReplacedBy", "rdfs:seeAlso"], {
    "@type": "@id",
    "@container": "@set"
  }),
  ...withTerms(["skos:notation"], { "@type": codes }),
  ...withTerms(["dcterms:issued"], { "@type": "xsd:dateTime" })
})

const withTerms = (names: ReadonlyArray<string>, definition: Readonly<Record<string, string>>) =>
  Object.fromEntries(names.map((name) => [name, definition]))
