import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { usesOf, type ItemUses } from "../../domain/lookup/ItemUses.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { DueItem } from "../../domain/release/removal/ComingDue.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { newestStanding } from "../../domain/release/StandingReleases.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { reportDue } from "../../report/NoticeText.ts"
import { sectionLines, sectionMarkdown, type Paragraph, type Section } from "../../report/text/MarkdownText.ts"
import { datedDraftOptions, makeFormatOption } from "../options/Options.ts"
import { toUseJson, type PlaceOf } from "../read/ItemUseText.ts"
import { jsonLine } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { describeDue, readDue } from "./DueText.ts"

const dueOptions = {
  ...datedDraftOptions,
  format: makeFormatOption(["pretty", "json", "markdown"], "Format of the output")
}

type DueInput = Command.Command.Config.Infer<typeof dueOptions>

/** `taxonomy due`: what is deprecated or ends, and when it can be removed. */
export const dueCommand = Command.make("due", dueOptions, (input) => runDue(input)).pipe(
  Command.withExamples([
    { command: "taxonomy due", description: "What is deprecated, and when it can be removed" },
    { command: "taxonomy due --date 2027-07-10", description: "What can be removed on that day" }
  ])
)

/** Prints everything that is deprecated, ends or was withdrawn, as of a date. */
const runDue = Effect.fnUntraced(function* (input: DueInput) {
  const { history, items, placeOf, sources, today, uses } = yield* readDue("due", input)
  const { taxonomy } = sources
  if (input.format === "json") {
    return yield* Console.log(jsonLine(toJson(history, { taxonomy, uses, placeOf }, items, today)))
  }
  const sections = sectionsOf(history, items, today, describeDue({ taxonomy, uses, placeOf }))
  const newest = newestStanding(history)
  const state = newest === undefined ? "Nothing is published yet" : `The newest release is ${newest.version}`
  const heading = `As of ${dayOf(today)}. ${state}.`
  const nothing = sections.length === 0 ? ["Nothing is deprecated, ends or was withdrawn."] : []
  if (input.format === "markdown")
    return yield* Console.log([heading, ...nothing, ...sections.map(sectionMarkdown)].join("\n\n"))
  yield* printLines([heading, ...nothing, ...sections.flatMap(sectionLines)])
})

const sectionsOf = (
  { endedMajors, withdrawn }: ReleaseHistory,
  items: ReadonlyArray<DueItem>,
  today: Timestamp,
  describe: (due: DueItem) => Paragraph
): ReadonlyArray<Section> => {
  const having = (mayGo: DueItem["forecast"]["may_go"]) => items.filter(({ forecast }) => forecast.may_go === mayGo)
  return [
    { title: "Can be removed now", paragraphs: having("now").map(describe) },
    { title: "Can be removed later", paragraphs: having("later").toSorted(byDate).map(describe) },
    { title: "Removed in a newer API version", paragraphs: having("removed").map(describe) },
    {
      title: "API versions that have ended or will end",
      paragraphs: [...endedMajors].map(([major, { date, reason }]) => ({
        name: `v${major} ${date > today ? "ends" : "ended"} on ${dayOf(date)}`,
        lines: [reason]
      }))
    },
    {
      title: "Withdrawn releases",
      paragraphs: [...withdrawn].map(([version, { date, reason }]) => ({
        name: `${version} was withdrawn on ${dayOf(date)}`,
        lines: [reason]
      }))
    }
  ].filter(({ paragraphs }) => paragraphs.length > 0)
}

const byDate = (left: DueItem, right: DueItem): number =>
  left.forecast.date < right.forecast.date
    ? -1
    : left.forecast.date > right.forecast.date
      ? 1
      : left.forecast.after.length - right.forecast.after.length

const toJson = (
  history: ReleaseHistory,
  { placeOf, taxonomy, uses }: { readonly taxonomy: Taxonomy; readonly uses: ItemUses; readonly placeOf: PlaceOf },
  items: ReadonlyArray<DueItem>,
  today: Timestamp
) => ({
  command: "due",
  date: today,
  newest: newestStanding(history)?.version ?? null,
  items: items.map((due) => ({
    ...reportDue(due),
    draft: due.draft,
    uses: usesOf(uses, due.item).map(toUseJson(taxonomy, placeOf))
  })),
  majors: [...history.endedMajors].map(([major, { date, reason }]) => ({ major, date, reason })),
  withdrawn: [...history.withdrawn].map(([version, { date, reason }]) => ({ version, date, reason }))
})
