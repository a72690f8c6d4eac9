import { ReleaseOptions } from "../../parts/ReleaseOptions.tsx"
import type { ReleaseName } from "../../routing/Route.ts"

interface ReleaseChoiceProps {
  readonly label: string
  /** `undefined` compares with nothing. */
  readonly value: ReleaseName | undefined
  readonly onChoose: (release: ReleaseName) => void
}

/** Chooses a release, or the working tree. */
export const ReleaseChoice = ({ label, onChoose, value }: ReleaseChoiceProps) => (
  <label>
    {label}
    <select value={value ?? ""} onChange={(event) => onChoose(event.currentTarget.value)}>
      <ReleaseOptions chosen={value} />
    </select>
  </label>
)
