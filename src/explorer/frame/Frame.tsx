import type { ComponentChildren } from "preact"
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { languagesOf } from "../../domain/vocabulary/Snapshot.ts"
import type { DataProblem, ReleaseEntry } from "../data/DataSource.ts"
import { useExplorer } from "../ExplorerContext.ts"
import type { ShownRelease } from "../model/Release.ts"
import { languageName, translate } from "../model/Translate.ts"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Badge } from "../parts/ItemName.tsx"
import { Link, ReleaseLink } from "../parts/Link.tsx"
import { ReleaseSelect, Select } from "../parts/Select.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import { draft, formatRoute, latest, type ReleaseName, type Route } from "../routing/Route.ts"
import { navigate } from "../routing/useRoute.ts"
import { SearchField } from "../search/SearchPage.tsx"
import { areas, pagesOf, type View } from "../views.ts"
import { ReleaseNotice, StaleNotice } from "./ReleaseNotice.tsx"
import { SideNavigation } from "./SideNavigation.tsx"

interface FrameProps {
  readonly view: View | undefined
  /** The release of the address, or while it is read the one before. */
  readonly release: ShownRelease | undefined
  /** Why the page shows data of an earlier time, if it does. */
  readonly staleness: DataProblem | undefined
  readonly children: ComponentChildren
}

/** The header with the areas, and below it the navigation beside the page. */
export const Frame = ({ children, release, staleness, view }: FrameProps) => {
  const { catalog, languages, route, store } = useExplorer()
  const title = release === undefined ? "Taxonomy Explorer" : translate(release.taxonomy, "title", languages)
  // The release that `latest` means; the draft before the first release.
  const newest = catalog.latest?.release ?? (store.draft === undefined ? undefined : draft)
  const shown = route.release === latest ? newest : route.release
  const entry = shown === undefined ? undefined : catalog.releaseOf.get(shown)
  const [isOpen, setOpen] = useState(false)
  // After the paint, it would close a menu that a person has opened since.
  useLayoutEffect(() => setOpen(false), [route.segments.join("/")])
  useLayoutEffect(() => {
    if (!isOpen) return
    const close = ({ key }: KeyboardEvent): void => {
      if (key !== "Escape") return
      setOpen(false)
      document.querySelector<HTMLElement>(".frame-menu-button")?.focus()
    }
    addEventListener("keydown", close)
    return () => removeEventListener("keydown", close)
  }, [isOpen])
  useArrival(route, title ?? "")
  return (
    <>
      <a class="skip-link" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <header class="frame-header">
        <div class="frame-bar">
          <Link to={[]} class="frame-title">
            {release === undefined ? title : <TaxonomyText of={release.taxonomy} name="title" />}
          </Link>
          <Areas view={view} />
          <SearchField release={release} />
          <button
            type="button"
            class="frame-menu-button"
            aria-expanded={isOpen}
            aria-controls="frame-menu"
            onClick={() => setOpen(!isOpen)}
          >
            Menu
          </button>
        </div>
      </header>
      <StaleNotice problem={staleness} />
      {entry !== undefined && <ReleaseNotice entry={entry} />}
      <div class="frame-body">
        <div id="frame-menu" class="frame-menu" data-open={isOpen ? "" : undefined}>
          <Areas view={view} />
          <SideNavigation view={view} release={release} />
          <aside class="frame-choices" aria-label="Display">
            <ReleaseSelect
              class="frame-choice"
              label="Release"
              value={shown}
              onChange={(release) => navigate({ ...route, release })}
            />
            {release !== undefined && <LanguageSelect release={release} />}
            {displayChoices.map((choice) => (
              <DisplaySelect key={choice.name} choice={choice} />
            ))}
            <CopyLink release={shown ?? route.release} />
            {store.keySession !== undefined && (
              <button type="button" onClick={store.keySession.signOut}>
                Sign out
              </button>
            )}
          </aside>
        </div>
        <main id="main" tabIndex={-1} class={view?.isWide === true ? undefined : "reading"}>
          {release !== undefined && <ReleaseLine release={release} status={entry?.status} />}
          {children}
        </main>
      </div>
    </>
  )
}

/** The hash of the address is the route, so the link must not change it. */
const focusMain = (event: Event): void => {
  event.preventDefault()
  document.querySelector("main")?.focus()
}

/** The areas of the Explorer. Each begins with its first page. */
const Areas = ({ view }: Pick<FrameProps, "view">) => {
  const { store } = useExplorer()
  return (
    <nav class="areas" aria-label="Areas">
      {areas.map(([area, title]) => {
        const [first] = pagesOf(area, store.draft !== undefined)
        return (
          first !== undefined && (
            <Link
              key={area}
              to={first.name === "" ? [] : [first.name]}
              release={first.isOfDraft === true ? draft : undefined}
              current={view?.area === area}
            >
              {title}
            </Link>
          )
        )
      })}
    </nav>
  )
}

