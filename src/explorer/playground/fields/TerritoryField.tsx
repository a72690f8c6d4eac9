import type { Territory } from "../../../domain/taxonomy/Config.ts"
import { isTerritory } from "../../../domain/taxonomy/ConfigGuards.ts"
import { ListField } from "./ListField.tsx"
import type { Option } from "./Option.ts"

interface TerritoryFieldProps {
  readonly options: ReadonlyArray<Option>
  readonly setting: unknown
  readonly onChange: (territory: Territory) => void
}

/** Chooses the whole world, or countries. */
export const TerritoryField = ({ onChange, options, setting }: TerritoryFieldProps) => {
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
      <ListField
        options={options}
        codes={territory.countries}
        addLabel="Add a country"
        onChange={(countries) => onChange({ ...territory, countries })}
      />
    </>
  )
}
