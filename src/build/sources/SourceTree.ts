/** An entry of the source folder. Its path is relative to the folder, with `/` on every system. */
export type SourceEntry =
  | { readonly _tag: "File"; readonly path: string; readonly bytes: Uint8Array }
  | { readonly _tag: "TooLarge"; readonly path: string; readonly size: number }
  | { readonly _tag: "Link"; readonly path: string }
  /** A pipe, a socket or a device. */
  | { readonly _tag: "NotAFile"; readonly path: string }
  /** A file that is nearly a source by its name. It is not read. */
  | { readonly _tag: "NearSource"; readonly path: string }

/** The entries of the source folder. */
export type SourceTree = ReadonlyArray<SourceEntry>

/** Large enough for any source that people edit, small enough to read into memory. */
export const maxSourceBytes = 4 * 1024 * 1024

/** True for YAML files, by extension, that are not hidden. */
export const isSource = (path: string): boolean => /\.ya?ml$/i.test(path) && !isHidden(path)

/** Hidden files and folders belong to other programs. */
export const isHidden = (path: string): boolean => path.split("/").some((name) => name.startsWith("."))
