import type { RelatedSpan, LocatedFinding, SourceSpan } from "../build/diagnostics/SourceLocation.ts"
import { getCheck } from "../domain/checks/CheckRegistry.ts"
import { removedWithoutDeprecation } from "../domain/checks/deprecation/RemovedWithoutDeprecation.ts"
import { formatNamedChange } from "../domain/checks/semver/ChangeCauses.ts"
import type { Finding } from "../domain/Finding.ts"
import { formatItem, dimensionRef } from "../domain/taxonomy/ItemRef.ts"
import { groupFindings, type GroupedFinding } from "./Grouping.ts"
import type { Report } from "./Report.ts"
import { type ItemFacts, formatItemText } from "./text/ItemText.ts"

/** What is wrong, in the words of the check. */
export const messageOf = ({ context, rule }: Finding): string => getCheck(rule).message(context)

/** How to fix it. */
export const helpOf = ({ context, rule }: Finding): string => getCheck(rule).help(context)

/** The item concerned, as reports and waivers name it. */
export const subjectOf = ({ item }: Finding): string | undefined => (item === undefined ? undefined : formatItem(item))

/** The label of the item concerned, with its name. */
export const labelOf = ({ item }: Finding, { labelOf }: ItemFacts): string | undefined => {
  const label = item === undefined ? undefined : labelOf(item)
  return item === undefined || label === undefined ? undefined : formatItemText(item, label)
}

/** What is at a related location. */
export const relatedMessageOf = (related: RelatedSpan): string => {
  switch (related._tag) {
    case "Removed":
      return `the removed item in ${related.release}`
    case "NearWaiver":
      return `A waiver of this finding exists, but for version ${related.version}`
    case "FollowUp":
      return messageOf(related.finding)
    case "Change": {
      const { bump, item, kind } = related.change
      const change = formatNamedChange({ kind, item: item === undefined ? null : formatItem(item) })
      return `${change} requires a ${bump} release`
    }
  }
}

/** A finding as a text shows it: with others that need the same remedy, it is one entry with a list. */
export interface FindingEntry {
  readonly finding: GroupedFinding<LocatedFinding>
  readonly title: string
  /** What is wrong in each place; empty for a finding of its own. */
  readonly messages: ReadonlyArray<string>
}

/** The findings as entries. Many of one check in one file with the same help are one entry. */
export const makeEntries = ({ findings, items }: Report): ReadonlyArray<FindingEntry> => {
  const alike = Map.groupBy(groupFindings(findings), (finding) =>
    finding.otherPlaces.length > 0
      ? finding
      : JSON.stringify([finding.rule, finding.level, finding.place.file, helpOf(finding)])
  )
  return [...alike.values()].flatMap((members): ReadonlyArray<FindingEntry> => {
    const [first] = members
    if (first === undefined || members.length < minAlike) {
      return members.map((finding) => ({ finding, title: messageOf(finding), messages: [] }))
    }
    const isOnePlace = members.every(({ place }) => place.line === first.place.line)
    const messages = members.map(
      (finding) => `${isOnePlace ? "" : `line ${finding.place.line}: `}${messageOf(finding)}`
    )
    return [{ finding: first, title: titleOf(first, members, items), messages }]
  })
}

/** Fewer are easier to mend with their lines. */
const minAlike = 6

const titleOf = (first: LocatedFinding, members: ReadonlyArray<LocatedFinding>, { itemBefore }: ItemFacts): string => {
  const { item, rule } = first
  const count = members.length
  const dimension = item?._tag === "Value" ? itemBefore(dimensionRef(item.dimension)) : undefined
  const last = dimension !== undefined && "values" in dimension ? dimension.values.slice(-count) : []
  const names = new Set(members.map(subjectOf))
  return rule === removedWithoutDeprecation.id &&
    item?._tag === "Value" &&
    last.length === count &&
    last.every(({ code }) => names.has(`${item.dimension}/${code}`))
    ? `${count} values are removed at once, the end of the list of ${item.dimension}. Is the file cut off?`
    : `${count} findings: ${getCheck(rule).title}`
}

/** Related locations of which the same can be said. */
interface RelatedGroup {
  readonly tag: RelatedSpan["_tag"]
  /** `undefined` if the message of the finding says it already. */
  readonly message: string | undefined
  /** Without the place of the finding itself. */
  readonly places: ReadonlyArray<SourceSpan>
}

/** The related locations of a finding, by what there is to say of them: the uses of a removed item are one group. */
export const groupRelated = (finding: LocatedFinding): ReadonlyArray<RelatedGroup> => {
  const { place, related = [] } = finding
  const said = related.length === 0 ? "" : messageOf(finding)
  return [...Map.groupBy(related, relatedMessageOf)].flatMap(([message, spans]) => {
    const [first] = spans
    if (first === undefined) return []
    const others = spans.map((span) => span.place).filter((other) => !isSamePlace(other, place))
    const isSaid = said.includes(message)
    return isSaid && others.length === 0
      ? []
      : [{ tag: first._tag, message: isSaid ? undefined : message, places: others }]
  })
}

const isSamePlace = (left: SourceSpan, right: SourceSpan): boolean =>
  left.file === right.file && left.line === right.line && left.column === right.column
