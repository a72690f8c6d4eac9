import * as Argument from "effect/cli/Argument"
import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
import { inItem } from "../../domain/Finding.ts"
import {
  type SearchResult,
  type SearchedText,
  searchItems,
  type SearchOutcome
} from "../../domain/lookup/SearchItems.ts"
import { knownItems, type KnownItem } from "../../domain/release/ItemTimeline.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { formatItem, isSameItem } from "../../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatItemText, formatInsteadText } from "../../report/text/ItemText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import * as Options from "../options/Options.ts"
import { jsonLine } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { readDraft } from "../Workspace.ts"

const findOptions = {
  text: Options.textArgument("text", "words to search for, in any order").pipe(Argument.atLeast(1)),
  ...Options.draftOptions
}

/** `taxonomy find`: prints the items whose texts contain the words. Nothing found is an answer, not a failure. */
export const findCommand = Options.makeCommand("find", findOptions, {
  "taxonomy find ticket resale": "Items that contain both words",
  "taxonomy find 'fast food' --format json": "The same for programs"
})(function* (input) {
  const { history, placeOf, sources } = yield* readDraft("find", input)
  const query = input.text.join(" ")
  const snapshot = snapshotOf(sources.taxonomy)
  // A value that several dimensions share is found where it is kept.
  const known = knownItems(history, sources.taxonomy).filter(({ item }) => isSameItem(snapshot.ownerOf(item), item))
  const outcome = searchItems(known, query)
  if (input.format === "json") {
    const { near, results, suggestions, words } = outcome
    const toJson = toResultJson(placeOf)
    const found = { results: results.map(toJson), near: near.map(toJson), suggestions: Object.fromEntries(suggestions) }
    return yield* Console.log(jsonLine({ command: "find", query, words, ...found }))
  }
  const describe = describeResult(sources.taxonomy, placeOf)
  if (outcome.results.length === 0) return yield* printLines(describeNothing(outcome, query, describe))
  const shown = outcome.results.slice(0, maxShown)
  const more = outcome.results.length - shown.length
  yield* printLines([
    ...shown.flatMap(describe),
    ...(more === 0 ? [] : [`${formatCount(more, "more item")}. Add words to search for fewer items.`])
  ])
})

const maxShown = 40

type Result = SearchResult<KnownItem>
type PlaceOf = Effect.Success<ReturnType<typeof readDraft>>["placeOf"]

const toResultJson =
  (placeOf: PlaceOf) =>
  ({ entry, matches, missing }: Result) => ({
    item: formatItem(entry.item),
    label: entry.label ?? null,
    state: stateNames[entry.state._tag],
    removed_in: entry.state._tag === "Removed" ? entry.state.version : null,
    replaced_by: entry.state._tag === "Removed" ? (entry.state.deprecation?.replaced_by ?? []) : [],
    missing,
    matches: matches.map(({ field, language, path, text }) => {
      const place = isInSources(entry) ? placeOf(inItem(entry.item, ...path)) : undefined
      return { field, language: language ?? null, text, file: place?.file ?? null, line: place?.line ?? null }
    })
  })

const stateNames = { Published: "published", Added: "added", Dropped: "dropped", Removed: "removed" } as const

const isInSources = ({ state }: KnownItem): boolean => state._tag === "Published" || state._tag === "Added"

const describeResult =
  (taxonomy: Taxonomy, placeOf: PlaceOf) =>
  ({ entry, matches }: Result): ReadonlyArray<string> => {
    const [best] = matches
    const name = formatItemText(entry.item, entry.label)
    const place = isInSources(entry) && best !== undefined ? placeOf(inItem(entry.item, ...best.path)) : undefined
    return [
      `${name}${place === undefined ? "" : `  ${place.file}:${place.line}`}`,
      ...describeState(taxonomy, entry).map((line) => `  ${line}`),
      // The code and the label are in the first line.
      ...matches
        .filter(({ field, text }) => field !== "code" && text !== entry.label)
        .slice(0, maxTexts)
        .map(
          (match) =>
            `  ${describeMatch(match, isInSources(entry) ? placeOf(inItem(entry.item, ...match.path)).line : undefined)}`
        )
    ]
  }

const maxTexts = 3

const describeState = (taxonomy: Taxonomy, { item, state, texts }: KnownItem): ReadonlyArray<string> => {
  switch (state._tag) {
    case "Removed": {
      const instead = state.deprecation === undefined ? "" : ` ${formatInsteadText(taxonomy, item, state.deprecation)}`
      return [`Removed in ${state.version} on ${dayOf(state.date)}.${instead}`]
    }
    case "Dropped":
      return ["Not in the working tree, only in the newest release."]
    case "Added":
    case "Published":
      return [
        ...(state._tag === "Added" ? ["New in the working tree."] : []),
        ...(texts.deprecated === undefined
          ? []
          : [`Deprecated. ${formatInsteadText(taxonomy, item, texts.deprecated)}`])
      ]
  }
}

const describeMatch = ({ field, language, text }: SearchedText, at: number | undefined): string => {
  const line = text.replaceAll(/\s+/gu, " ").trim()
  const shown = line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
  const name = `${field}${language === undefined ? "" : ` (${language})`}`
  return `${name}${at === undefined ? "" : `, line ${at}`}: ${shown}`
}

const maxLength = 200

const describeNothing = (
  { near, suggestions, words }: SearchOutcome<KnownItem>,
  query: string,
  describe: (result: Result) => ReadonlyArray<string>
): ReadonlyArray<string> => {
  const others = [...suggestions].map(([word, other]) => `Did you mean "${other}" rather than "${word}"?`)
  const nothing = words.length > 1 ? `No item contains all of "${words.join('", "')}".` : `No item contains "${query}".`
  return [
    [nothing, ...others].join(" "),
    ...(near.length === 0 ? [] : ["", "Items that contain most of these words:", ...near.flatMap(describe)])
  ]
}
