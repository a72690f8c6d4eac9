import type { ExportOptions } from "../ExportContent.ts"
import { makeItemIris, placeholderBase, makeSkosGraph, type SkosContent } from "./SkosGraph.ts"
import { vocabularies } from "./Triple.ts"

/** Renders a taxonomy as a vocabulary of SKOS, in one of the syntaxes of RDF. Each is loaded when it is used. */
export const renderSkos = async (
  content: SkosContent,
  { base, language, syntax }: Pick<ExportOptions, "base" | "language" | "syntax">
): Promise<string> => {
  const { dimensions, namespace } = content.taxonomy
  const iris = makeItemIris(base ?? placeholderBase(namespace))
  const graph = makeSkosGraph(content, iris, language)
  if (syntax === "json-ld") return (await import("./WriteJsonLd.ts")).writeJsonLd(graph, iris.codes)
  // A dimension can be named like a vocabulary.
  const prefixed = dimensions.map(({ name }) => name).filter((name) => !Object.hasOwn(vocabularies, name))
  return (await import("./WriteTurtle.ts")).writeTurtle(graph, {
    ...Object.fromEntries(prefixed.map((name) => [name, `${iris.dimension(name)}/`])),
    "base-licenses": `${iris.licenses}/`
  })
}
