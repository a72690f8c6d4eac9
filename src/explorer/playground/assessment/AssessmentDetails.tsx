import type { Assessment } from "../../../domain/contracts/Assess.ts"
import type { Release } from "../../model/Release.ts"
import { DeprecationNotice } from "../../parts/DeprecationNotice.tsx"
import { ItemName } from "../../parts/ItemName.tsx"
import { BreakageText } from "./BreakageText.tsx"
import { MigrationText } from "./MigrationText.tsx"

interface AssessmentDetailsProps {
  readonly assessment: Assessment
  readonly release: Release
}

/** Why a release gives its verdict, and the migrated config. */
export const AssessmentDetails = ({ assessment, release }: AssessmentDetailsProps) => {
  const { broken, migration, verdict } = assessment
  return (
    <>
      {broken.length === 0 ? null : (
        <ul>
          {broken.map((breakage) => (
            <li key={`${breakage._tag} ${breakage.path.join("/")} ${JSON.stringify(breakage.item)}`}>
              <BreakageText breakage={breakage} release={release} />
            </li>
          ))}
        </ul>
      )}
      <DeprecatedUses assessment={assessment} release={release} />
      {verdict === "broken" && migration !== undefined ? (
        <MigrationText migration={migration} release={release} />
      ) : null}
    </>
  )
}

/** The deprecated items that a config uses. Nothing without any. */
export const DeprecatedUses = ({ assessment: { deprecated }, release }: AssessmentDetailsProps) =>
  deprecated.length === 0 ? null : (
    <ul>
      {deprecated.map(({ item, path }) => (
        <li key={path.join("/")}>
          <ItemName release={release} item={item} />
          <DeprecationNotice release={release} item={item} />
        </li>
      ))}
    </ul>
  )
