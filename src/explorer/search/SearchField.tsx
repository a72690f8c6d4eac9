import { useLayoutEffect, useRef } from "preact/hooks"
import { useExplorer } from "../ExplorerContext.ts"
import type { ShownRelease } from "../model/Release.ts"
import { navigate } from "../routing/useRoute.ts"
import { searcherOf } from "./Searcher.ts"

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
