import { useId } from "preact/hooks"
import { ChosenCodes } from "./ChosenCodes.tsx"
import { CodeLabel } from "./CodeLabel.tsx"
import { maxBoxes } from "./ListField.tsx"
import type { Option } from "./Option.ts"
import { OptionPicker } from "./OptionPicker.tsx"

interface SingleFieldProps {
  readonly options: ReadonlyArray<Option>
  readonly code: string | undefined
  readonly onChange: (code: string | undefined) => void
}

/** Chooses one value: radio buttons for a short list, a search field for a long one. */
export const SingleField = ({ code, onChange, options }: SingleFieldProps) => {
  const name = useId()
  const chosen = code === undefined ? [] : [code]
  const isUnknown = code !== undefined && options.every((option) => option.code !== code)
  const removable = <ChosenCodes options={options} codes={chosen} onRemove={() => onChange(undefined)} />
  if (options.length > maxBoxes) {
    return (
      <>
        {removable}
        <OptionPicker label="Choose a value" options={options} chosen={chosen} onChoose={onChange} />
      </>
    )
  }
  return (
    <>
      {isUnknown ? removable : null}
      {options.map((option) => (
        <label key={option.code} class="choice">
          <input type="radio" name={name} checked={option.code === code} onChange={() => onChange(option.code)} />{" "}
          <CodeLabel option={option} />
        </label>
      ))}
    </>
  )
}
