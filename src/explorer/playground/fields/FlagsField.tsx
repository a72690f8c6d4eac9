import type { Flags } from "../../../domain/taxonomy/Config.ts"
import { isFlags } from "../../../domain/taxonomy/ConfigGuards.ts"
import { ChosenCodes } from "./ChosenCodes.tsx"
import { CodeLabel } from "./CodeLabel.tsx"
import type { Option } from "./Option.ts"

interface FlagsFieldProps {
  readonly options: ReadonlyArray<Option>
  readonly setting: unknown
  readonly onChange: (flags: Flags | undefined) => void
}

/** Sets each member to yes or no, or leaves it open. */
export const FlagsField = ({ onChange, options, setting }: FlagsFieldProps) => {
  const flags = isFlags(setting) && !Array.isArray(setting) ? setting : {}
  const change = (code: string, flag: boolean | undefined) => {
    const members = new Map(Object.entries(flags))
    if (flag === undefined) members.delete(code)
    else members.set(code, flag)
    onChange(members.size === 0 ? undefined : Object.fromEntries(members))
  }
  const unknown = Object.keys(flags).filter((code) => options.every((option) => option.code !== code))
  return (
    <>
      {options.map((option) => (
        <label key={option.code} class="flag">
          <span>
            <CodeLabel option={option} />
          </span>
          <select
            value={Object.hasOwn(flags, option.code) ? String(flags[option.code]) : ""}
            onChange={({ currentTarget: { value } }) =>
              change(option.code, value === "" ? undefined : value === "true")
            }
          >
            <option value="">not set</option>
            <option value="true">yes</option>
            <option value="false">no</option>
          </select>
        </label>
      ))}
      <ChosenCodes options={options} codes={unknown} onRemove={(code) => change(code, undefined)} />
    </>
  )
}
