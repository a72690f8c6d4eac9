import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { memberOf } from "../../Json.ts"
import {
  dimensionRef,
  formatItem,
  licenseRef,
  toItemId,
  valueRef,
  type ItemId,
  type ItemRef
} from "../../taxonomy/ItemRef.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import { changedDimensions, changedTexts } from "../ChangedTexts.ts"
import type { Check } from "../Check.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"

export const duplicateLabel: Check<
  "source/duplicate-label",
  { readonly item: string; readonly field: "label" | "name"; readonly label: string; readonly other: string }
> = {
  id: "source/duplicate-label",
  title: "Label of another item",
  level: "warning",
  stage: "release",
  explanation:
    "Readers choose by the label, so two values of a dimension, two dimensions or two licenses must not have the same one, ignoring case and spaces. Most often an entry was copied and its label forgotten. Only new and changed labels are looked at, and a deprecated item may share its label with its replacement.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
    label: Quick-service restaurants
    description: Restaurants with counter service.
  - code: COFFEE_SHOP
    label: Quick-service restaurants
    description: Shops that serve coffee.`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
    label: Quick-service restaurants
    description: Restaurants with counter service.
  - code: COFFEE_SHOP
    label: Coffee shops
    description: Shops that serve coffee.`,
  message: ({ field, item, label, other }) => `The ${field} of ${item} is also that of ${other}: "${label}"`,
  help: ({ field }) => `Write another ${field} for one of the two.`,
  run: (proposal) => {
    const repeats = labelLists(proposal).flatMap(repeatsIn)
    return repeats.length === 0 ? [] : withNewLabels(proposal, repeats)
  }
}

export const repeatedName: Check<
  "source/repeated-name",
  { readonly item: string; readonly language: string | null; readonly name: string; readonly is_label: boolean }
> = {
  id: "source/repeated-name",
  title: "Other name that repeats a name",
  level: "warning",
  stage: "release",
  explanation:
    "An entry of alt_labels that is the label of its own value, or an earlier entry, ignoring case, adds nothing that a search finds, and no concept of SKOS can have a name as its preferred label and as another one (S13). Remove it. Only values with new or changed names are looked at, and a name can be that of another value.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
    label: Fast food
    alt_labels: [fast food, Burgers]
    description: Restaurants with counter service.`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
    label: Fast food
    alt_labels: [Burgers]
    description: Restaurants with counter service.`,
  message: ({ is_label, item, language, name }) =>
    `The other name "${name}" of ${item}${language === null ? "" : `, in ${language},`} is ${is_label ? "its label already" : "in the list already"}`,
  help: () => "Remove it.",
  run: (proposal) => {
    const named = changedTexts(proposal, () => true).flatMap(({ item, path }) =>
      item?._tag === "Value" && path.some((key) => key === "label" || key === "alt_labels") ? [item] : []
    )
    return [...new Map(named.map((item) => [toItemId(item), item])).values()].flatMap((item) => {
      const value = snapshotOf(proposal.command.taxonomy).get(item)
      return [
        ...repeatsOf(item, value, []),
        ...Object.entries(value?.translations ?? {}).flatMap(([language, texts]) =>
          repeatsOf(item, texts, ["translations", language])
        )
      ]
    })
  }
}

/** The other names of a value that repeat one, in one language. */
const repeatsOf = (item: ItemRef, texts: unknown, path: ReadonlyArray<string>): ReadonlyArray<Finding> => {
  const [label, names] = [memberOf(texts, "label"), memberOf(texts, "alt_labels")]
  const own = typeof label === "string" ? label.toLowerCase() : undefined
  const seen = new Set<string>()
  return (Array.isArray(names) ? names : []).flatMap((name: string, index): ReadonlyArray<Finding> => {
    const key = name.toLowerCase()
    const is_label = key === own
    if (!is_label && !seen.has(key)) {
      seen.add(key)
      return []
    }
    const facts = { item: formatItem(item), language: path[1] ?? null, name, is_label }
    return [makeFinding(repeatedName, facts, { item, location: inItem(item, ...path, "alt_labels", index) })]
  })
}

/** An item that readers choose by its label. */
interface Labelled {
  readonly label: string
  readonly deprecated?: object
}

/** The positions of two items with one label. */
export type RepeatedLabel = readonly [first: number, second: number]

/**
 * The items that repeat the label of an earlier item of their list, ignoring case and spaces. Deprecated items are not
 * chosen any more.
 */
export const repeatedLabels = (items: ReadonlyArray<Labelled>): ReadonlyArray<RepeatedLabel> => {
  const first = new Map<string, number>()
  const repeated: Array<RepeatedLabel> = []
  for (const [position, { deprecated, label }] of items.entries()) {
    if (deprecated !== undefined) continue
    const key = withoutSpaces(label.toLowerCase())
    const other = first.get(key)
    if (other === undefined) first.set(key, position)
    else if (!isSentence.test(label)) repeated.push([other, position])
  }
  return repeated
}

/** A label that describes rather than names: other items may be described alike. */
const isSentence = /^\S+(?:\s+\S+){4,}\.$/u

const withoutSpaces = (text: string): string => {
  const joined = text.replaceAll(" ", "")
  return /\s/u.test(joined) ? joined.replaceAll(/\s+/gu, "") : joined
}

/** Two items with one label, as they stand in the sources. */
interface Repeat {
  readonly label: string
  readonly first: ItemRef
  readonly second: ItemRef
}

/** Items that are chosen from one list. */
interface LabelList {
  readonly labels: ReadonlyArray<Labelled>
  readonly refer: (index: number) => ItemRef
}

/** The lists in which a label may be new. */
const labelLists = ({ changes, command }: ReleaseProposal): ReadonlyArray<LabelList> => {
  const { dimensions, licenses } = command.taxonomy
  const changed = changedDimensions(changes)
  const names = licenses.map(({ deprecated, name }) =>
    deprecated === undefined ? { label: name } : { label: name, deprecated }
  )
  return [
    { labels: dimensions, refer: (index) => dimensionRef(dimensions[index]?.name ?? "") },
    ...dimensions.flatMap(({ name, values }) =>
      changed.has(name) ? [{ labels: values, refer: (at: number) => valueRef(name, values[at]?.code ?? "") }] : []
    ),
    { labels: names, refer: (index) => licenseRef(licenses[index]?.code ?? "") }
  ]
}

const repeatsIn = ({ labels, refer }: LabelList): ReadonlyArray<Repeat> =>
  repeatedLabels(labels).map(([first, second]) => ({
    label: labels[second]?.label ?? "",
    first: refer(first),
    second: refer(second)
  }))

/** One finding for each item that has a new label, and shares it. */
const withNewLabels = (proposal: ReleaseProposal, repeats: ReadonlyArray<Repeat>): ReadonlyArray<Finding> => {
  const changed = new Set(
    changedTexts(proposal, () => true).flatMap(({ item, path }) =>
      item !== undefined && path.length === 1 && (path[0] === "label" || path[0] === "name") ? [toItemId(item)] : []
    )
  )
  const reported = new Set<ItemId>()
  return repeats.flatMap(({ first, label, second }): ReadonlyArray<Finding> => {
    const [subject, sibling] = changed.has(toItemId(second)) ? [second, first] : [first, second]
    const id = toItemId(subject)
    if (!changed.has(id) || reported.has(id)) return []
    reported.add(id)
    const field = subject._tag === "License" ? "name" : "label"
    const facts = { item: formatItem(subject), field, label, other: formatItem(sibling) } as const
    return [makeFinding(duplicateLabel, facts, { item: subject, location: inItem(subject, field) })]
  })
}
