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
