/** A module of `src/client` and its file in the package, both without extension. */
export interface Entry {
  readonly file: string
  readonly module: string
}

/** What users import, by its name in the package. */
export const entries: Readonly<Record<string, Entry>> = {
  ".": { file: "index", module: "Package" },
  "./effect": { file: "effect", module: "EffectClient" },
  "./folder": { file: "folder", module: "folder/ReleaseFolder" },
  "./file-store": { file: "file-store", module: "cache/FileStore" },
  "./validate": { file: "validate", module: "Validate" },
  "./verify": { file: "verify", module: "Verify" },
  "./webhook": { file: "webhook", module: "Webhook" }
}

/** The programs of the package, by their names. */
export const programs: Readonly<Record<string, Entry>> = {
  "taxonomy-client": { file: "taxonomy-client", module: "program/TaxonomyClientProgram" }
}

export const entryFiles: ReadonlyArray<Entry> = [...Object.values(entries), ...Object.values(programs)]
