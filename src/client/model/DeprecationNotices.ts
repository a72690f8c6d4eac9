import { codesIn } from "../../domain/taxonomy/Settings.ts"
import type { DeprecationHeaders } from "../http/ResponseHeaders.ts"
import type { DeprecationNotice, NoticedItem } from "../options/ClientOptions.ts"
import type { DeprecatedItem, Deprecation, Dimension, Items, LicenseEntry } from "./Model.generated.ts"

/** Collects the deprecated dimensions and values of a body. */
export const deprecatedDimensions = (dimensions: Readonly<Record<string, Dimension>>): ReadonlyArray<DeprecatedItem> =>
  Object.entries(dimensions).flatMap(([name, { deprecation, value_details }]) => [
    ...itemOf(name, deprecation),
    ...Object.entries(value_details).flatMap(([code, details]) => itemOf(`${name}/${code}`, details.deprecation))
  ])

/** Collects the deprecated licenses of a body. */
export const deprecatedLicenses = (licenses: ReadonlyArray<LicenseEntry>): ReadonlyArray<DeprecatedItem> =>
  licenses.flatMap(({ code, deprecation }) => itemOf(code, deprecation))

/** The references of dimensions and of their values. */
export const itemsOfDimensions = (dimensions: Readonly<Record<string, Dimension>>): ReadonlyArray<string> =>
  Object.entries(dimensions).flatMap(([name, { values }]) => [name, ...values.map((code) => `${name}/${code}`)])

/** The references of licenses, and of the dimensions and values that their configs name. */
export const itemsOfLicenses = (licenses: ReadonlyArray<LicenseEntry>): ReadonlyArray<string> =>
  licenses.flatMap(({ code, config }) => [
    code,
    ...Object.entries(config).flatMap(([name, setting]) => [
      name,
      ...codesIn(setting).map((value) => `${name}/${value.code}`)
    ])
  ])

/** Collects the deprecated items of the list of all items. */
export const noticedItems = ({ items }: Items): ReadonlyArray<NoticedItem> =>
  items.flatMap(({ deprecation, item, removed_in, removed_on }) =>
    deprecation === undefined
      ? []
      : [
          {
            item,
            ...deprecation,
            ...(removed_in === undefined ? {} : { removed_in }),
            ...(removed_on === undefined ? {} : { removed_on })
          }
        ]
  )

/**
 * Makes the notice of one response, or `undefined` without news. The same warning is reported once, whichever
 * response has it; without a warning, each address is.
 */
export const makeNotices = () => {
  const isNew = makeDeduplicator()
  return (
    { deprecatedAt, sunset, warning }: DeprecationHeaders,
    items: ReadonlyArray<DeprecatedItem>,
    { requestId, url }: Pick<DeprecationNotice, "requestId" | "url">
  ): DeprecationNotice | undefined => {
    const isDeprecated = warning !== undefined || deprecatedAt !== undefined || sunset !== undefined || items.length > 0
    if (!isDeprecated || !isNew(warning ?? url)) return undefined
    const names = items.map(({ item }) => item).join(", ")
    const text =
      warning ?? (names === "" ? "This resource is deprecated" : `The response uses deprecated items: ${names}`)
    return { text, items, deprecatedAt, sunset, url, requestId }
  }
}

const itemOf = (item: string, deprecation: Deprecation | undefined): ReadonlyArray<DeprecatedItem> =>
  deprecation === undefined ? [] : [{ item, ...deprecation }]

/** Returns true for a key that is new. Remembers at most 1000 keys, then starts over. */
export const makeDeduplicator = (): ((key: string) => boolean) => {
  const known = new Set<string>()
  return (key) => {
    if (known.has(key)) return false
    if (known.size >= 1000) known.clear()
    known.add(key)
    return true
  }
}
