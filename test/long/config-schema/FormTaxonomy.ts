import { normalize } from "../../../src/domain/taxonomy/Normalize.ts"
import type { Dimension, Taxonomy, Value } from "../../../src/domain/taxonomy/Taxonomy.ts"

const deprecated = { replaced_by: [], reason: "Nobody uses it any more." }

const value = (code: string, label: string, more: Partial<Value> = {}): Value => ({
  code,
  label,
  description: `${label}, in other words.`,
  ...more
})

const dimension = (
  name: string,
  shape: Dimension["shape"],
  label: string,
  description: string,
  ...values: ReadonlyArray<Value>
): Dimension => ({ name, shape, label, description, required: shape === "multiple" || shape === "territory", values })

/** A dimension of each shape, deprecated items, and rules about one dimension and about two. */
export const formTaxonomy: Taxonomy = normalize({
  namespace: "sample",
  title: "Image licensing",
  description: "Terms on which images are licensed.",
  dimensions: [
    {
      ...dimension("attribution", "single", "Attribution", "Whether a name is printed.", value("PRINTED", "Printed")),
      deprecated
    },
    dimension(
      "commercial_scope",
      "single",
      "Commercial scope",
      "How the licensee earns.",
      value("NONE", "Nothing sold"),
      value("FULL", "Whole business")
    ),
    dimension(
      "synthetic_use",
      "flags",
      "Synthetic use",
      "What may be made by machines.",
      value("AVATAR", "Avatar", { deprecated }),
      value("REPLICA", "Replica")
    ),
    dimension(
      "territory",
      "territory",
      "Territory",
      "Where the image is used.",
      value("DE", "Germany"),
      value("FR", "France")
    ),
    dimension(
      "use_type",
      "multiple",
      "Use type",
      "What the image is used for.",
      value("EDITORIAL", "Editorial use"),
      value("EDUCATIONAL", "Teaching and study"),
      value("TAPES", "Tapes and discs", { deprecated })
    )
  ],
  licenses: [],
  rules: [
    {
      id: "avatar-or-replica",
      description: "An avatar is no replica.",
      forbid: { synthetic_use: { AVATAR: true, REPLICA: true } }
    },
    {
      id: "teaching-is-not-advertising",
      description: "Teaching is not part of a whole business.",
      forbid: { commercial_scope: { equals: "FULL" }, use_type: { contains: "EDUCATIONAL" } }
    }
  ]
})
