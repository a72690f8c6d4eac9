import type { Pointer } from "../../domain/diagnostic/Finding.ts"
import type { Location, Path } from "../../domain/diagnostic/Location.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"

/** The file that holds an item, relative to the folder of the sources. */
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

/** The file of a location, and the keys that lead to its node. */
export const toPointer = (location: Location): Pointer => {
  switch (location._tag) {
    case "Item": {
      const { item, path, ...key } = location
      return {
        file: fileOf(item),
        path: [...pathTo(item), ...path],
        ...(key.key === undefined ? {} : { key: key.key })
      }
    }
    case "Header":
      return { file: "taxonomy.yaml", path: location.path }
    case "Waiver":
      return { file: "waivers.yaml", path: [location.index] }
    case "Source": {
      const { _tag, path = [], ...pointer } = location
      return { ...pointer, path }
    }
    case "Release": {
      const { _tag, ...pointer } = location
      return { ...pointer, path: [], root: "releases" }
    }
  }
}

const pathTo = (item: ItemRef): Path => (item._tag === "Value" ? ["values", item.value] : [])
