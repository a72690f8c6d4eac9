/** The positions of the entries in the browser's history. Browsers restore them before the page has its content. */
export interface ScrollMemory {
  /** Notes that the address has changed: to a new entry, within the same one, or back to one that was left at a position. */
  readonly arrive: () => "new" | "same" | number
}

export const makeScrollMemory = (): ScrollMemory => {
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
