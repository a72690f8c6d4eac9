import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { ItemEntry } from "../../domain/lookup/ItemUses.ts"
import type { SearchAnswer } from "../../domain/lookup/SearchIndex.ts"
import { foldText, type SearchedText, type SearchResult, stemOf, wordsOf } from "../../domain/lookup/SearchItems.ts"
import { capitalize } from "../../domain/Sentence.ts"
import { formatItem, kindOf } from "../../domain/taxonomy/ItemRef.ts"
import type { Fields } from "../../domain/vocabulary/Field.ts"
import { titleOf } from "../../domain/vocabulary/ItemTypes.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { findTexts, itemState, labelOf } from "../model/Item.ts"
import { removedNotice } from "../model/Notice.ts"
import type { ShownRelease } from "../model/Release.ts"
import { languageName } from "../model/Translate.ts"
import { ItemLink, NoticeSentences, StateBadge } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import { VirtualList } from "../parts/VirtualList.tsx"
import { navigate } from "../routing/useRoute.ts"
import type { View } from "../views.ts"
import { type Searcher, searcherOf } from "./Searcher.ts"

const SearchPage = () => {
  const release = useRelease()
  const { route } = useExplorer()
  const query = route.parameters["q"] ?? ""
  const searcher = useSearcher(release)
  const progress = searcher.progress()
  const isComplete = progress === 1
  // Codes are searched once for each part of the index, texts once.
  const answer = useMemo(() => searcher.search(query), [searcher, query, progress])
  const found = answer.results.length === 0 ? answer.near : answer.results
  const rows = found.slice(0, maxRows)
  return (
    <>
      <h1>
        {query === "" ? (
          "Search"
        ) : (
          <>
            Search for “<bdi>{query}</bdi>”
          </>
        )}
      </h1>
      <div role="status">
        {!isComplete && (
          <p class="muted">Preparing the search of texts: {Math.floor(progress * 100)}%. Codes are found already.</p>
        )}
        <p>
          {query === "" ? (
            hint
          ) : isComplete || rows.length > 0 ? (
            <AnswerText answer={answer} />
          ) : (
            "No code begins like this."
          )}
        </p>
      </div>
      <div onKeyDown={returnToField}>
        <VirtualList
          label="Results"
          rows={rows}
          keyOf={({ entry }) => `${entry.item._tag} ${formatItem(entry.item)}`}
          rowHeight={6}
          renderRow={(result) => <SearchResultRow result={result} words={answer.words} />}
        />
      </div>
    </>
  )
}

export const searchView: View = { name: "search", title: "Search", area: "read", isHidden: true, component: SearchPage }

const hint =
  "Type words of codes, labels, descriptions, definitions or rules, in any language. Removed items are found too."

/** How many items there are, or what else to search for. */
const AnswerText = ({ answer: { near, results, suggestions, total, words } }: { readonly answer: SearchAnswer }) => {
  if (results.length > 0) {
    const count = Math.max(total, results.length)
    const shown = Math.min(results.length, maxRows)
    if (shown === count) return <>{count === 1 ? "1 result." : `${count} results.`}</>
    return (
      <>
        The first {shown} of {count.toLocaleString("en")} results. Add a word to see fewer.
      </>
    )
  }
  return (
    <>
      {words.length === 0
        ? "Type a letter or a digit."
        : words.length === 1
          ? "No item contains this word."
          : "No item contains all of these words."}
      {near.length > 0 && " These contain most of them:"}
      {[...suggestions].map(([word, other]) => (
        <span key={word}>
          {" "}
          Did you mean{" "}
          <Link to={["search"]} parameters={{ q: words.map((each) => (each === word ? other : each)).join(" ") }}>
            <bdi>{other}</bdi>
          </Link>
          ?
        </span>
      ))}
    </>
  )
}

const maxRows = 100

/** Before the first result, the arrow key leads back to the field, and so does Escape from anywhere. */
const returnToField = (event: KeyboardEvent): void => {
  const { key, target } = event
  const isFirst = target instanceof Element && target.closest("li")?.dataset["index"] === "0"
  if (key !== "Escape" && !(key === "ArrowUp" && isFirst)) return
  event.preventDefault()
  document.querySelector<HTMLElement>("#search")?.focus()
}

interface SearchResultRowProps {
  readonly result: SearchResult<ItemEntry>
  readonly words: ReadonlyArray<string>
}

