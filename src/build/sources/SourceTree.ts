/** One entry below the source folder. Its path is relative to that folder, with `/` on every system. */
export type SourceEntry =
  | { readonly _tag: "File"; readonly path: string; readonly bytes: Uint8Array }
  | { readonly _tag: "TooLarge"; readonly path: string; readonly size: number }
  | { readonly _tag: "Link"; readonly path: string }
  /** A pipe, a socket or a device. */
  | { readonly _tag: "NotAFile"; readonly path: string }

/** All that lies below the source folder, in the order of the paths. */
export type SourceTree = ReadonlyArray<SourceEntry>

/** In bytes. Large enough for any source that people edit, small enough to be read whole. */
export const maxSourceBytes = 4 * 1024 * 1024

/** Whether an entry matters to the taxonomy at all: YAML, by its ending, outside of hidden files and folders. */
export const isSource = (path: string): boolean => /\.ya?ml$/i.test(path) && !isHidden(path)

/** Hidden files and folders are other programs' business. */
export const isHidden = (path: string): boolean => path.split("/").some((name) => name.startsWith("."))
