import type { Taxonomy } from "./Taxonomy.ts"

/** The snapshot that the first release changes. */
export const empty: Taxonomy = { namespace: "", title: "", description: "", dimensions: [], licenses: [], rules: [] }