/** An item with its kind, its state, and the text that contains the words, or what it stands for. */
const SearchResultRow = ({ result, words }: SearchResultRowProps) => {
  const release = useRelease()
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
          <NoticeSentences notice={removedNotice(catalog, removed, languages, release.publishedAt)} />
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
          <span class="muted">{describeField(match, vocabulary[kindOf(item)])}</span>{" "}
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

const describeField = ({ field, language }: SearchedText, fields: Fields): string => {
  const name = field === "reason" ? "Reason of the deprecation" : capitalize(titleOf(field, fields[field]))
  return language === undefined ? `${name}:` : `${name} in ${languageName(language)}:`
}

const Marked = ({ text, words }: { readonly text: string; readonly words: ReadonlyArray<string> }) => (
  <>{highlight(text, words).map((part, index) => (part.isMatch ? <mark key={index}>{part.text}</mark> : part.text))}</>
)

/** Cuts a text where words of a search begin and end. Together, the parts are the text. */
export const highlight = (
  text: string,
  words: ReadonlyArray<string>
): ReadonlyArray<{ readonly text: string; readonly isMatch: boolean }> => {
  const stems = words.map((word) => stemOf(word))
  const parts: Array<{ readonly text: string; readonly isMatch: boolean }> = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const folded = foldText(word)
    if (!stems.some((stem) => folded.startsWith(stem))) continue
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false })
    parts.push({ text: word, isMatch: true })
    end = index + word.length
  }
  return end < text.length ? [...parts, { text: text.slice(end), isMatch: false }] : parts
}

/** The part of a long text around the first word of a search that it contains. */
export const excerpt = (text: string, words: ReadonlyArray<string>): string => {
  if (text.length <= maxExcerpt) return text
  const [first] = highlight(text, words)
  const isFound = first?.isMatch === false && first.text !== text
  const at = isFound ? first.text.length : 0
  const wanted = Math.max(0, Math.min(at - contextLength, text.length - maxExcerpt))
  const start = wanted === 0 ? 0 : text.indexOf(" ", wanted) + 1
  const cut = text.slice(start, start + maxExcerpt)
  const end = start + cut.length < text.length ? cut.lastIndexOf(" ") : cut.length
  return `${start === 0 ? "" : "… "}${cut.slice(0, end > 0 ? end : cut.length)}${start + cut.length < text.length ? " …" : ""}`
}

// As the words of a search, but with the accents that are folded. An underscore separates words of codes.
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu

const maxExcerpt = 200
const contextLength = 60

/** The search of a release. The component is shown again whenever more can be found. */
const useSearcher = (release: ShownRelease): Searcher => {
  const { catalog } = useExplorer()
  const searcher = searcherOf(release, catalog)
  const [, update] = useState(0)
  // In the task of the rendering, so that nothing is found in between.
  useLayoutEffect(() => searcher.subscribe(() => update((number) => number + 1)), [searcher])
  return searcher
}

/** The field in the header that searches while a person types. The key `/` leads to it. */
export const SearchField = ({ release }: { readonly release: ShownRelease | undefined }) => {
  const { catalog, route } = useExplorer()
  const field = useRef<HTMLInputElement>(null)
  const isResults = route.segments[0] === "search"
  const { language, q = "" } = route.parameters
  const query = isResults ? q : ""
  useLayoutEffect(() => {
    // What is being typed is newer than the address, until "back" leaves the results.
    if (field.current !== null && (!isResults || document.activeElement !== field.current)) field.current.value = query
  }, [query])
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.altKey || event.ctrlKey || event.metaKey || isEditable(event.target)) return
      event.preventDefault()
      field.current?.select()
      field.current?.focus()
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [])
  const show = (text: string): void => {
    // One entry in the history for a search, not one for each letter. The next letter may come before the results.
    const mode = location.hash.includes("/search?") ? "replace" : "push"
    navigate({ ...route, segments: ["search"], parameters: { q: text, language } }, mode)
  }
  return (
    <search>
      <form
        class="search-form"
        onSubmit={(event) => {
          event.preventDefault()
          show(field.current?.value ?? "")
        }}
      >
        <label class="visually-hidden" for="search">
          Search
        </label>
        <input
          ref={field}
          id="search"
          type="search"
          placeholder="Search"
          autocomplete="off"
          spellcheck={false}
          aria-keyshortcuts="/"
          onInput={({ currentTarget }) => show(currentTarget.value)}
          // By the time of the first letter, a part of the search is ready.
          onFocus={() => release !== undefined && void searcherOf(release, catalog)}
          onKeyDown={focusResults}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
    </search>
  )
}

const focusResults = (event: KeyboardEvent): void => {
  const result = document.querySelector<HTMLElement>(".search-result a")
  if (event.key !== "ArrowDown" || result === null) return
  event.preventDefault()
  result.focus()
}

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches("input, textarea, select, [contenteditable]")
