import { useId, useMemo, useState } from "preact/hooks"
import { foldText } from "../../domain/lookup/SearchItems.ts"
import type { Flags, Setting, Territory } from "../../domain/taxonomy/Config.ts"
import { isFlags, isTerritory } from "../../domain/taxonomy/Settings.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import type { Languages } from "../../domain/taxonomy/Translate.ts"
import { translate } from "../model/Translate.ts"

interface SettingFieldProps {
  readonly dimension: Dimension
  readonly options: ReadonlyArray<Option>
  readonly setting: Setting | undefined
  readonly onChange: (setting: Setting | undefined) => void
}

/** The controls for a dimension of each shape. A pasted setting may have another one. */
export const SettingField = ({ dimension, onChange, options, setting }: SettingFieldProps) => {
  switch (dimension.shape) {
    case "single":
      return (
        <CodesField
          options={options}
          codes={typeof setting === "string" ? [setting] : []}
          addLabel="Choose a value"
          isSingle
          onChange={([code]) => onChange(code)}
        />
      )
    case "multiple":
      return <CodesField options={options} codes={codesOfList(setting)} addLabel="Add a value" onChange={onChange} />
    case "territory":
      return <TerritoryField options={options} setting={setting} onChange={onChange} />
    case "flags":
      return <FlagsField options={options} setting={setting} onChange={onChange} />
  }
}

/** A value that a person can choose. */
export interface Option {
  readonly code: string
  readonly label: string
  readonly isDeprecated: boolean
}

/** The values of a dimension in the editors' order. */
export const optionsOf = ({ values }: Dimension, languages: Languages): ReadonlyArray<Option> =>
  values.map((value) => ({
    code: value.code,
    label: translate(value, "label", languages) ?? value.code,
    isDeprecated: value.deprecated !== undefined
  }))

/** The label of a code, or the code itself if the dimension has no such value. */
export const labelOf = (options: ReadonlyArray<Option>, code: string): string =>
  options.find((option) => option.code === code)?.label ?? code

/** The codes of a list; none if the setting has another form. */
const codesOfList = (setting: unknown): ReadonlyArray<string> =>
  Array.isArray(setting) ? setting.filter((code) => typeof code === "string") : []

interface CodesFieldProps {
  readonly options: ReadonlyArray<Option>
  readonly codes: ReadonlyArray<string>
  /** What is added from a long list, such as "Add a value". */
  readonly addLabel: string
  /** True if a value takes the place of another one. */
  readonly isSingle?: boolean
  readonly onChange: (codes: ReadonlyArray<string>) => void
}

/** Chooses values: radio buttons or check boxes for a short list, a search field for a long one. */
const CodesField = ({ addLabel, codes, isSingle = false, onChange, options }: CodesFieldProps) => {
  const name = useId()
  const add = (code: string) => onChange(isSingle ? [code] : [...codes, code])
  const remove = (code: string) => onChange(codes.filter((other) => other !== code))
  if (options.length > maxBoxes) {
    return (
      <>
        <ChosenCodes options={options} codes={codes} onRemove={remove} />
        <OptionPicker label={addLabel} options={options} chosen={codes} onChoose={add} />
      </>
    )
  }
  return (
    <>
      {options.map((option) => (
        <label key={option.code} class="choice">
          <input
            type={isSingle ? "radio" : "checkbox"}
            name={isSingle ? name : undefined}
            checked={codes.includes(option.code)}
            onChange={({ currentTarget }) => (currentTarget.checked ? add : remove)(option.code)}
          />{" "}
          <CodeLabel option={option} />
        </label>
      ))}
      <ChosenCodes options={options} codes={unknownOf(options, codes)} onRemove={remove} />
    </>
  )
}

/** The length from which a list is searched. */
const maxBoxes = 12

const unknownOf = (options: ReadonlyArray<Option>, codes: ReadonlyArray<string>): ReadonlyArray<string> =>
  codes.filter((code) => options.every((option) => option.code !== code))

