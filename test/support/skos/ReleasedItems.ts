type Texts = Readonly<Record<string, string>>

interface DeprecationJson {
  readonly replacement?: { readonly items: ReadonlyArray<string> }
  readonly reason?: string
  readonly translations?: Readonly<Record<string, Texts>>
}

interface ItemJson {
  readonly name?: string
  readonly label?: string
  readonly description: string
  readonly definition?: string
  readonly translations?: Readonly<Record<string, Texts>>
  readonly deprecation?: DeprecationJson
}

/** What `schema.json` of a release says of its items. */
export interface SchemaJson {
  readonly title: string
  readonly translations?: Readonly<Record<string, Texts>>
  readonly dimensions: Readonly<
    Record<string, ItemJson & { readonly value_details: Readonly<Record<string, ItemJson>> }>
  >
  readonly base_licenses: ReadonlyArray<ItemJson & { readonly code: string }>
  readonly removed?: ReadonlyArray<DeprecationJson & { readonly item: string }>
}

/** The facts of an item that a reader of linked data must find. Texts are pairs of language and text. */
export interface ItemFacts {
  readonly labels?: Pairs
  readonly descriptions?: Pairs
  readonly definitions?: Pairs
  readonly notation: string
  readonly deprecated: boolean
  readonly reasons: Pairs
  readonly replacements: ReadonlyArray<string>
}

export type Pairs = ReadonlyArray<readonly [language: string, text: string]>

/** An English text of an item and its translations into other languages, sorted. */
export const pairsOf = (item: { readonly translations?: Readonly<Record<string, Texts>> }, name: string): Pairs => {
  const text: unknown = Reflect.get(item, name)
  const translated = Object.entries(item.translations ?? {}).flatMap(([language, texts]) =>
    texts[name] === undefined || language === "en" ? [] : [[language.toLowerCase(), texts[name]] as const]
  )
  return [...(typeof text === "string" ? [["en", text] as const] : []), ...translated].toSorted(([left], [right]) =>
    left < right ? -1 : 1
  )
}

/** The items of a release by IRI, read from its artifact and not from what the export is made of. */
export const releasedItems = (schema: SchemaJson, base: string): Readonly<Record<string, ItemFacts>> => {
  const licenses = new Set(schema.base_licenses.map(({ code }) => code))
  const { removed = [] } = schema
  const removedLicenses = new Set(removed.map(({ item }) => item).filter((item) => /^[A-Z]/.test(item)))
  const iriOf = (item: string): string =>
    `${base}${licenses.has(item) || removedLicenses.has(item) ? "base-licenses/" : ""}${item.replace("+", "%2B")}`
  const endOf = (deprecation: DeprecationJson | undefined) => ({
    deprecated: deprecation !== undefined,
    reasons: deprecation === undefined ? [] : pairsOf(deprecation, "reason"),
    replacements: (deprecation?.replacement?.items ?? []).map(iriOf).toSorted()
  })
  const factsOf = (item: string, label: string, content: ItemJson): readonly [string, ItemFacts] => [
    iriOf(item),
    {
      labels: pairsOf(content, label),
      descriptions: pairsOf(content, "description"),
      definitions: pairsOf(content, "definition"),
      notation: item.split("/").at(-1) ?? "",
      ...endOf(content.deprecation)
    }
  ]
  return Object.fromEntries([
    ...Object.entries(schema.dimensions).flatMap(([name, dimension]) => [
      factsOf(name, "name", dimension),
      ...Object.entries(dimension.value_details).map(([code, value]) => factsOf(`${name}/${code}`, "label", value))
    ]),
    ...schema.base_licenses.map((license) => factsOf(license.code, "name", license)),
    ...removed.map((gone): readonly [string, ItemFacts] => [
      iriOf(gone.item),
      { notation: gone.item.split("/").at(-1) ?? "", ...endOf(gone), deprecated: true }
    ])
  ])
}
