import type { ItemEntry } from "../../domain/lookup/ItemUses.ts"
import { foldText, stemOf, wordsOf, type SearchResult, type SearchedText } from "../../domain/lookup/SearchItems.ts"
import { formatItem, kindOf } from "../../domain/taxonomy/ItemRef.ts"
import { capitalize } from "../../report/changes/ChangeKinds.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { findTexts } from "../model/FindTexts.ts"
import { itemState, labelOf } from "../model/ItemState.ts"
import { languageName } from "../model/LanguageName.ts"
import { removedNotice } from "../model/Notice.ts"
import type { Release } from "../model/Release.ts"
import { NoticeSentences } from "../parts/DeprecationNotice.tsx"
import { ItemLink } from "../parts/ItemLink.tsx"
import { StateBadge } from "../parts/StateBadge.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import { excerpt, highlight } from "./Highlight.ts"

interface SearchResultRowProps {
  readonly release: Release
  readonly result: SearchResult<ItemEntry>
  readonly words: ReadonlyArray<string>
}

/** An item with its kind, its state, and the text that contains the words, or what it stands for. */
export const SearchResultRow = ({ release, result, words }: SearchResultRowProps) => {
  const { catalog, languages } = useExplorer()
  const { item } = result.entry
  const label = labelOf(catalog, release, item, languages)
  const reference = formatItem(item)
  const state = itemState(catalog, release, item)
  const removed = state._tag === "Removed" ? catalog.itemOf.get(reference) : undefined
  const texts = findTexts(release.taxonomy, item)
  const match = reasonOf(result, `${label?.text ?? ""} ${reference}`, words)
  return (
    <div class="search-result">
      <p class="search-name">
        <ItemLink item={item}>
          {label === undefined ? (
            <code>
              <Marked text={reference} words={words} />
            </code>
          ) : (
            <bdi lang={label.language}>
              <Marked text={label.text} words={words} />
            </bdi>
          )}
        </ItemLink>{" "}
        {label !== undefined && (
          <code>
            <Marked text={reference} words={words} />
          </code>
        )}{" "}
        <span class="muted">{kindOf(item)}</span> <StateBadge state={state} />
      </p>
      {removed !== undefined && (
        <p>
          <NoticeSentences release={release} notice={removedNotice(catalog, removed, languages, release.publishedAt)} />
        </p>
      )}
      {match === undefined ? (
        texts !== undefined && (
          <p class="search-match muted">
            <TaxonomyText of={texts} name="description" />
          </p>
        )
      ) : (
        <p class="search-match">
          <span class="muted">{describeField(match)}</span>{" "}
          <bdi lang={match.language}>
            <Marked text={excerpt(match.text, words)} words={words} />
          </bdi>
        </p>
      )}
    </div>
  )
}

/** The text that tells why an item was found, unless its name tells. */
const reasonOf = (
  { matches }: SearchResult<ItemEntry>,
  names: string,
  words: ReadonlyArray<string>
): SearchedText | undefined => {
  const inNames = wordsOf(foldText(names.replaceAll("_", " ")))
  const isTold = words.every((word) => inNames.some((name) => name.startsWith(stemOf(word))))
  return isTold ? undefined : matches.find(({ text }) => !names.includes(text))
}

const describeField = ({ field, language }: SearchedText): string => {
  const name = field === "reason" ? "Reason of the deprecation" : capitalize(field)
  return language === undefined ? `${name}:` : `${name} in ${languageName(language)}:`
}

const Marked = ({ text, words }: { readonly text: string; readonly words: ReadonlyArray<string> }) => (
  <>{highlight(text, words).map((part, index) => (part.isMatch ? <mark key={index}>{part.text}</mark> : part.text))}</>
)
