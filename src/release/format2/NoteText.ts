// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import { nameOf, replacementOf } from "./Deprecations.ts"
import type { Deprecation, Release, Taxonomy } from "./Release.ts"

/** Editors' texts as plain text on one line: nothing in them is Markdown or HTML. */
export const plain = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`)

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** An item with its label: "Quick-service restaurants (`exclusive_categories/QSR`)". */
export const labeled = (name: string, label: string | undefined): string =>
  label === undefined || label === name ? `\`${name}\`` : `${plain(label)} (\`${name}\`)`

/** The label of an item, which the release contains or has removed. */
export const labelOf = (
  { removed, taxonomy }: Pick<Release, "removed" | "taxonomy">,
  id: string
): string | undefined => {
  const known = labelsOf(taxonomy).get(id)
  if (known !== undefined) return known
  for (const [other, { label }] of removed) if (other === id) return label
  return undefined
}

/** A value with its label, not escaped. */
export const valueLabel = (taxonomy: Taxonomy, dimension: string, code: string): string => {
  const label = labelsOf(taxonomy).get(`value ${dimension}/${code}`)
  return label === undefined || label === code ? code : `${label} (${code})`
}

/** What takes the place of a deprecated or removed item, and why: ", use …: reason". */
export const instead = (
  release: Pick<Release, "removed" | "taxonomy">,
  id: string,
  deprecation: Deprecation
): string => {
  const { replacement } = replacementOf(id, deprecation)
  const items = replacement?.items
    .map((item) => labeled(item, labelOf(release, item.includes("/") ? `value ${item}` : id.replace(nameOf(id), item))))
    .join(replacement.mode === "all_of" ? " and " : " or ")
  const { reason } = deprecation
  return `${items === undefined ? "" : `, use ${items}`}${reason === undefined ? "" : `: ${plain(reason)}`}`
}

const labelsOf = (taxonomy: Taxonomy): ReadonlyMap<string, string> => {
  const known = labels.get(taxonomy)
  if (known !== undefined) return known
  const made = new Map([
    ...taxonomy.dimensions.flatMap(({ label, name, values }) => [
      [`dimension ${name}`, label] as const,
      ...values.map((value) => [`value ${name}/${value.code}`, value.label] as const)
    ]),
    ...taxonomy.licenses.map(({ code, name }) => [`license ${code}`, name] as const)
  ])
  labels.set(taxonomy, made)
  return made
}

const labels = new WeakMap<Taxonomy, ReadonlyMap<string, string>>()
