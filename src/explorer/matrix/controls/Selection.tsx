import { licenseRef } from "../../../domain/taxonomy/ItemRef.ts"
import type { Release } from "../../model/Release.ts"
import { ItemName } from "../../parts/ItemName.tsx"
import { Link } from "../../parts/Link.tsx"
import { maxSelected } from "../MatrixState.ts"

interface SelectionProps {
  readonly release: Release
  /** Codes of licenses. */
  readonly selected: ReadonlyArray<string>
  readonly onChange: (selected: ReadonlyArray<string>) => void
}

/** The licenses that are selected, and the link to their comparison. */
export const Selection = ({ onChange, release, selected }: SelectionProps) => (
  <div class="matrix-selection" role="group" aria-label="Selected licenses">
    <p role="status">
      {selected.length === 0
        ? `Select two or three licenses to compare them.`
        : selected.length === 1
          ? "One license is selected. Select another to compare them."
          : `${selected.length} licenses are selected.${selected.length === maxSelected ? " More cannot be selected." : ""}`}
    </p>
    {selected.length === 0 ? null : (
      <ul class="value-list">
        {selected.map((code) => (
          <li key={code}>
            <ItemName release={release} item={licenseRef(code)} />
          </li>
        ))}
      </ul>
    )}
    {selected.length < 2 ? null : (
      <p>
        <Link to={["matrix", ...selected]}>Show side by side</Link>
      </p>
    )}
    {selected.length === 0 ? null : (
      <button type="button" onClick={() => onChange([])}>
        Clear the selection
      </button>
    )}
  </div>
)
