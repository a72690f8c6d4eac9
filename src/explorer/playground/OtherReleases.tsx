import { useState } from "preact/hooks"
import { assess, type Assessment, type Breakage } from "../../domain/contracts/Assess.ts"
import type { Migration } from "../../domain/contracts/Migration.ts"
import type { Obstacle } from "../../domain/contracts/Succession.ts"
import { shapeInWords } from "../../domain/taxonomy/ConfigValidation.ts"
import { conflictRuleRef } from "../../domain/taxonomy/ItemRef.ts"
import { verdictOf } from "../../domain/taxonomy/Rules.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { useLoaded } from "../data/useLoaded.ts"
import { ReleaseContext, useExplorer, useRelease } from "../ExplorerContext.ts"
import type { ShownRelease } from "../model/Release.ts"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Failure, Loading } from "../parts/Failure.tsx"
import { InsteadText, ItemName, ReplacementLinks } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import { draft, type ReleaseName } from "../routing/Route.ts"
import { formatConfig } from "./ConfigEditor.tsx"
import { contractRelease, DeprecatedUses, formatProblem } from "./Verdict.tsx"

interface OtherReleasesProps {
  readonly config: unknown
  /** The release that the config was written for. */
  readonly from: ShownRelease
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
        What other releases say of these terms, which were written for{" "}
        {from.isDraft ? "the draft" : `release ${from.version}`}. Choose another release if they were written for that
        one.
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

const nameOf = (name: ReleaseName): string => (name === draft ? "Draft" : name)

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
          <ReleaseContext.Provider value={release}>
            <AssessmentDetails assessment={assessment} />
          </ReleaseContext.Provider>
        </details>
      ) : (
        <p>{verdict}</p>
      )}
      <p>
        <Link to={["playground"]} release={name} parameters={{ config: JSON.stringify(config) }}>
          Open the terms in {name === draft ? "the draft" : name}
        </Link>
      </p>
    </>
  )
}

/** Why a release gives its verdict, and the migrated config. */
const AssessmentDetails = ({ assessment }: { readonly assessment: Assessment }) => {
  const { broken, migration, verdict } = assessment
  return (
    <>
      {broken.length === 0 ? null : (
        <ul>
          {broken.map((breakage) => (
            <li key={`${breakage._tag} ${breakage.path.join("/")} ${JSON.stringify(breakage.item)}`}>
              <BreakageText breakage={breakage} />
            </li>
          ))}
        </ul>
      )}
      <DeprecatedUses assessment={assessment} />
      {verdict === "broken" && migration !== undefined ? <MigrationText migration={migration} /> : null}
    </>
  )
}

/** Why a release does not accept what another one accepted, in sentences. The name of an item says if it was removed. */
const BreakageText = ({ breakage }: { readonly breakage: Breakage }) => {
  const item = <ItemName item={breakage.item} />
  switch (breakage._tag) {
    case "ItemRemoved":
    case "ItemUnknown":
      return (
        <>
          {item} is not part of this release.{" "}
          <InsteadText
            replacements={breakage.replacement?.items ?? []}
            isAllOf={breakage.replacement?.mode === "all_of"}
            reason={breakage.reason === undefined ? undefined : { text: breakage.reason, language: undefined }}
          />
        </>
      )
    case "ShapeChanged":
      return (
        <>
          {item} takes {shapeInWords[breakage.after]}, not {shapeInWords[breakage.before]}.
        </>
      )
    case "DimensionRequired":
      return (
        <>
          {item} is required{sinceText(breakage.since)}.
        </>
      )
    case "UnlistedCountry":
      return <>{item} is part of a country that the territory does not list.</>
    case "RuleBroken":
      return (
        <>
          The rule <ItemName item={conflictRuleRef(breakage.rule.id)} /> {verdictOf(breakage.rule)}
          {sinceText(breakage.since)}: <TaxonomyText of={breakage.rule} name="description" />
        </>
      )
  }
}

const sinceText = (version: string | undefined): string => (version === undefined ? "" : ` since ${version}`)

interface MigrationTextProps {
  readonly migration: Migration
}

/** How a config has to change for a release, and the changed config if nothing is left to decide. */
const MigrationText = ({ migration: { config, open, problems, steps } }: MigrationTextProps) => {
  const release = useRelease()
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
                    <ItemName item={step.item} />
                    {step.replaced_by.length === 0 ? " is left out: false states nothing" : " becomes "}
                    <ReplacementLinks replacements={step.replaced_by} isAllOf />
                  </>
                ) : (
                  <>
                    <ItemName item={step.item} /> becomes {shapeInWords[step.after]}
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
                <ItemName item={item} />: {obstacleText[obstacle]}
                {candidates.length === 0 ? "" : ": "}
                <ReplacementLinks replacements={candidates} isAllOf={obstacle !== "choice"} />
              </li>
            ))}
          </ul>
        </>
      )}
      {config === undefined ? (
        <>
          <p>No terms follow from this, since these problems would remain:</p>
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
          <p>The migrated terms, valid in this release:</p>
          <pre tabIndex={0} aria-label={`Terms migrated to ${release.version}`}>
            {formatConfig(config)}
          </pre>
          <p>
            <CopyButton text={formatConfig(config)} label="Copy the migrated terms" />{" "}
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

/** The verdict of a release on a config, in words. */
const verdictText = ({ broken, deprecated, problems, verdict }: Assessment): string => {
  switch (verdict) {
    case "valid":
      return "Valid"
    case "deprecated":
      return `Valid, with ${formatCount(deprecated.length, "deprecated item")}`
    case "broken":
      return `Broken: ${formatCount(broken.length, "reason")}`
    case "invalid":
      return `Not valid: ${formatCount(problems.length, "problem")}, as in the release that it was written for`
  }
}

/** Why an item of a config has no replacement. */
const obstacleText: { readonly [Name in Obstacle]: string } = {
  "no-replacement": "nothing replaces it",
  choice: "you have to choose between its replacements",
  cycle: "its replacements lead back to it",
  occupied: "the terms set the dimension of its replacement otherwise",
  shape: "the dimension of its replacement cannot hold it"
}
