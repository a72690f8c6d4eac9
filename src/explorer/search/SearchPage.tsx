import { useMemo } from "preact/hooks"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { Link } from "../parts/Link.tsx"
import { VirtualList } from "../parts/VirtualList.tsx"
import type { View, ViewProps } from "../views.ts"
import type { SearchAnswer } from "./SearchIndex.ts"
import { SearchResultRow } from "./SearchResultRow.tsx"
import { useSearcher } from "./useSearcher.ts"

const SearchPage = ({ release }: ViewProps) => {
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
          renderRow={(result) => <SearchResultRow release={release} result={result} words={answer.words} />}
        />
      </div>
    </>
  )
}

export const searchView: View = { name: "search", title: "Search", isInNavigation: false, component: SearchPage }

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
