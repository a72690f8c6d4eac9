import { changedItem, type Change } from "../../domain/change/Change.ts"
import { dimensionRef } from "../../domain/taxonomy/ItemRef.ts"
import { kindOrder, kindTexts } from "../../report/changes/ChangeKinds.ts"
import type { ItemFacts } from "../../report/text/ItemText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { Select } from "../parts/Select.tsx"
import { useParameter } from "../routing/useRoute.ts"
import { ChangeGroups } from "./ChangeGroups.tsx"
import type { Comparison } from "./Comparison.ts"

/**
 * The changes of a comparison, which a person can limit to a kind, or to a part of the taxonomy. The address keeps the
 * choice. The heading above it is of level 2.
 */
export const ChangeList = ({ comparison }: { readonly comparison: Comparison }) => {
  const { kind, part } = useExplorer().route.parameters
  const { changes, items } = comparison
  const shown = filterChanges(changes, { kind, part })
  return (
    <>
      {changes.length > 1 && (
        <form class="time-filters" onSubmit={(event) => event.preventDefault()}>
          <Choice
            name="kind"
            label="Kind of change"
            all="All kinds"
            choices={kindChoices(filterChanges(changes, { part }))}
            formatValue={(value) => kindTexts[value].many}
          />
          <Choice
            name="part"
            label="Part of the taxonomy"
            all="All parts"
            choices={partChoices(filterChanges(changes, { kind }))}
            formatValue={(value) => formatPart(value, items)}
          />
        </form>
      )}
      <p role="status" class="muted">
        {shown.length === changes.length
          ? ""
          : `${shown.length.toLocaleString("en")} of ${formatCount(changes.length, "change")} shown.`}
      </p>
      <ChangeGroups comparison={comparison} changes={shown} />
    </>
  )
}

/** What a list of changes is limited to, as addresses write it. */
interface ChangeFilter {
  /** A kind of change, such as `value-removed`. */
  readonly kind?: string | undefined
  /** A part of the taxonomy: `dimensions/NAME`, `licenses`, `rules` or `taxonomy`. */
  readonly part?: string | undefined
}

/** A choice of a filter, and how many changes it leaves. */
interface FilterChoice<Value> {
  readonly value: Value
  readonly count: number
}

interface ChoiceProps<Value> {
  readonly name: keyof ChangeFilter
  readonly label: string
  /** The choice without a filter. */
  readonly all: string
  readonly choices: ReadonlyArray<FilterChoice<Value>>
  readonly formatValue: (value: Value) => string
}

const Choice = <Value extends string>({ all, choices, formatValue, label, name }: ChoiceProps<Value>) => {
  const [chosen, choose] = useParameter(name)
  const options = choices.map(
    ({ count, value }) => [value, `${formatValue(value)} (${count.toLocaleString("en")})`] as const
  )
  return <Select label={label} value={chosen} options={[["", all], ...options]} onChange={choose} />
}

export const filterChanges = (changes: ReadonlyArray<Change>, { kind, part }: ChangeFilter): ReadonlyArray<Change> =>
  changes.filter(
    (change) => (kind === undefined || change.kind === kind) && (part === undefined || partOf(change) === part)
  )

/** The kinds of changes, in the order in which a reader needs them. */
export const kindChoices = (changes: ReadonlyArray<Change>): ReadonlyArray<FilterChoice<Change["kind"]>> =>
  countBy(changes, ({ kind }) => kind).toSorted(
    (left, right) => kindOrder.indexOf(left.value) - kindOrder.indexOf(right.value)
  )

/** The parts of the taxonomy: dimensions by name, then licenses, rules and the taxonomy's own texts. */
export const partChoices = (changes: ReadonlyArray<Change>): ReadonlyArray<FilterChoice<string>> =>
  countBy(changes, partOf).toSorted((left, right) => (left.value < right.value ? -1 : 1))

const countBy = <Value extends string>(
  changes: ReadonlyArray<Change>,
  valueOf: (change: Change) => Value
): ReadonlyArray<FilterChoice<Value>> =>
  Array.from(Map.groupBy(changes, valueOf), ([value, members]) => ({ value, count: members.length }))

/** The part of the taxonomy that a change concerns. */
const partOf = (change: Change): string => {
  const item = changedItem(change)
  if (item === undefined) return "taxonomy"
  if ("dimension" in item) return `${dimensionPrefix}${item.dimension}`
  return item._tag === "License" ? "licenses" : "rules"
}

/** A dimension may be named like one of the other parts. */
const dimensionPrefix = "dimensions/"

const formatPart = (part: string, { labelOf }: ItemFacts): string => {
  if (part.startsWith(dimensionPrefix)) {
    const dimension = part.slice(dimensionPrefix.length)
    return labelOf(dimensionRef(dimension)) ?? dimension
  }
  return part === "licenses" ? "Base licenses" : part === "rules" ? "Conflict rules" : "The taxonomy itself"
}
