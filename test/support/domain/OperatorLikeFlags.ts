import type { ConflictRule, Dimension, Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { flags, taxonomyOf, useType } from "./SmallTaxonomy.ts"

/** Members of a `flags` dimension whose conditions look like those of another shape. */
export const operatorLikeFlags = ["empty", "global"] as const

/** A taxonomy whose only rule forbids such a flag together with another and a use, the config that breaks it, and others. */
export const forbiddingFlag = (member: (typeof operatorLikeFlags)[number]) => {
  const dimension: Dimension = {
    ...flags,
    values: [member, "avatar_only"].map((code) => ({ code, label: code, description: `The flag ${code}.` }))
  }
  const rule: ConflictRule = {
    id: "never-both",
    description: "Never both.",
    forbid: { [flags.name]: { [member]: true, avatar_only: true }, use_type: { contains: "editorial" } }
  }
  const taxonomy: Taxonomy = taxonomyOf({ dimensions: [dimension, useType], licenses: [], rules: [rule] })
  const config = (set: Readonly<Record<string, boolean>>) => ({ [flags.name]: set, use_type: ["editorial"] })
  return {
    taxonomy,
    forbidden: config({ [member]: true, avatar_only: true }),
    allowed: [{}, { [member]: true }, { [member]: false, avatar_only: true }, { avatar_only: true }].map(config)
  }
}
