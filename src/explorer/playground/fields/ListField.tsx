import { withCode } from "../ConfigEdits.ts"
import { ChosenCodes } from "./ChosenCodes.tsx"
import { CodeLabel } from "./CodeLabel.tsx"
import type { Option } from "./Option.ts"
import { OptionPicker } from "./OptionPicker.tsx"

interface ListFieldProps {
  readonly options: ReadonlyArray<Option>
  readonly codes: ReadonlyArray<string>
  /** What is added from a long list, such as "Add a value". */
  readonly addLabel: string
  readonly onChange: (codes: ReadonlyArray<string>) => void
}

/** Chooses any number of values: check boxes for a short list, a search field for a long one. */
export const ListField = ({ addLabel, codes, onChange, options }: ListFieldProps) => {
  const unknown = codes.filter((code) => options.every((option) => option.code !== code))
  const remove = (code: string) => onChange(withCode(codes, code, false))
  if (options.length > maxBoxes) {
    return (
      <>
        <ChosenCodes options={options} codes={codes} onRemove={remove} />
        <OptionPicker
          label={addLabel}
          options={options}
          chosen={codes}
          onChoose={(code) => onChange(withCode(codes, code, true))}
        />
      </>
    )
  }
  return (
    <>
      {options.map((option) => (
        <label key={option.code} class="choice">
          <input
            type="checkbox"
            checked={codes.includes(option.code)}
            onChange={(event) => onChange(withCode(codes, option.code, event.currentTarget.checked))}
          />{" "}
          <CodeLabel option={option} />
        </label>
      ))}
      <ChosenCodes options={options} codes={unknown} onRemove={remove} />
    </>
  )
}

/** The length from which a list is searched. */
export const maxBoxes = 12
