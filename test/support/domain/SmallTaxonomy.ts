import type { Dimension, License, Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"

/** A small valid taxonomy, with what a test changes of it. */
export const taxonomyOf = (changed: Partial<Taxonomy> = {}): Taxonomy => ({
  namespace: "nil-licensing",
  title: "Licensing",
  description: "For tests.",
  dimensions: [commercialScope, useType],
  licenses: [license("NIL-1")],
  rules: [],
  ...changed
})

export const useType: Dimension = {
  name: "use_type",
  label: "Use type",
  description: "What it is used for.",
  shape: "multiple",
  required: false,
  values: [
    { code: "editorial", label: "Editorial", description: "For news." },
    { code: "educational", label: "Educational", description: "For teaching." }
  ]
}

export const commercialScope: Dimension = {
  name: "commercial_scope",
  label: "Commercial scope",
  description: "How far it is commercial.",
  shape: "single",
  required: false,
  values: [{ code: "non_commercial", label: "None", description: "Not at all." }]
}

export const territory: Dimension = {
  name: "territory",
  label: "Territory",
  description: "Where.",
  shape: "territory",
  required: false,
  values: [{ code: "NO", label: "Norway", description: "The kingdom." }]
}

export const flags: Dimension = {
  name: "ai_synthetic_use",
  label: "Synthetic use",
  description: "What may be made.",
  shape: "flags",
  required: false,
  values: [{ code: "avatar_only", label: "Avatar", description: "An avatar alone." }]
}

export const license = (code: string, config: License["config"] = { use_type: ["editorial"] }): License => ({
  code,
  name: "A license",
  description: "A base license.",
  config
})
