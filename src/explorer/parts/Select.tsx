import { useExplorer } from "../ExplorerContext.ts"
import { formatStatus } from "../model/Catalog.ts"
import { draft, type ReleaseName } from "../routing/Route.ts"

interface SelectProps<Value extends string> {
  readonly label: string
  readonly class?: string
  readonly value: Value | undefined
  /** The text of each value. */
  readonly options: ReadonlyArray<readonly [value: Value, text: string]>
  readonly onChange: (value: Value) => void
}

/** The choice of one of few values. */
export const Select = <Value extends string>({ label, onChange, options, value, ...others }: SelectProps<Value>) => (
  <label {...others}>
    {label}
    <select
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = options.find(([option]) => option === currentTarget.value)
        if (chosen !== undefined) onChange(chosen[0])
      }}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

/** The choice of a release, or of the draft. `undefined` is none of them. */
export const ReleaseSelect = ({ value = "", ...others }: Omit<SelectProps<ReleaseName>, "options">) => {
  const { catalog, store } = useExplorer()
  const releases = catalog.releases.map(
    (entry) => [entry.release, `${entry.release} (${formatStatus(entry)})`] as const
  )
  const options = [...(store.draft === undefined ? [] : [[draft, "Draft"] as const]), ...releases]
  const isKnown = value === draft || options.some(([release]) => release === value)
  const unknown = [value, value === "" ? "Nothing" : `${value} (unknown)`] as const
  return <Select {...others} value={value} options={isKnown ? options : [unknown, ...options]} />
}