interface ReleaseLineProps {
  readonly release: ShownRelease
  readonly status: ReleaseEntry["status"] | undefined
}

/** What a page belongs to, and whether that is in force. */
const ReleaseLine = ({ release: { isDraft, taxonomy, version }, status }: ReleaseLineProps) => (
  <p class="release-line">
    <span class="print-only">
      <TaxonomyText of={taxonomy} name="title" />.{" "}
    </span>
    {isDraft ? "Draft of " : "Release "}
    {isDraft ? version : <ReleaseLink version={version} />}
    {isDraft ? (
      <Badge kind="warning">not in force</Badge>
    ) : (
      status === "current" && <Badge kind="added">in force</Badge>
    )}
  </p>
)

/** The choice of the language of texts; nothing if the release has no translations. It is part of the address. */
const LanguageSelect = ({ release }: { readonly release: ShownRelease }) => {
  const { route } = useExplorer()
  const languages = languagesOf(release.taxonomy)
  const { language: chosen = "" } = route.parameters
  if (languages.length === 0 && chosen === "") return null
  const show = (language: string): void =>
    navigate({ ...route, parameters: { ...route.parameters, language: language === "" ? undefined : language } })
  // A link may name a language that another release has.
  const isUnknown = chosen !== "" && !languages.includes(chosen)
  return (
    <Select
      class="frame-choice"
      label="Language"
      value={chosen}
      options={[
        ["", "As written"],
        ...[...(isUnknown ? [chosen] : []), ...languages].map((language) => [language, languageName(language)] as const)
      ]}
      onChange={show}
    />
  )
}

/** A choice of how pages look. The browser remembers it if it may. */
interface DisplayChoice {
  /** Of the attribute of the document, and of what the browser keeps. */
  readonly name: string
  readonly label: string
  /** The first one is chosen at first. */
  readonly options: ReadonlyArray<readonly [value: string, text: string]>
}

const displayChoices: ReadonlyArray<DisplayChoice> = [
  {
    name: "colors",
    label: "Colors",
    options: [
      ["system", "System"],
      ["light", "Light"],
      ["dark", "Dark"]
    ]
  },
  {
    name: "codes",
    label: "Codes",
    options: [
      ["hidden", "Hidden"],
      ["shown", "Shown"]
    ]
  }
]

const DisplaySelect = ({ choice }: { readonly choice: DisplayChoice }) => {
  const [value, setValue] = useState(() => readChoice(choice))
  const choose = (chosen: string): void => {
    applyChoice(choice, chosen)
    setValue(chosen)
  }
  return <Select class="frame-choice" label={choice.label} value={value} options={choice.options} onChange={choose} />
}

/** Shows pages as an earlier visit chose. */
export const applyDisplayChoices = (): void => {
  for (const choice of displayChoices) applyChoice(choice, readChoice(choice))
}

const readChoice = ({ name, options }: DisplayChoice): string => {
  const [first = ""] = options.map(([value]) => value)
  try {
    const stored = localStorage.getItem(storageKey(name))
    return options.some(([value]) => value === stored) ? (stored ?? first) : first
  } catch {
    return first
  }
}

const applyChoice = ({ name, options }: DisplayChoice, chosen: string): void => {
  document.documentElement.dataset[name] = chosen
  try {
    if (chosen === options[0]?.[0]) localStorage.removeItem(storageKey(name))
    else localStorage.setItem(storageKey(name), chosen)
  } catch {
    // Without storage, the choice is for this page.
  }
}

const storageKey = (name: string): string => `taxonomy-explorer-${name}`

/** Copies the address of the page with the full version of the release, so that its meaning never changes. */
const CopyLink = ({ release }: { readonly release: ReleaseName }) => {
  const { route } = useExplorer()
  const address = new URL(formatRoute({ ...route, release }), location.href).href
  return <CopyButton key={address} label="Copy link" text={address} isElsewhere />
}

/**
 * Moves the focus to the heading of a new page and the page to its top, or after "back" to where it was. `document.title`
 * follows the heading. Pages get their content when it is read, and change it.
 */
const useArrival = (route: Route, siteTitle: string): void => {
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
const makeScrollMemory = () => {
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
    /** Notes that the address has changed: to a new entry, within the same one, or back to one that was left at a position. */
    arrive: (): "new" | "same" | number => {
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
