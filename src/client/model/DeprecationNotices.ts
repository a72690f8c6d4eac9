import { codesIn } from "../../domain/taxonomy/Settings.ts"
import type { DeprecationHeaders } from "../http/ResponseHeaders.ts"
import type { DeprecationNotice, NoticedItem } from "../options/ClientOptions.ts"
import type { Deprecation, Items, License, Licenses, TaxonomySchema } from "./Model.generated.ts"

/** The items that a body describes or uses, by reference, with the deprecations that it knows. */
export const itemsIn = (body: object): ReadonlyArray<UsedItem> => {
  const { base_licenses = [], dimensions = {}, licenses = [] }: Partial<Licenses & TaxonomySchema> = body
  return [
    ...Object.entries(dimensions).flatMap(([name, { deprecation, value_details, values }]) => [
      { item: name, deprecation },
      ...values.map((code) => ({ item: `${name}/${code}`, deprecation: value_details[code]?.deprecation }))
    ]),
    ...[...base_licenses, ...licenses, ...(isLicense(body) ? [body] : [])].flatMap(({ code, config, deprecation }) => [
      { item: code, deprecation },
      ...Object.entries(config).flatMap(([name, setting]) => [
        { item: name },
        ...codesIn(setting).map((value) => ({ item: `${name}/${value.code}` }))
      ])
    ])
  ]
}

interface UsedItem {
  readonly item: string
  readonly deprecation?: Deprecation | undefined
}

const isLicense = (body: object): body is License => "code" in body && "config" in body

/** Collects the deprecated items of the list of all items. */
const noticedItems = ({ items }: Items): ReadonlyArray<NoticedItem> =>
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
 * Makes the notice of one response, or `undefined` without news. The same warning is reported once, whichever response has
 * it; without a warning, each address is. `body` is `undefined` for an error.
 */
export const toNotice = (
  { deprecatedAt, sunset, warning }: DeprecationHeaders,
  body: object | undefined,
  isNew: (key: string) => boolean,
  { parameters, readItems, requestId, url }: NoticeContext
): DeprecationNotice | undefined => {
  const used = body === undefined ? [] : itemsIn(body)
  const items = used.flatMap(({ deprecation, item }) => (deprecation === undefined ? [] : [{ item, ...deprecation }]))
  const isDeprecated = warning !== undefined || deprecatedAt !== undefined || sunset !== undefined || items.length > 0
  if (!isDeprecated || !isNew(warning ?? url)) return undefined
  const names = items.map(({ item }) => item).join(", ")
  const text =
    warning ?? (names === "" ? "This resource is deprecated" : `The response uses deprecated items: ${names}`)
  return {
    text,
    items,
    deprecatedAt,
    sunset,
    url,
    requestId,
    readItems: async () => {
      const references = new Set(used.map(({ item }) => item))
      for (const [name, value] of parameters) references.add(name).add(`${name}/${value}`)
      return noticedItems(await readItems()).filter(({ item }) => references.has(item))
    }
  }
}

/** What a notice says of its request, and how it reads the list of all items. */
interface NoticeContext extends Pick<DeprecationNotice, "requestId" | "url"> {
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>
  readonly readItems: () => Promise<Items>
}

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
