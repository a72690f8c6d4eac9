import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { newestOf } from "../../domain/release/commands/VersionPlan.ts"
import { everyItem } from "../../domain/release/ItemTimeline.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { formatDetail } from "../../report/changes/NormativeText.ts"
import { formatItemText } from "../../report/text/ItemText.ts"
import { visibleText } from "../../report/text/PlainText.ts"
import { wrapText } from "../../report/text/TerminalText.ts"
import { commandRefused } from "../CommandRefused.ts"
import { readHistory } from "../lookup/ReadHistory.ts"
import { resolveItem } from "../lookup/ResolveItem.ts"
import { jsonLine, nothingPublished } from "../terminal/Output.ts"
import { terminalWidth } from "../terminal/TerminalWidth.ts"
import type { HistoryInput } from "./History.ts"
import { definitionSince, labelIn, releaseEntries, timelineEntries, type HistoryEntry } from "./HistoryEntries.ts"

/** Prints what the ledger records about all releases or about one item. */
export const runHistory = Effect.fnUntraced(function* (input: HistoryInput) {
  const history = yield* readHistory(input.releases)
  if (input.texts && Option.isNone(input.item)) return yield* commandRefused("--texts needs an item. Name one.")
  const now = timestampOf(yield* DateTime.now)
  const { entries, head, item, tail } = Option.isNone(input.item)
    ? { item: null, head: [], entries: releaseEntries(history, now), tail: [] }
    : yield* findEntries(input.item.value, history, input)
  if (input.format === "json") return yield* Console.log(jsonLine({ command: "history", item, events: entries }))
  const width = yield* terminalWidth
  const { canColor } = yield* TerminalCapabilities
  const lines = [
    ...head,
    ...entries.map((entry) => formatEntry(entry, width, canColor)),
    ...tail.map((line) => wrapText(line, width))
  ]
  yield* Console.log(entries.length === 0 ? nothingPublished(input.releases) : lines.join("\n"))
})

const findEntries = Effect.fnUntraced(function* (
  text: string,
  history: ReleaseHistory,
  { releases, texts }: HistoryInput
) {
  if (history.releases.size === 0) return yield* commandRefused(nothingPublished(releases))
  const labelOf = labelIn(newestOf(history))
  const items = everyItem(history).map((item) => ({
    item,
    label: labelOf(item)
  }))
  const { item, label } = yield* resolveItem(items, text)
  const name = formatItem(item)
  const since = texts ? definitionSince(history, name) : undefined
  return {
    item: name,
    head: [
      ...(label === undefined ? [] : [visibleText(formatItemText(item, label))]),
      ...(since === undefined ? [] : [since])
    ],
    entries: timelineEntries(history, name, texts),
    tail:
      item._tag === "Dimension"
        ? [`These are its changes. Run \`taxonomy export csv --dimension ${name}\` to see its values.`]
        : []
  }
})

const formatEntry = (
  { date, event, texts = [], version, waivers = [] }: HistoryEntry,
  width: number | undefined,
  colour: boolean
): string => {
  const first = `${version.padEnd(8)} ${date.slice(0, "YYYY-MM-DD".length)}  `
  const rest = " ".repeat(first.length)
  return [
    wrapText(visibleText(event), width, { first, rest: `${rest}  ` }),
    ...waivers.map(({ approved_by, reason, rule, subject }) =>
      wrapText(visibleText(`${subject} is exempt from ${rule}. Approved by ${approved_by}. Reason: ${reason}`), width, {
        first: `${rest}waiver: `,
        rest: `${rest}  `
      })
    ),
    ...texts.map((detail) => wrapText(formatDetail(detail, colour), width, { first: `${rest}  `, rest: `${rest}    ` }))
  ].join("\n")
}
