import { useId, useState } from "preact/hooks"
import type { License } from "../../../domain/taxonomy/Taxonomy.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import type { Release } from "../../model/Release.ts"
import { translate } from "../../model/Translate.ts"
import { Link } from "../../parts/Link.tsx"

interface CompareChoiceProps {
  readonly release: Release
  readonly license: License
}

/** Leads from a license to its comparison with another. */
export const CompareChoice = ({ license, release }: CompareChoiceProps) => {
  const { languages } = useExplorer()
  const id = useId()
  const [other, setOther] = useState("")
  const others = release.taxonomy.licenses.filter(({ code }) => code !== license.code)
  return others.length === 0 ? null : (
    <p class="compare-choice">
      <label for={id}>Compare with</label>
      <select id={id} value={other} onChange={({ currentTarget }) => setOther(currentTarget.value)}>
        <option value="">another license…</option>
        {others.map((each) => (
          <option key={each.code} value={each.code}>
            {translate(each, "name", languages)} ({each.code})
          </option>
        ))}
      </select>
      {other === "" ? null : <Link to={["matrix", license.code, other]}>Show side by side</Link>}
    </p>
  )
}
