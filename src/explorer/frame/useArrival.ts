import { useLayoutEffect, useMemo, useRef } from "preact/hooks"
import type { Route } from "../routing/Route.ts"

/**
 * Moves the focus to the heading of a new page and the page to its top, or after "back" to where it was. `document.title`
 * follows the heading. Pages get their content when it is read, and change it.
 */
export const useArrival = (route: Route, siteTitle: string): void => {
  const memory = useMemo(makeScrollMemory, [])
  const page = useRef<string | undefined>(undefined)
  const pending = useRef<Arrival>({ movesFocus: false, position: undefined })
  const title = useRef(siteTitle)
  title.current = siteTitle

  useLayoutEffect(() => {
    const arrived = memory.arrive()
    const before = page.current
    page.current = route.segments.join("/")
    if (arrived === "same") return
    // A new page begins at its top; another release or language of the same page stays where it is.
    const isOtherPage = before !== undefined && before !== page.current
    const position = arrived === "new" ? (isOtherPage ? 0 : undefined) : arrived
    pending.current = { movesFocus: isOtherPage && !isSearching(), position }
    settle(pending, title.current)
  }, [route])

  useLayoutEffect(() => {
    let focused: Element | null = null
    const observer = new MutationObserver(() => {
      // A button that is gone once it is pressed must not take the focus along.
      const isLost = focused !== null && !focused.isConnected && document.activeElement === document.body
      if (isLost) pending.current = { ...pending.current, movesFocus: true }
      settle(pending, title.current)
    })
    const onFocus = ({ target }: Event): void => {
      focused = target instanceof Element ? target : null
    }
    const stopScrolling = (): void => {
      pending.current = { ...pending.current, position: undefined }
    }
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    const inputs = ["wheel", "keydown", "pointerdown"]
    addEventListener("focusin", onFocus)
    for (const input of inputs) addEventListener(input, stopScrolling)
    return () => {
      observer.disconnect()
      removeEventListener("focusin", onFocus)
      for (const input of inputs) removeEventListener(input, stopScrolling)
    }
  }, [])
  useLayoutEffect(() => settle(pending, siteTitle))
}

/** What is still to do once a page has its content. */
interface Arrival {
  readonly movesFocus: boolean
  /** `undefined` keeps the position. */
  readonly position: number | undefined
}

const settle = (pending: { current: Arrival }, siteTitle: string): void => {
  const heading = document.querySelector<HTMLElement>("main h1")
  if (heading === null) return
  const text = heading.textContent.trim().slice(0, maxTitleLength)
  document.title = [...new Set([text, siteTitle])].filter((part) => part !== "").join(" · ")
  const { movesFocus, position } = pending.current
  if (movesFocus) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  if (position !== undefined) scrollTo(0, position)
  // A page that is still too short is scrolled again when it grows.
  const isShort = position !== undefined && document.documentElement.scrollHeight - innerHeight < position
  pending.current = { movesFocus: false, position: isShort ? position : undefined }
}

/** True while a person types what the page shows the results of. */
const isSearching = (): boolean => document.activeElement?.closest("search") != null

const maxTitleLength = 100

/** The positions of the entries in the browser's history. Browsers restore them before the page has its content. */
interface ScrollMemory {
  /** Notes that the address has changed: to a new entry, within the same one, or back to one that was left at a position. */
  readonly arrive: () => "new" | "same" | number
}

const makeScrollMemory = (): ScrollMemory => {
  const positions = new Map<string | undefined, number>()
  let current: string | undefined
  history.scrollRestoration = "manual"
  const remember = (): void => void positions.set(current, scrollY)
  addEventListener("scroll", remember)
  // A page that is left before the next frame has not told yet that it was scrolled.
  addEventListener("popstate", remember)
  // For a reload, and for a return from another site.
  addEventListener("pagehide", () => void (current === undefined || writeEntry({ id: current, position: scrollY })))
  return {
    arrive: () => {
      const entry = readEntry()
      if (entry === undefined) {
        current = crypto.getRandomValues(new Uint32Array(2)).join("-")
        writeEntry({ id: current, position: 0 })
        return "new"
      }
      if (entry.id === current) return "same"
      current = entry.id
      return positions.get(current) ?? entry.position
    }
  }
}

interface Entry {
  readonly id: string
  readonly position: number
}

const writeEntry = (entry: Entry): void => history.replaceState({ explorer: entry }, "")

const readEntry = (): Entry | undefined => {
  const state: { readonly explorer?: Entry } | null = history.state
  return state?.explorer
}
