import { makeFinding, type Finding, inItem, type Location } from "../../Finding.ts"
import { listNames, listSome } from "../../Sentence.ts"
import { dimensionRef, toItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { refusedRemoval, type Check } from "../Check.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"
import { referenceProblems } from "./References.ts"

export const missingDimension: Check<
  "reference/missing-dimension",
  {
    readonly dimension: string
    /** All required dimensions that the config does not set, if there are several. */
    readonly dimensions?: ReadonlyArray<string>
    /** The licenses without it, if the dimension is required for the first time and most licenses do not set it. */
    readonly licenses?: ReadonlyArray<string>
    /** True if the declared version is a major one, which can require a dimension. */
    readonly is_major?: boolean
  }
> = {
  id: "reference/missing-dimension",
  title: "Missing required dimension",
  level: "error",
  stage: "reference",
  followsFrom: [refusedRemoval],
  explanation:
    "Without a required dimension a license does not say what it grants, so each base license sets it. Add it to the config of the license that the finding names. A dimension that becomes required invalidates every contract without it, which requires a major release.",
  breaks: `# dimensions/use_type.yaml
required: true

# licenses/EDU.yaml
config: {}`,
  keeps: `# dimensions/use_type.yaml
required: true

# licenses/EDU.yaml
config:
  use_type: [educational]`,
  message: ({ dimension, dimensions, licenses }) =>
    licenses === undefined
      ? dimensions === undefined
        ? `The config does not set the required dimension ${dimension}`
        : `The config does not set the required dimensions ${listNames(dimensions)}`
      : `${dimension} is required now, but ${listSome(licenses, maxNamed)} ${licenses.length === 1 ? "does" : "do"} not set it`,
  help: ({ dimension, dimensions = [dimension], is_major, licenses }) => {
    if (licenses === undefined) return `Add ${listNames(dimensions)} to the config.`
    return is_major === true
      ? `Add ${dimension} to the config of these licenses, or write required: false.`
      : "Write required: false. To require it, add it to these licenses and declare the next major version."
  },
  run: (proposal) => {
    const missing = referenceProblems(proposal).flatMap((found) =>
      found._tag === "InvalidConfig" && found.problem._tag === "MissingDimension"
        ? [{ ...found, dimension: found.problem.dimension }]
        : []
    )
    const isNewlyRequired = newlyRequired(proposal)
    const half = proposal.command.taxonomy.licenses.length / 2
    const single: Array<(typeof missing)[number]> = []
    const joined = [...Map.groupBy(missing, ({ dimension }) => dimension)].flatMap(([dimension, found]) => {
      const item = dimensionRef(dimension)
      if (isNewlyRequired(dimension) && found.length > 1 && found.length >= half) {
        const is_major = proposal.declaredBump === "major"
        const licenses = found.map(({ license }) => license.code)
        return [
          makeFinding(missingDimension, { dimension, licenses, is_major }, { item, location: inItem(item, "required") })
        ]
      }
      for (const one of found) single.push(one)
      return []
    })
    return [...joined, ...[...Map.groupBy(single, ({ item }) => toItemId(item)).values()].flatMap(ofLicense)]
  }
}

/** One finding for all that the config of a license lacks. */
const ofLicense = (missing: ReadonlyArray<MissingFromLicense>): ReadonlyArray<Finding> => {
  const [first] = missing
  if (first === undefined) return []
  const { dimension, item, location } = first
  const dimensions = missing.map((found) => found.dimension).sort()
  const links = { causes: dimensions.map((name) => toItemId(dimensionRef(name))) }
  const context = dimensions.length === 1 ? { dimension } : { dimension, dimensions }
  return [makeFinding(missingDimension, context, { item, location, links })]
}

interface MissingFromLicense {
  readonly dimension: string
  readonly item: ItemRef
  readonly location: Location
}

/** Tells which dimensions the release before did not require. */
const newlyRequired = ({ base }: ReleaseProposal): ((dimension: string) => boolean) => {
  const before = new Set(base?.taxonomy.dimensions.filter(({ required }) => required).map(({ name }) => name))
  return (dimension) => base !== undefined && !before.has(dimension)
}

const maxNamed = 3
