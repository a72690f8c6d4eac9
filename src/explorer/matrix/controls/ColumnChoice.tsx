import { useExplorer } from "../../ExplorerContext.ts"
import type { Release } from "../../model/Release.ts"
import { translate } from "../../model/Translate.ts"
import type { MatrixState } from "../MatrixState.ts"

interface ColumnChoiceProps {
  readonly release: Release
  /** `undefined` for all dimensions. */
  readonly columns: ReadonlyArray<string> | undefined
  readonly isDifferent: boolean
  /** The number of dimensions that are shown. */
  readonly shown: number
  readonly onChange: (changed: Partial<MatrixState>) => void
}

/** The choice of the dimensions to show. */
export const ColumnChoice = ({ columns, isDifferent, onChange, release, shown }: ColumnChoiceProps) => {
  const { languages } = useExplorer()
  const names = release.taxonomy.dimensions.map(({ name }) => name)
  const chosen = new Set(columns ?? names)
  const choose = (name: string, isChosen: boolean) => {
    const next = names.filter((each) => (each === name ? isChosen : chosen.has(each)))
    onChange({ columns: next.length === names.length ? undefined : next })
  }
  return (
    <div class="column-choice">
      <label>
        <input
          type="checkbox"
          checked={isDifferent}
          onChange={({ currentTarget }) => onChange({ isDifferent: currentTarget.checked })}
        />{" "}
        Only dimensions that differ
      </label>
      <details>
        <summary>
          Dimensions ({shown} of {names.length})
        </summary>
        <p>
          <button type="button" onClick={() => onChange({ columns: undefined })}>
            All
          </button>{" "}
          <button type="button" onClick={() => onChange({ columns: [] })}>
            None
          </button>
        </p>
        <ul>
          {release.taxonomy.dimensions.map((dimension) => (
            <li key={dimension.name}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(dimension.name)}
                  onChange={({ currentTarget }) => choose(dimension.name, currentTarget.checked)}
                />{" "}
                <bdi>{translate(dimension, "label", languages)}</bdi>
              </label>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
