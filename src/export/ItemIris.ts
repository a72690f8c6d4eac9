import type { ItemRef } from "../domain/taxonomy/ItemRef.ts"

/** The IRIs of a taxonomy and of its items. They depend on no release, so an item keeps its IRI. */
export interface ItemIris {
  /** The taxonomy as a whole: the base without a number sign, which is where a browser finds it. */
  readonly taxonomy: string
  /** The concept scheme of the base licenses. */
  readonly licenses: string
  /** The datatype of the codes. */
  readonly codes: string
  readonly release: (version: string) => string
  readonly dimension: (name: string) => string
  readonly value: (dimension: string, code: string) => string
  readonly license: (code: string) => string
  /** `undefined` for a conflict rule, which is no concept. */
  readonly item: (item: ItemRef) => string | undefined
}

/**
 * Makes the IRIs that begin with a base. No dimension can be named `version`, or have a name with a dash, so the IRIs of
 * releases, base licenses and the datatype differ from those of all dimensions and values.
 */
export const makeItemIris = (base: string): ItemIris => {
  const licenses = `${base}base-licenses`
  const dimension = (name: string) => base + encodeURIComponent(name)
  const value = (name: string, code: string) => `${dimension(name)}/${encodeURIComponent(code)}`
  const license = (code: string) => `${licenses}/${encodeURIComponent(code)}`
  return {
    taxonomy: base.replace(/#$/, ""),
    licenses,
    codes: `${base}item-code`,
    release: (version) => `${base}version/${version}`,
    dimension,
    value,
    license,
    item: (item) => {
      switch (item._tag) {
        case "Dimension":
          return dimension(item.dimension)
        case "Value":
          return value(item.dimension, item.value)
        case "License":
          return license(item.license)
        case "ConflictRule":
          return undefined
      }
    }
  }
}

/**
 * The base for a taxonomy without an IRI. Names below `.invalid` belong to nobody and never resolve (RFC 2606), so nobody
 * mistakes these IRIs for published ones.
 */
export const placeholderBase = (namespace: string): string => `https://taxonomy.invalid/${namespace}/`
