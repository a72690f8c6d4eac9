import { serveOptions } from "../../../src/cli/serve/ServeOptions.ts"

/** The variables of this project in a text that no option of the server reads. */
export const unknownVariables = (text: string): ReadonlyArray<string> => {
  const known = new Set(
    Object.keys(serveOptions).map((name) => `TAXONOMY_${name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`)
  )
  return [...new Set(text.match(/\bTAXONOMY_[A-Z_]+/g))].filter((name) => !known.has(name))
}
