import { caseless } from "./Names.ts"

/** A reference to one item of the taxonomy. The fields are those with which changes name the item. */
export type ItemRef =
  | { readonly _tag: "Dimension"; readonly dimension: string }
  | { readonly _tag: "Value"; readonly dimension: string; readonly value: string }
  | { readonly _tag: "License"; readonly license: string }
  | { readonly _tag: "ConflictRule"; readonly rule: string }

/** The unique text of an item, for keys of maps. In older ledgers a dimension and a license may share a name. */
export type ItemId = `dimension ${string}` | `value ${string}/${string}` | `license ${string}` | `rule ${string}`

export const dimensionRef = (dimension: string): ItemRef => ({ _tag: "Dimension", dimension })

export const valueRef = (dimension: string, value: string): ItemRef => ({ _tag: "Value", dimension, value })

export const licenseRef = (license: string): ItemRef => ({ _tag: "License", license })

export const conflictRuleRef = (rule: string): ItemRef => ({ _tag: "ConflictRule", rule })

export const toItemId = (item: ItemRef): ItemId => {
  switch (item._tag) {
    case "Dimension":
      return `dimension ${item.dimension}`
    case "Value":
      return `value ${item.dimension}/${item.value}`
    case "License":
      return `license ${item.license}`
    case "ConflictRule":
      return `rule ${item.rule}`
  }
}

/** The reference that an id was made of. */
export const fromItemId = (id: ItemId): ItemRef => {
  const name = id.slice(id.indexOf(" ") + 1)
  if (id.startsWith("dimension ")) return dimensionRef(name)
  if (id.startsWith("license ")) return licenseRef(name)
  if (id.startsWith("rule ")) return conflictRuleRef(name)
  const [dimension = "", value = ""] = name.split("/")
  return valueRef(dimension, value)
}

/** The name of an item in findings, waivers and reports: `use_type`, `use_type/editorial`, `NIL-EDU-IMAGE`, `rules/id`. */
export const formatItem = (item: ItemRef): string => {
  switch (item._tag) {
    case "Dimension":
      return item.dimension
    case "Value":
      return `${item.dimension}/${item.value}`
    case "License":
      return item.license
    case "ConflictRule":
      return `rules/${item.rule}`
  }
}

/** The code, name or id of an item without that of its dimension. */
export const codeOf = (item: ItemRef): string => {
  switch (item._tag) {
    case "Dimension":
      return item.dimension
    case "Value":
      return item.value
    case "License":
      return item.license
    case "ConflictRule":
      return item.rule
  }
}

/** The kind of an item, as the vocabulary and changes name it. */
export const kindOf = ({ _tag }: Pick<ItemRef, "_tag">) => kinds[_tag]

const kinds = { Dimension: "dimension", Value: "value", License: "license", ConflictRule: "rule" } as const

export const isSameItem = (left: ItemRef, right: ItemRef): boolean => toItemId(left) === toItemId(right)

/** The id ignoring case: a removed code stays reserved in every spelling. */
export const toCaselessItemId = (item: ItemRef): string => caseless(toItemId(item))
