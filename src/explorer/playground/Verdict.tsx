import { assess } from "../../domain/contracts/Assess.ts"
import type { ConfigProblem } from "../../domain/taxonomy/ConfigValidation.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { contractRelease } from "../model/Contract.ts"
import type { Release } from "../model/Release.ts"
import { Link } from "../parts/Link.tsx"
import { DeprecatedUses } from "./assessment/AssessmentDetails.tsx"
import { MissingItem } from "./MissingItem.tsx"
import { releaseBeforeRemovals } from "./MissingItems.ts"
import { formatProblem } from "./ProblemText.ts"

interface VerdictProps {
  readonly release: Release
  readonly config: unknown
  readonly problems: ReadonlyArray<ConfigProblem>
}

/** Says whether a config is valid in the release of the address, and what is wrong with it. */
export const Verdict = ({ config, problems, release }: VerdictProps) => {
  const { catalog, languages } = useExplorer()
  const contract = contractRelease(catalog, release)
  const older = releaseBeforeRemovals(catalog, release, problems)
  return (
    <div class={problems.length === 0 ? "verdict valid" : "verdict invalid"} role="status">
      <p>
        <strong>{problems.length === 0 ? "Valid" : "Not valid"}</strong>
        {problems.length === 0 ? "" : problems.length === 1 ? ": 1 problem" : `: ${problems.length} problems`}
      </p>
      {problems.length === 0 ? null : (
        <ul>
          {problems.map((problem) => (
            <li key={JSON.stringify(problem)}>
              <bdi>{formatProblem(problem, release.taxonomy, languages)}</bdi>
              <MissingItem problem={problem} release={release} />
            </li>
          ))}
        </ul>
      )}
      {older !== undefined && (
        <p>
          Was it written for an older release?{" "}
          <Link to={["playground"]} release={older} parameters={{ config: JSON.stringify(config) }}>
            Open the config in {older}
          </Link>
        </p>
      )}
      <DeprecatedUses assessment={assess(config, contract, contract)} release={release} />
    </div>
  )
}
