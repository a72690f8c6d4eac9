import type * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import type { Draft, DraftChange } from "../edit/draft/Draft.ts"

/** What an import changes, and what it leaves as it is, in sentences. */
export interface ImportPlan {
  readonly changes: ReadonlyArray<DraftChange>
  readonly summary: ReadonlyArray<string>
}

/** Plans the import of a file into all dimensions, or into the only one that is named. Fails with all that is wrong. */
export type Importer = (
  bytes: Uint8Array,
  draft: Draft,
  dimension: string | undefined
) => Result.Result<ImportPlan, ReadonlyArray<string>>

/** The registry of import formats. Each is loaded when it is used. */
export const importers = {
  csv: async () => (await import("./csv/ImportCsv.ts")).importCsv
} as const satisfies Record<string, () => Promise<Importer>>

export const importFormats = Struct.keys(importers)
