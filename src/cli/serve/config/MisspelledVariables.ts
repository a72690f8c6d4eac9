import { distance } from "fastest-levenshtein"
import { environmentName } from "../../options/EnvironmentOption.ts"

/** A variable that nothing reads, and the one that was probably meant. */
export interface MisspelledVariable {
  readonly name: string
  readonly meant: string
}

/** Finds variables that are almost those of options, which are given by their names. */
export const findMisspelledVariables = (
  names: ReadonlyArray<string>,
  options: ReadonlyArray<string>
): ReadonlyArray<MisspelledVariable> => {
  const known = options.map(environmentName)
  return names
    .filter((name) => name.startsWith("TAXONOMY_") && !known.includes(name) && !others.has(name))
    .flatMap((name) => {
      const meant = known.find((each) => distance(name, each) <= maxDistance)
      return meant === undefined ? [] : [{ name, meant }]
    })
}

const maxDistance = 2

/** Variables of clients and examples, which resemble those of options. */
const others: ReadonlySet<string> = new Set(["TAXONOMY_KEY", "TAXONOMY_URL"])
