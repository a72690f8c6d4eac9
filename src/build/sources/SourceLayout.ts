import type { Location, Path, Span } from "../../domain/Finding.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"

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
