import { useId, useMemo, useState } from "preact/hooks"
import { CodeLabel } from "./CodeLabel.tsx"
import { findOptions, type Option } from "./Option.ts"

interface OptionPickerProps {
  /** What is chosen, such as "Add a country". */
  readonly label: string
  readonly options: ReadonlyArray<Option>
  /** The codes that are chosen already. */
  readonly chosen: ReadonlyArray<string>
  readonly onChoose: (code: string) => void
}

/** Chooses one of many values by a part of its label or code. */
export const OptionPicker = ({ chosen, label, onChoose, options }: OptionPickerProps) => {
  const [text, setText] = useState("")
  const id = useId()
  const found = useMemo(() => findOptions(options, text), [options, text])
  const isSearching = text.trim() !== ""
  const shown = isSearching ? found.filter(({ code }) => !chosen.includes(code)).slice(0, maxShown) : []
  return (
    <div class="option-picker">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        value={text}
        placeholder="Part of a label or code"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p class="option-count" role="status">
        {isSearching ? countText(found.length) : ""}
      </p>
      {shown.length === 0 ? null : (
        <ul>
          {shown.map((option) => (
            <li key={option.code}>
              <button
                type="button"
                onClick={() => {
                  onChoose(option.code)
                  setText("")
                  document.getElementById(id)?.focus()
                }}
              >
                <CodeLabel option={option} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const maxShown = 8

const countText = (count: number): string => {
  if (count === 0) return "No value matches."
  if (count <= maxShown) return count === 1 ? "1 value matches." : `${count} values match.`
  return `${count} values match. The first ${maxShown} are shown.`
}
