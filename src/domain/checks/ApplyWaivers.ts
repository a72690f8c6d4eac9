import { makeFinding, type Finding, inWaiver } from "../Finding.ts"
import type { Publish } from "../release/PublishRelease.ts"
import type { ReleaseHistory } from "../release/ReleaseHistory.ts"
import type { UsedWaiver, Waiver } from "../release/Waiver.ts"
import { dimensionRef, formatItem, licenseRef, toItemId, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import { caseless } from "../taxonomy/Names.ts"
import { nearest } from "../taxonomy/Suggestion.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import { findCheck, getCheck } from "./CheckRegistry.ts"
import { bumpTooSmall } from "./semver/Bumps.ts"
import { versionTaken } from "./semver/DeclaredVersion.ts"
import { definitionChanged } from "./semver/Definitions.ts"
import { waiverUnused } from "./WaiverChecks.ts"

/**
 * Removes the findings that waivers of this version cover. A waiver that covers none is a finding itself, and explains
 * the finding that it nearly covers. A waiver of another version that is not published is named by the finding that it
 * would cover. Waivers of changed definitions have also lowered the bump of these changes: `definitionWaivers`.
 */
export const applyWaivers = (
  { taxonomy, version, waivers }: Publish,
  findings: ReadonlyArray<Finding>,
  { releases }: Pick<ReleaseHistory, "releases">
): { readonly findings: ReadonlyArray<Finding>; readonly used: ReadonlyArray<UsedWaiver> } => {
  if (waivers.length === 0) return { findings, used: [] }
  // What a published release records was approved for its changes, not for those made since.
  const listed = waivers
    .map((waiver, index) => ({ waiver, index: waiver.entry ?? index }))
    .filter(({ waiver }) => !releases.has(waiver.version))
  const granted = listed.filter(({ waiver }) => waiver.version === version)
  const covered = new Map(findings.map((finding) => [waiverKeyOf(finding), finding.item]))
  const used = granted.flatMap(({ waiver }): ReadonlyArray<UsedWaiver> => {
    const item = covered.get(keyOf(waiver))
    return item === undefined ? [] : [{ waiver, item }]
  })
  const usedKeys = new Set<string | undefined>(used.map(({ waiver }) => keyOf(waiver)))
  const unused = granted.filter(({ waiver }) => !usedKeys.has(keyOf(waiver)))
  const left = findings.filter((finding) => !usedKeys.has(waiverKeyOf(finding)))
  const findNearMiss = makeNearMissSearch(left.flatMap(coverableBy))
  const unusedFindings = unused.map(({ index, waiver }) => {
    const { rule, subject } = waiver
    const near = findNearMiss(waiver)
    const is_waivable = isWaivable(rule)
    const facts = { rule, subject, version, is_waivable, near: near ?? null }
    const links = { explains: near === undefined ? [] : [toItemId(itemNamed(near.subject, taxonomy))] }
    return makeFinding(waiverUnused, facts, { item: itemNamed(subject, taxonomy), location: inWaiver(index), links })
  })
  const others = new Map(
    listed.filter(({ waiver }) => waiver.version !== version).map((other) => [keyOf(other.waiver), other])
  )
  return {
    findings: [
      ...left.map((finding) => {
        const [other] = coverableBy(finding).flatMap((waiver) => others.get(keyOf(waiver)) ?? [])
        return other === undefined
          ? finding
          : { ...finding, near_waiver: { version: other.waiver.version, location: inWaiver(other.index) } }
      }),
      ...unusedFindings
    ],
    used
  }
}

/** The item with the name that a waiver gives. One without a slash is a dimension if the taxonomy has it, else a license. */
export const itemNamed = (subject: string, { dimensions }: Pick<Taxonomy, "dimensions">): ItemRef => {
  const slash = subject.indexOf("/")
  if (slash !== -1) return valueRef(subject.slice(0, slash), subject.slice(slash + 1))
  return dimensions.some(({ name }) => name === subject) ? dimensionRef(subject) : licenseRef(subject)
}

/** What a waiver must name to cover something. */
interface Coverable {
  readonly rule: string
  readonly subject: string
}

/**
 * Finds what a waiver nearly covers: one of the same item under another rule, or one of the same rule whose
 * item is named differently, without its dimension or misspelt.
 */
export const makeNearMissSearch = (
  coverable: ReadonlyArray<Coverable>
): ((waiver: Pick<Waiver, "rule" | "subject">) => Coverable | undefined) => {
  const byRule = Map.groupBy(coverable, ({ rule }) => rule)
  return ({ rule, subject }) => {
    const ofRule = byRule.get(nearest(rule, byRule.keys()) ?? rule) ?? []
    const isNamed = (name: string | undefined) => name !== undefined && caseless(name) === caseless(subject)
    const near = nearest(
      subject,
      ofRule.map((each) => each.subject)
    )
    return (
      ofRule.find((each) => each.subject === subject) ??
      coverable.find((each) => isNamed(each.subject)) ??
      ofRule.findLast((each) => isNamed(each.subject.split("/")[1])) ??
      ofRule.find((each) => each.subject === near)
    )
  }
}

/** The key of the waivers that cover a finding; `undefined` if none can. */
const waiverKeyOf = ({ item, level, rule }: Finding): string | undefined =>
  level === "error" && getCheck(rule).waivable === true && item !== undefined
    ? keyOf({ rule, subject: formatItem(item) })
    : undefined

const keyOf = ({ rule, subject }: Pick<Waiver, "rule" | "subject">): string => `${rule} ${subject}`

/** What waivers can cover: the finding itself, or the corrected definitions for which another version is declared. */
const coverableBy = (finding: Finding): ReadonlyArray<Coverable> => {
  const { context, item, rule } = finding
  if (item !== undefined && waiverKeyOf(finding) !== undefined) return [{ rule, subject: formatItem(item) }]
  const { definitions } = context
  return (rule === bumpTooSmall.id || rule === versionTaken.id) && Array.isArray(definitions)
    ? definitions.map((subject) => ({ rule: definitionChanged.id, subject: String(subject) }))
    : []
}

const isWaivable = (rule: string): boolean => {
  const check = findCheck(rule)
  return check === undefined || (check.waivable === true && check.level === "error")
}
