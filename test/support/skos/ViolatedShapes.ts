import { readFileSync } from "node:fs"
import { Parser, Store, type Quad } from "n3"
import { requireTool } from "../Tools.ts"

interface Report {
  readonly conforms: boolean
  readonly results: Iterable<{ readonly sourceShape: { readonly value: string } }>
}

interface Validator {
  readonly validate: (dataset: object) => Promise<Report>
}

const shapes = new Parser().parse(readFileSync(new URL("SkosShapes.ttl", import.meta.url), "utf8"))

/** The names of the shapes that a graph violates, sorted. */
export const violatedShapes = async (turtle: string): Promise<ReadonlyArray<string>> => {
  const { default: Shacl }: { readonly default: new (shapes: ReadonlyArray<Quad>) => Validator } =
    requireTool("rdf-validate-shacl")
  const report = await new Shacl(shapes).validate(new Store(new Parser().parse(turtle)))
  const names = [...report.results].map(({ sourceShape }) => sourceShape.value.replace(/^urn:shapes:/, ""))
  if (report.conforms !== (names.length === 0)) throw new Error("The report contradicts its results")
  return [...new Set(names)].sort()
}