interface TerritoryFieldProps {
  readonly options: ReadonlyArray<Option>
  readonly setting: unknown
  readonly onChange: (territory: Territory) => void
}

/** Chooses the whole world, or countries. */
const TerritoryField = ({ onChange, options, setting }: TerritoryFieldProps) => {
  const territory: Territory = isTerritory(setting) ? setting : { global: false, countries: [] }
  return (
    <>
      <label class="choice">
        <input
          type="checkbox"
          checked={territory.global}
          onChange={(event) => onChange({ ...territory, global: event.currentTarget.checked })}
        />{" "}
        Worldwide
      </label>
      <CodesField
        options={options}
        codes={territory.countries}
        addLabel="Add a country"
        onChange={(countries) => onChange({ ...territory, countries })}
      />
    </>
  )
}

interface FlagsFieldProps {
  readonly options: ReadonlyArray<Option>
  readonly setting: unknown
  readonly onChange: (flags: Flags | undefined) => void
}

/** Sets each member to yes or no, or leaves it open. */
const FlagsField = ({ onChange, options, setting }: FlagsFieldProps) => {
  const flags = isFlags(setting) && !Array.isArray(setting) ? setting : {}
  const change = (code: string, flag: boolean | undefined) => {
    const members = new Map(Object.entries(flags))
    if (flag === undefined) members.delete(code)
    else members.set(code, flag)
    onChange(members.size === 0 ? undefined : Object.fromEntries(members))
  }
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
      <ChosenCodes
        options={options}
        codes={unknownOf(options, Object.keys(flags))}
        onRemove={(code) => change(code, undefined)}
      />
    </>
  )
}

interface ChosenCodesProps {
  readonly options: ReadonlyArray<Option>
  readonly codes: ReadonlyArray<string>
  readonly onRemove: (code: string) => void
}

/** The chosen values of a long list, each with a button that removes it. */
const ChosenCodes = ({ codes, onRemove, options }: ChosenCodesProps) =>
  codes.length === 0 ? null : (
    <ul class="chosen-codes">
      {codes.map((code) => (
        <li key={code}>
          <bdi>{labelOf(options, code)}</bdi>{" "}
          <button type="button" aria-label={`Remove ${labelOf(options, code)}`} onClick={() => onRemove(code)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  )

interface OptionPickerProps {
  /** What is chosen, such as "Add a country". */
  readonly label: string
  readonly options: ReadonlyArray<Option>
  /** The codes that are chosen already. */
  readonly chosen: ReadonlyArray<string>
  readonly onChoose: (code: string) => void
}

/** Chooses one of many values by a part of its label or code. */
const OptionPicker = ({ chosen, label, onChoose, options }: OptionPickerProps) => {
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

/** The options whose label or code contains a text, those that begin with it first. */
export const findOptions = (options: ReadonlyArray<Option>, text: string): ReadonlyArray<Option> => {
  const folded = foldText(text.trim())
  const placeIn = ({ code, label }: Option) =>
    [label, code].map((name) => foldText(name).indexOf(folded)).filter((at) => at >= 0)
  const found = options.map((option) => ({ option, places: placeIn(option) })).filter(({ places }) => places.length > 0)
  return found
    .toSorted((left, right) => Number(right.places.includes(0)) - Number(left.places.includes(0)))
    .map(({ option }) => option)
}

const maxShown = 8

const countText = (count: number): string => {
  if (count === 0) return "No value matches."
  if (count <= maxShown) return count === 1 ? "1 value matches." : `${count} values match.`
  return `${count} values match. The first ${maxShown} are shown.`
}

/** A value as a person chooses it: label, code, and that it is deprecated. */
const CodeLabel = ({ option }: { readonly option: Option }) => (
  <>
    <bdi>{option.label}</bdi>
    <span class="item-code">
      {" "}
      <code>{option.code}</code>
    </span>
    {option.isDeprecated ? <span class="option-note"> deprecated</span> : null}
  </>
)
