import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { placeholderBase } from "../../export/skos/ItemIris.ts"
import { commandRefused } from "../CommandRefused.ts"
import type { ExportInput } from "./Export.ts"

/**
 * Selects the IRI with which the IRIs of items begin. The IRI that a taxonomy has was published with it, so an option
 * cannot replace it: the same item would have two names.
 */
export const selectBase = Effect.fnUntraced(function* (
  { format, iri }: Pick<ExportInput, "format" | "iri">,
  taxonomy: Taxonomy
) {
  if (format !== "skos") return undefined
  const given = Option.getOrUndefined(iri)
  if (taxonomy.iri !== undefined) {
    return given === undefined || given === taxonomy.iri
      ? taxonomy.iri
      : yield* commandRefused(`The taxonomy has the IRI ${taxonomy.iri}, which items keep. Remove --iri.`)
  }
  if (given !== undefined) return given
  const placeholder = placeholderBase(taxonomy.namespace)
  yield* Console.error(
    `note: The taxonomy has no IRI, so the items have placeholders that begin with ${placeholder}. Add iri to taxonomy.yaml, or set --iri.`
  )
  return placeholder
})
