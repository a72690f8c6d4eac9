import type { Conditions, Config } from "../../../src/domain/taxonomy/Config.ts"
import type { Deprecation } from "../../../src/domain/taxonomy/Deprecation.ts"
import { normalize } from "../../../src/domain/taxonomy/Normalize.ts"
import type { Dimension, License, Taxonomy, Value } from "../../../src/domain/taxonomy/Taxonomy.ts"

/** What an editor does to the sources between two releases. */
export type Edit = (taxonomy: Taxonomy) => Taxonomy

/** What every story of these tests begins with, unless it says otherwise. */
export const start: Taxonomy = normalize({
  namespace: "nil-licensing",
  title: "Licensing",
  description: "For tests.",
  dimensions: [
    makeDimension("exclusive_categories", "QSR", "QSR_FAST_FOOD", "COFFEE"),
    makeDimension("use_type", "editorial", "educational"),
    makeDimension("attribution", "byline")
  ],
  licenses: [
    licenseOf("NEWS", { use_type: ["editorial"] }),
    licenseOf("MENU", { exclusive_categories: ["QSR_FAST_FOOD"] }),
    licenseOf("CLASS", {})
  ],
  rules: []
})

/** Adds `dimension/value`, `dimension`, or a license, whose code is in capitals. */
export const add =
  (subject: string, extra: Partial<Value & Dimension & License> = {}): Edit =>
  (taxonomy) => {
    const [dimension = "", code] = subject.split("/")
    if (code !== undefined) {
      return withDimension(dimension, (old) => ({ ...old, values: [...old.values, { ...valueOf(code), ...extra }] }))(
        taxonomy
      )
    }
    return normalize(
      isDimension(subject)
        ? { ...taxonomy, dimensions: [...taxonomy.dimensions, { ...makeDimension(subject, "any"), ...extra }] }
        : { ...taxonomy, licenses: [...taxonomy.licenses, { ...licenseOf(subject, {}), ...extra }] }
    )
  }

/** Takes an item out, and out of the configs that name it. */
export const remove =
  (subject: string): Edit =>
  (taxonomy) => {
    const [dimension = "", code] = subject.split("/")
    if (code !== undefined) {
      const without = withDimension(dimension, (old) => ({
        ...old,
        values: old.values.filter((value) => value.code !== code)
      }))(taxonomy)
      return withConfigs(without, (config) => {
        const setting = config[dimension]
        return Array.isArray(setting) ? { ...config, [dimension]: setting.filter((other) => other !== code) } : config
      })
    }
    if (!isDimension(subject)) {
      return { ...taxonomy, licenses: taxonomy.licenses.filter((license) => license.code !== subject) }
    }
    const dimensions = taxonomy.dimensions.filter(({ name }) => name !== subject)
    return withConfigs({ ...taxonomy, dimensions }, (config) =>
      Object.fromEntries(Object.entries(config).filter(([name]) => name !== subject))
    )
  }

/** Deprecates an item in favour of others, or for a reason where there are none. */
export const deprecate = (subject: string, ...replaced_by: ReadonlyArray<string>): Edit =>
  withDeprecation(subject, replaced_by.length === 0 ? { replaced_by, reason: "Nobody uses it." } : { replaced_by })

export const undeprecate = (subject: string): Edit => withDeprecation(subject, undefined)

/** Gives an item other texts or another definition, or a license another config. */
export const edit = (subject: string, changed: Item): Edit => withItem(subject, (item) => ({ ...item, ...changed }))

/** Adds `goods` with the values of `exclusive_categories`, which shares them from then on. */
export const shareCategories: Edit = (taxonomy) =>
  normalize({
    ...taxonomy,
    dimensions: taxonomy.dimensions.flatMap((dimension) =>
      dimension.name === "exclusive_categories"
        ? [
            { ...dimension, values_of: "goods" },
            { ...dimension, name: "goods" }
          ]
        : [dimension]
    )
  })

export const retitle =
  (title: string): Edit =>
  (taxonomy) => ({ ...taxonomy, title })

/** Gives the taxonomy another IRI, or none. */
export const identify =
  (iri: string | undefined): Edit =>
  (taxonomy) => {
    const { iri: _, ...others } = taxonomy
    return { ...others, ...(iri === undefined ? {} : { iri }) }
  }

export const translateTitle =
  (title: string): Edit =>
  (taxonomy) => ({ ...taxonomy, translations: { fr: { title } } })

export const forbid =
  (id: string, forbidden: Conditions): Edit =>
  (taxonomy) =>
    normalize({ ...taxonomy, rules: [...taxonomy.rules, { id, description: "Not both.", forbid: forbidden }] })

/** A change that needs a minor release and says nothing else. */
export const grow = (name: string): Edit => add(`use_type/${name}`)

export const isDimension = (subject: string): boolean => /^[a-z]/.test(subject)

function valueOf(code: string): Value {
  return { code, label: `The ${code}`, description: `What ${code} means.` }
}

function makeDimension(name: string, ...codes: ReadonlyArray<string>): Dimension {
  const values = codes.map(valueOf)
  return { name, label: `The ${name}`, description: `What ${name} is.`, shape: "multiple", required: false, values }
}

function licenseOf(code: string, config: Config): License {
  return { code, name: `The ${code}`, description: `A license for ${code}.`, config }
}

function withDeprecation(subject: string, deprecation: Deprecation | undefined): Edit {
  return withItem(subject, (item) => {
    const { deprecated: _, ...rest } = item
    return deprecation === undefined ? rest : { ...rest, deprecated: deprecation }
  })
}

/** The fields of all kinds of items. Those that two of them have may be of either type. */
type Item = Partial<Omit<Value, "role"> & Omit<Dimension, "role"> & License & Pick<Value | Dimension, "role">>

function withItem(subject: string, change: (item: Item) => Item): Edit {
  const changed = <A extends Item>(item: A): A =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests change an item into one of its own kind
    change(item) as A
  const [dimension = "", code] = subject.split("/")
  if (code !== undefined) {
    return withDimension(dimension, (old) => ({
      ...old,
      values: old.values.map((value) => (value.code === code ? changed(value) : value))
    }))
  }
  if (isDimension(subject)) return withDimension(subject, changed)
  return (taxonomy) =>
    normalize({
      ...taxonomy,
      licenses: taxonomy.licenses.map((license) => (license.code === subject ? changed(license) : license))
    })
}

function withDimension(name: string, change: (dimension: Dimension) => Dimension): Edit {
  return (taxonomy) => ({
    ...taxonomy,
    dimensions: taxonomy.dimensions.map((dimension) => (dimension.name === name ? change(dimension) : dimension))
  })
}

function withConfigs(taxonomy: Taxonomy, change: (config: Config) => Config): Taxonomy {
  return {
    ...taxonomy,
    licenses: taxonomy.licenses.map((license) => ({ ...license, config: change(license.config) }))
  }
}
