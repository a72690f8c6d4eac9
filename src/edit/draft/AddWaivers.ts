import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { formatChangedItem } from "../../domain/change/Change.ts"
import { checks, findCheck } from "../../domain/checks/CheckRegistry.ts"
import { versionTaken } from "../../domain/checks/semver/DeclaredVersion.ts"
import { definitionChanged } from "../../domain/checks/semver/Definitions.ts"
import { isError, type Finding } from "../../domain/Finding.ts"
import type { Decision } from "../../domain/release/PublishRelease.ts"
import { listNames, listSome } from "../../domain/Sentence.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { Version } from "../../domain/taxonomy/Scalars.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { setAt } from "../Edit.ts"
import { editHeader, type DraftChange } from "./Draft.ts"

/** The approval of exceptions from a check. */
interface Approval {
  readonly rule: string
  /** `undefined` for every item that the check concerns. */
  readonly subjects: ReadonlyArray<string> | undefined
  readonly reason: string
  readonly approvedBy: string
}

/** An entry of `waivers.yaml` for items that a check concerns now, and the version for which it holds. */
export const addWaivers = (
  decision: Decision,
  { approvedBy, reason, rule, subjects }: Approval
): Result.Result<ReadonlyArray<DraftChange>, { readonly message: string }> => {
  const check = findCheck(rule)
  const waivable = checks.filter((each) => each.waivable === true).map(({ id }) => id)
  if (check?.waivable !== true) {
    const why = check === undefined ? `There is no check ${rule}.` : `No waiver permits an exception from ${rule}.`
    return refused(`${why} ${didYouMean(rule, waivable) ?? `Waivers exist for ${listNames(waivable)}.`}`)
  }
  const concerned = concernedBy(decision, check.id)
  const unknown = (subjects ?? []).filter((subject) => !concerned.includes(subject))
  if (concerned.length === 0) return refused(`${rule} finds nothing in these sources, so there is nothing to waive.`)
  if (unknown.length > 0)
    return refused(`${rule} does not concern ${listNames(unknown)}. It concerns ${listSome(concerned, maxNamed)}.`)
  const [subject = "", ...others] = subjects ?? concerned
  const version = versionFor(decision, check.id)
  const named = others.length === 0 ? { subject } : { subjects: [subject, ...others] }
  return Result.succeed([
    { _tag: "AddWaiver", entry: { rule, ...named, version, reason, approved_by: approvedBy } },
    editHeader(setAt(["version"], version))
  ])
}

const refused = (message: string) => Result.fail({ message })

/** More items are not read in a sentence. */
const maxNamed = 8

/** The items of the findings of a check, also of those that follow from another; of a definition, those that changed. */
const concernedBy = ({ changes, findings }: Decision, rule: string): ReadonlyArray<string> => {
  if (rule === definitionChanged.id) {
    return changes.flatMap((change) =>
      change.kind.endsWith("-definition-changed") && change.bump === "major" ? (formatChangedItem(change) ?? []) : []
    )
  }
  const all = (found: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
    found.flatMap((finding) => [finding, ...all(finding.follow_ups ?? [])])
  const items = all(findings).flatMap((finding) =>
    finding.rule === rule && isError(finding) && finding.item !== undefined ? [formatItem(finding.item)] : []
  )
  return [...new Set(items)]
}

/** The declared version if it is free; else the one that is free, once the definitions count as corrected. */
const versionFor = ({ declaredBump, findings, suggestedVersion, version }: Decision, rule: string): Version => {
  if (declaredBump !== undefined) return version
  const taken = findings.find((finding) => finding.rule === versionTaken.id)
  const correction = rule === definitionChanged.id ? taken?.context["correction"] : undefined
  return Schema.is(Version)(correction) ? correction : suggestedVersion
}
