import { useState } from "preact/hooks"
import { assess } from "../../../domain/contracts/Assess.ts"
import { useLoaded } from "../../data/useLoaded.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import { contractRelease } from "../../model/Contract.ts"
import type { Release } from "../../model/Release.ts"
import { Failure } from "../../parts/Failure.tsx"
import { Link } from "../../parts/Link.tsx"
import { Loading } from "../../parts/Loading.tsx"
import { draft, type ReleaseName } from "../../routing/Route.ts"
import { AssessmentDetails } from "./AssessmentDetails.tsx"
import { verdictText } from "./AssessmentText.ts"

interface OtherReleasesProps {
  readonly config: unknown
  /** The release that the config was written for. */
  readonly from: Release
}

/** What the other releases say of a config. Each is read when it is asked for, since that may count against a limit. */
export const OtherReleases = ({ config, from }: OtherReleasesProps) => {
  const { catalog, store } = useExplorer()
  const [asked, setAsked] = useState<ReadonlySet<ReleaseName>>(new Set())
  const others = [
    ...(store.draft === undefined || from.isDraft ? [] : [draft]),
    ...catalog.releases.map(({ release }) => release).filter((release) => from.isDraft || release !== from.version)
  ]
  const ask = (...names: ReadonlyArray<ReleaseName>) => setAsked(new Set([...asked, ...names]))
  if (others.length === 0) return <p>There is no other release.</p>
  return (
    <>
      <p>
        What other releases say of this config, which was written for{" "}
        {from.isDraft ? "the working tree" : `release ${from.version}`}. Choose another release above if it was written
        for that one.
      </p>
      {others.every((name) => asked.has(name)) ? null : (
        <button type="button" onClick={() => ask(...others)}>
          Assess all {others.length} releases
        </button>
      )}
      <ul class="assessments">
        {others.map((name) => (
          <li key={name}>
            <h3>{nameOf(name)}</h3>
            {asked.has(name) ? (
              <Assessed config={config} from={from} name={name} />
            ) : (
              <button type="button" onClick={() => ask(name)}>
                Assess<span class="visually-hidden"> {nameOf(name)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const nameOf = (name: ReleaseName): string => (name === draft ? "Working tree" : name)

interface AssessedProps extends OtherReleasesProps {
  readonly name: ReleaseName
}

const Assessed = ({ config, from, name }: AssessedProps) => {
  const { catalog, store } = useExplorer()
  const { problem, value: release } = useLoaded(() => store.release(name), [store, catalog, name])
  if (problem !== undefined) return <Failure problem={problem} />
  if (release === undefined) return <Loading />
  const assessment = assess(config, contractRelease(catalog, from), contractRelease(catalog, release))
  const hasDetails = assessment.broken.length > 0 || assessment.deprecated.length > 0
  const verdict = <strong class={`assessment-${assessment.verdict}`}>{verdictText(assessment)}</strong>
  return (
    <>
      {hasDetails ? (
        <details>
          <summary>{verdict}</summary>
          <AssessmentDetails assessment={assessment} release={release} />
        </details>
      ) : (
        <p>{verdict}</p>
      )}
      <p>
        <Link to={["playground"]} release={name} parameters={{ config: JSON.stringify(config) }}>
          Open the config in {name === draft ? "the working tree" : name}
        </Link>
      </p>
    </>
  )
}
