// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import { clockOf, deprecatedItems, nameOf, type DeprecatedItem } from "./Deprecations.ts"
import { entry } from "./NoteEntry.ts"
import { headings } from "./NoteHeadings.ts"
import { instead, labeled, labelOf, plain } from "./NoteText.ts"
import type { Change, Release, RemovalForecast } from "./Release.ts"

/** The notes of a release in Markdown: waivers, changes with what breaks first, and deprecated items with their forecast. */
export const releaseNotes = (release: Release): string => {
  const { base, changes, published_at, taxonomy, version, waivers } = release
  const kinds = [...new Set(bumps.flatMap((bump) => changes.filter((change) => change.bump === bump)).map(kindOf))]
  const sections = [
    `# ${plain(taxonomy.title)} ${version}`,
    `Published ${published_at}${base === null ? ", the first release" : `, follows ${base}`}.`,
    ...section(
      "Waivers",
      waivers.map((waiver) => waiverEntry(release, waiver))
    ),
    ...kinds.flatMap((kind) =>
      section(
        headings[kind],
        changes.filter((change) => change.kind === kind).map((change) => entry(release, change))
      )
    ),
    ...section(
      "Coming due",
      deprecatedItems(taxonomy).map((item) => deprecationEntry(release, item))
    )
  ]
  return `${sections.join("\n\n")}\n`
}

const bumps = ["major", "minor", "patch"] as const

const kindOf = ({ kind }: Change): Change["kind"] => kind

const section = (heading: string, entries: ReadonlyArray<string>): ReadonlyArray<string> =>
  entries.length === 0 ? [] : [`## ${heading}\n\n${entries.map((line) => `- ${line}`).join("\n")}`]

const waiverEntry = (release: Release, { approved_by, reason, rule, subject }: Release["waivers"][number]): string => {
  const ids = [`value ${subject}`, `dimension ${subject}`, `license ${subject}`]
  const label = ids.map((id) => labelOf(release, id)).find((text) => text !== undefined)
  return `${labeled(subject, label)} is exempt from \`${rule}\`. Approved by ${plain(approved_by)}. Reason: ${plain(reason)}`
}

const deprecationEntry = (release: Release, { deprecation, id }: DeprecatedItem): string => {
  const { removal, since } = clockOf(release, id)
  const { reason, ...rest } = deprecation
  const why = reason === undefined ? "" : `. Reason: ${plain(reason)}`
  const subject = labeled(nameOf(id), labelOf(release, id))
  return `${subject} since ${since.version}${instead(release, id, rest)}; ${removalText(removal)}${why}`
}

const removalText = ({ after, date, deprecated_in, may_go, version }: RemovalForecast): string => {
  if (may_go === "removed") return `removed in ${version}`
  const releases = after.length === 0 ? "" : ` after ${after.join(" and ")},`
  const condition = deprecated_in === null ? "" : `if ${deprecated_in} deprecates it, too, it `
  return `${condition}can be removed in ${version} at the earliest,${releases} and not before ${date}`
}
