import { DataFactory, Writer } from "n3"
import { type RdfTerm, type Triple, vocabularies } from "./Triple.ts"

/** Writes a graph as Turtle (RDF 1.1 Turtle), in its order, with a blank line between subjects. */
export const writeTurtle = async (
  triples: ReadonlyArray<Triple>,
  prefixes: Readonly<Record<string, string>>
): Promise<string> => {
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
  for (const { object, predicate, subject } of triples) {
    writer.addQuad(namedNode(subject), namedNode(predicate), toObject(object))
  }
  await new Promise<void>((resolve, reject) => {
    writer.end((error: unknown) => (error ? reject(error) : resolve()))
  })
  return `${turtle.trimEnd()}\n`
}

const namedNode = (value: string) => DataFactory.namedNode(value)

const toObject = (term: RdfTerm) => {
  switch (term._tag) {
    case "Iri":
      return namedNode(term.iri)
    case "Text":
      // The library would write the tag in lower case.
      return Object.create(DataFactory.literal(term.text, term.language), { language: { value: term.language } })
    case "Typed":
      return DataFactory.literal(term.text, namedNode(term.datatype))
  }
}
