import type { Migration } from "../../../domain/contracts/Migration.ts"
import { shapeInWords } from "../../../domain/taxonomy/ConfigValidation.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import type { Release } from "../../model/Release.ts"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { ItemName } from "../../parts/ItemName.tsx"
import { Link } from "../../parts/Link.tsx"
import { ReplacementLinks } from "../../parts/ReplacementLinks.tsx"
import { draft } from "../../routing/Route.ts"
import { formatConfig } from "../ConfigText.ts"
import { formatProblem } from "../ProblemText.ts"
import { obstacleText } from "./AssessmentText.ts"

interface MigrationTextProps {
  readonly migration: Migration
  /** The release that the config is migrated to. */
  readonly release: Release
}

/** How a config has to change for a release, and the changed config if nothing is left to decide. */
export const MigrationText = ({ migration: { config, open, problems, steps }, release }: MigrationTextProps) => {
  const { languages } = useExplorer()
  return (
    <>
      {steps.length === 0 ? null : (
        <>
          <p>What changes:</p>
          <ul>
            {steps.map((step) => (
              <li key={step.path.join("/")}>
                {step._tag === "Replaced" ? (
                  <>
                    <ItemName release={release} item={step.item} />
                    {step.replaced_by.length === 0 ? " is left out: false states nothing" : " becomes "}
                    <ReplacementLinks release={release} replacements={step.replaced_by} isAllOf />
                  </>
                ) : (
                  <>
                    <ItemName release={release} item={step.item} /> becomes {shapeInWords[step.after]}
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {open.length === 0 ? null : (
        <>
          <p>What you have to decide:</p>
          <ul>
            {open.map(({ candidates, item, obstacle, path }) => (
              <li key={path.join("/")}>
                <ItemName release={release} item={item} />: {obstacleText[obstacle]}
                {candidates.length === 0 ? "" : ": "}
                <ReplacementLinks release={release} replacements={candidates} isAllOf={obstacle !== "choice"} />
              </li>
            ))}
          </ul>
        </>
      )}
      {config === undefined ? (
        <>
          <p>No config follows from this, since these problems would remain:</p>
          <ul>
            {problems.map((problem) => (
              <li key={JSON.stringify(problem)}>
                <bdi>{formatProblem(problem, release.taxonomy, languages)}</bdi>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>The migrated config, valid in this release:</p>
          <pre tabIndex={0} aria-label={`Config migrated to ${release.version}`}>
            {formatConfig(config)}
          </pre>
          <p>
            <CopyButton text={formatConfig(config)} label="Copy the migrated config" />{" "}
            <Link
              to={["playground"]}
              release={release.isDraft ? draft : release.version}
              parameters={{ config: JSON.stringify(config) }}
            >
              Open it in this release
            </Link>
          </p>
        </>
      )}
    </>
  )
}
