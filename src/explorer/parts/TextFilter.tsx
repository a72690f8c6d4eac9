import { useId } from "preact/hooks"

interface TextFilterProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The number of items that are shown, and of all. */
  readonly shown: number
  readonly total: number
}

/** A field that filters a list, and says how much of it is shown. */
export const TextFilter = ({ label, onChange, shown, total, value }: TextFilterProps) => {
  const id = useId()
  return (
    <p class="text-filter">
      <label for={id}>{label}</label>
      <input id={id} type="search" value={value} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
      <span role="status">
        {value === "" ? "" : `${shown.toLocaleString("en")} of ${total.toLocaleString("en")} shown`}
      </span>
    </p>
  )
}
