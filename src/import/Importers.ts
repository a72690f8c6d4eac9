import type * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import type { Taxonomy } from "../domain/taxonomy/Taxonomy.ts"
import type { Draft, DraftChange } from "../edit/draft/Draft.ts"

/** What an import changes, and what it leaves as it is, in sentences. */
export interface ImportPlan {
  readonly changes: ReadonlyArray<DraftChange>
  readonly summary: ReadonlyArray<string>
}

/** One format of files. */
export interface Importer {
  /** The ids of the commits from which the content of a file was exported. */
  readonly commitsIn: (bytes: Uint8Array) => ReadonlyArray<string>
  /** Plans the import into all dimensions, or into the only one that is named. Fails with all that is wrong. */
  readonly plan: (
    bytes: Uint8Array,
    draft: Draft,
    options: {
      readonly dimension?: string | undefined
      /** The taxonomies of these commits, as far as they are known. `undefined`: the file overwrites what differs. */
      readonly drafts?: ReadonlyMap<string, Taxonomy> | undefined
    }
  ) => Result.Result<ImportPlan, ReadonlyArray<string>>
}

/** The registry of import formats. Each is loaded when it is used. */
export const importers = {
  csv: async () => (await import("./csv/ImportCsv.ts")).importCsv
} as const satisfies Record<string, () => Promise<Importer>>

export const importFormats = Struct.keys(importers)
