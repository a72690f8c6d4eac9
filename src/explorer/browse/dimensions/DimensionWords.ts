import type { Dimension } from "../../../domain/taxonomy/Taxonomy.ts"

/** How a license sets a dimension, in a sentence. */
export const shapeSentences: { readonly [Shape in Dimension["shape"]]: string } = {
  single: "A license chooses one of these values.",
  multiple: "A license chooses any number of these values.",
  territory: "A license is worldwide, or lists any number of these countries.",
  flags: "A license says yes or no to each of these values, or leaves it open."
}

/** The same in a few words, for tables. */
export const shapeWords: { readonly [Shape in Dimension["shape"]]: string } = {
  single: "one value",
  multiple: "any number of values",
  territory: "worldwide, or countries",
  flags: "yes or no for each value"
}

/** Whether a license must set a dimension, in a sentence. */
export const requirementSentence = ({ required }: Pick<Dimension, "required">): string =>
  required ? "Every license must set it." : "A license can leave it open."
