import type { Setting } from "../../../domain/taxonomy/Config.ts"
import type { Dimension } from "../../../domain/taxonomy/Taxonomy.ts"
import { codesOfList } from "../ConfigEdits.ts"
import { FlagsField } from "./FlagsField.tsx"
import { ListField } from "./ListField.tsx"
import type { Option } from "./Option.ts"
import { SingleField } from "./SingleField.tsx"
import { TerritoryField } from "./TerritoryField.tsx"

interface SettingFieldProps {
  readonly dimension: Dimension
  readonly options: ReadonlyArray<Option>
  readonly setting: Setting | undefined
  readonly onChange: (setting: Setting | undefined) => void
}

/** The controls for a dimension of each shape. */
export const SettingField = ({ dimension, onChange, options, setting }: SettingFieldProps) => {
  switch (dimension.shape) {
    case "single":
      return (
        <SingleField options={options} code={typeof setting === "string" ? setting : undefined} onChange={onChange} />
      )
    case "multiple":
      return <ListField options={options} codes={codesOfList(setting)} addLabel="Add a value" onChange={onChange} />
    case "territory":
      return <TerritoryField options={options} setting={setting} onChange={onChange} />
    case "flags":
      return <FlagsField options={options} setting={setting} onChange={onChange} />
  }
}
