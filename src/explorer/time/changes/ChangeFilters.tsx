import type { Change } from "../../../domain/change/Change.ts"
import { dimensionRef } from "../../../domain/taxonomy/ItemRef.ts"
import { kindTexts } from "../../../report/changes/ChangeKinds.ts"
import type { ItemFacts } from "../../../report/ItemFacts.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import { useParameter } from "../../routing/useParameter.ts"
import {
  dimensionOfPart,
  filterChanges,
  kindChoices,
  partChoices,
  type ChangeFilter,
  type FilterChoice
} from "./FilterChanges.ts"

interface ChangeFiltersProps {
  readonly changes: ReadonlyArray<Change>
  readonly items: ItemFacts
}

/** Limits the changes of a page to a kind, or to a part of the taxonomy. The address keeps the choice. */
export const ChangeFilters = ({ changes, items }: ChangeFiltersProps) => {
  const { kind, part } = useChangeFilter()
  return (
    <form class="time-filters" onSubmit={(event) => event.preventDefault()}>
      <Choice
        name="kind"
        label="Kind of change"
        all="All kinds"
        choices={kindChoices(filterChanges(changes, { part })).map((each) => ({
          ...each,
          label: kindTexts[each.kind].many
        }))}
      />
      <Choice
        name="part"
        label="Part of the taxonomy"
        all="All parts"
        choices={partChoices(filterChanges(changes, { kind })).map((each) => ({
          ...each,
          label: formatPart(each.value, items)
        }))}
      />
    </form>
  )
}

interface ChoiceProps {
  readonly name: keyof ChangeFilter
  readonly label: string
  /** The choice without a filter. */
  readonly all: string
  readonly choices: ReadonlyArray<FilterChoice & { readonly label: string }>
}

const Choice = ({ all, choices, label, name }: ChoiceProps) => {
  const [chosen, choose] = useParameter(name)
  return (
    <label>
      {label}
      <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label} ({choice.count.toLocaleString("en")})
          </option>
        ))}
      </select>
    </label>
  )
}

/** The filter of the current address. */
export const useChangeFilter = (): ChangeFilter => {
  const { kind, part } = useExplorer().route.parameters
  return { kind, part }
}

const formatPart = (part: string, { labelOf }: ItemFacts): string => {
  const dimension = dimensionOfPart(part)
  if (dimension !== undefined) return labelOf(dimensionRef(dimension)) ?? dimension
  return part === "licenses" ? "Base licenses" : part === "rules" ? "Conflict rules" : "The taxonomy itself"
}
