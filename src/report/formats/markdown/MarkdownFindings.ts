import type { SourceSpan } from "../../../build/diagnostics/SourceLocation.ts"
import { makeExcerpt } from "../../Excerpt.ts"
import { helpOf } from "../../FindingText.ts"
import { groupRelated, makeEntries, type FindingEntry } from "../../RelatedGroups.ts"
import type { Report } from "../../Report.ts"
import { formatCount } from "../../text/CountText.ts"
import { formatItemMarkdown } from "../../text/ItemText.ts"
import { codeMarkdown, plainMarkdown } from "../../text/MarkdownText.ts"
import { limitEntries, type Space } from "./LimitEntries.ts"
import { formatPlace, formatRule } from "./Links.ts"

/** Each finding as an entry of a list: what is wrong, where, the line of the source, and what to do. */
export const formatFindings = (report: Report, linkBase: string | undefined, space: Space): ReadonlyArray<string> =>
  limitEntries(
    makeEntries(report).map((entry) => formatFinding(entry, report, linkBase)),
    space
  )

const formatFinding = (
  { finding, messages, title: text }: FindingEntry,
  { items }: Report,
  linkBase: string | undefined
): string => {
  const { level, otherPlaces, place, rule } = finding
  const title = `${levels[level]} **${plainMarkdown(text)}** (${formatRule(rule, linkBase)})`
  const label = finding.item === undefined || messages.length > 0 ? undefined : items.labelOf(finding.item)
  const quoted = quote(place)
  const [first, ...others] = [place, ...otherPlaces.slice(0, maxPlaces - 1)].map((each) => formatPlace(each, linkBase))
  const hidden = otherPlaces.length - others.length
  const lines = [
    ...(finding.item === undefined || label === undefined ? [] : [formatItemMarkdown(finding.item, label)]),
    ...(first === undefined ? [] : [quoted === "" ? first : `${first} ${codeMarkdown(quoted)}`]),
    ...others,
    ...(hidden === 0 ? [] : [`and ${formatCount(hidden, "more place")}`]),
    ...messages.map(plainMarkdown),
    // The file is that of an older commit, so it has no link.
    ...(messages.length > 0 ? [] : groupRelated(finding)).map(({ message, places: found }) =>
      message === undefined
        ? formatRelatedPlaces(found)
        : [formatRelatedPlaces(found), plainMarkdown(message)].filter((text) => text !== "").join(" ")
    ),
    plainMarkdown(helpOf(finding))
  ]
  return [`- ${title}`, ...lines.map((line) => `  ${line}`)].join("\\\n")
}

const formatRelatedPlaces = (places: ReadonlyArray<SourceSpan>): string => {
  const hidden = places.length - maxPlaces
  const shown = places.slice(0, maxPlaces).map(({ file, line }) => codeMarkdown(`${file}:${line}`))
  return [...shown, ...(hidden <= 0 ? [] : [`and ${formatCount(hidden, "more place")}`])].join(" ")
}

const quote = (place: SourceSpan): string => makeExcerpt(place, place.text ?? "", maxQuoteWidth).shown.trim()

/** Of one group of findings; the other formats list all places. */
const maxPlaces = 20

/** In columns. */
const maxQuoteWidth = 120

const levels = { error: "❌", warning: "⚠️" } as const
