import type { Location, Path, Span } from "../../domain/Finding.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"

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

/** True for YAML files, by extension, and for notes of releases that are not hidden. */
export const isSource = (path: string): boolean => (/\.ya?ml$/i.test(path) || isNotes(path)) && !isHidden(path)

/** True for what the editors say of a release: `notes/1.2.0.md`. */
export const isNotes = (path: string): boolean => /^notes\/[^/]+\.md$/.test(path)

/** Hidden files and folders belong to other programs. */
export const isHidden = (path: string): boolean => path.split("/").some((name) => name.startsWith("."))

/** A location as a file and the keys that lead to a node in it. `span` (offsets) or `line` replaces the path. */
export interface Pointer {
  readonly file: string
  readonly path: Path
  /** True for the last key of the path itself, rather than its value. */
  readonly key?: boolean
  /** Characters of the node to which the location is narrowed, if the source has them as they are. */
  readonly within?: string
  readonly span?: Span
  readonly line?: number
  /** Set if `file` is relative to the releases rather than to the sources. */
  readonly root?: "releases"
}

/** The file that contains an item, relative to the source folder. */
export const fileOf = (item: ItemRef): string => {
  switch (item._tag) {
    case "Dimension":
    case "Value":
      return `dimensions/${item.dimension}.yaml`
    case "License":
      return `licenses/${item.license}.yaml`
    case "ConflictRule":
      return `rules/${item.rule}.yaml`
  }
}

export const toPointer = (location: Location): Pointer => {
  switch (location._tag) {
    case "Item": {
      const { _tag, item, path, ...key } = location
      return { file: fileOf(item), path: [...pathTo(item), ...path], ...key }
    }
    case "Header": {
      const { _tag, ...pointer } = location
      return { ...pointer, file: "taxonomy.yaml" }
    }
    case "Waiver":
      return { file: "waivers.yaml", path: [location.index] }
    case "Source": {
      const { _tag, path = [], ...pointer } = location
      return { ...pointer, path }
    }
    case "Release": {
      const { _tag, ...pointer } = location
      return { ...pointer, root: "releases", path: [] }
    }
  }
}

/** A file below a folder, as a user would open it from where the command ran. */
export const joinRoot = (root: string, file: string): string =>
  root === "." || root === "" ? file : `${root.replace(/\/+$/, "")}/${file}`

const pathTo = (item: ItemRef): Path => (item._tag === "Value" ? ["values", item.value] : [])

/**
 * True for a file that its name makes nearly a source, so that its editor may believe that it counts: a text file, a copy
 * that a program left, or a file without an ending. Documents and pictures beside the sources are not.
 */
export const isNearSource = (path: string): boolean => {
  if (isHidden(path) || isSource(path)) return false
  const [name = "", ...folders] = path.split("/").toReversed()
  if (companions.test(name)) return false
  if (/\.ya?ml/i.test(name) || headerNames.test(name)) return true
  return folders.length > 0 && sourceFolders.test(folders.at(-1) ?? "") && nearEndings.test(name)
}

/** The file name that makes it a source, if it is none now because of its ending. */
export const sourceNameOf = (path: string): string => {
  const stem = path.replace(/\.ya?ml.*$/i, "").replace(nearEndings, (ending) => (ending.startsWith(".") ? "" : ending))
  return `${stem}.yaml`
}

const headerNames = /^(?:taxonomy|waivers)(?:\.[^.]*)?$/i

const sourceFolders = /^(?:dimension|license|licence|rule)s?$/i

/** The ending of a text, of a copy or of a word processor; or none. */
const nearEndings =
  /\.(?:te?xt|json5?|jsonc|bak|backup|copy|old|orig|save|tmp|docx?|odt|rtf|toml|ya|yam|yal|ymal)~?$|^[^.]+~?$/i

/** Files that many folders have. */
const companions =
  /^(?:readme|licen[cs]e|copying|notice|authors|changelog|changes|codeowners|contributing|makefile|todo)(?:\.\w+)?$|^(?:thumbs\.db|desktop\.ini|icon\r?)$/i
