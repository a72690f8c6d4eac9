import { valueRef } from "../../../domain/taxonomy/ItemRef.ts"
import type { Release } from "../../model/Release.ts"
import { Badge } from "../../parts/Badge.tsx"
import { ItemName } from "../../parts/ItemName.tsx"
import type { ComparedStatement } from "./Statements.ts"

interface ComparedSettingProps {
  readonly release: Release
  readonly dimension: string
  /** `undefined` if the license does not set the dimension. */
  readonly statements: ReadonlyArray<ComparedStatement> | undefined
}

/** What a license sets a dimension to, with what the others do not say. */
export const ComparedSetting = ({ dimension, release, statements }: ComparedSettingProps) => {
  if (statements === undefined) return <span class="unset">not set</span>
  if (statements.length === 0) return <>nothing</>
  return (
    <ul class="statements">
      {statements.map(({ code, flag, shared }) => (
        <li key={code ?? ""}>
          {flag === undefined ? null : flag ? "Yes: " : "No: "}
          {code === undefined ? "worldwide" : <ItemName release={release} item={valueRef(dimension, code)} isShort />}
          {shared === "by-all" ? null : (
            <Badge kind="warning">{shared === "by-none" ? "only here" : "not in all"}</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}
