import { asSentence } from "../../domain/Sentence.ts"
import { formatReplacements } from "../../domain/taxonomy/Replacement.ts"
import type { DeprecationBody } from "../bodies/DeprecationBody.ts"
import type { Doc } from "./DocComment.ts"

type Deprecation = typeof DeprecationBody.Encoded

/** The documentation of an item: its label, its description and its deprecation. */
export const describeItem = (label: string, description: string, deprecation: Deprecation | undefined): Doc => ({
  text: `${label}: ${description}`,
  deprecated: deprecation && formatDeprecation(deprecation)
})

/** A deprecation in words: since when, what to use instead, why, and the earliest removal. */
export const formatDeprecation = ({
  earliest_removal,
  reason,
  replaced_by,
  replacement,
  since
}: Deprecation): string => {
  const replacements = formatReplacements({
    replaced_by,
    ...(replacement?.mode === "all_of" ? { replacement_mode: replacement.mode } : {})
  })
  return [
    `Since ${since.version}.`,
    ...(replaced_by.length === 0 ? [] : [`Use ${replacements}.`]),
    ...(reason === undefined ? [] : [asSentence(reason)]),
    `Removal in ${earliest_removal.version} at the earliest, not before ${earliest_removal.date}.`
  ].join(" ")
}
