import type { ComponentChildren } from "preact"
import { useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { DataProblem } from "./data/DataSource.ts"
import type { DataStore } from "./data/Store.ts"
import { ReloadContext, useLoaded, useReloading } from "./data/useLoaded.ts"
import { ExplorerContext, ReleaseContext } from "./ExplorerContext.ts"
import { Frame } from "./frame/Frame.tsx"
import { MissingPage, UnreadPage } from "./frame/MissingPage.tsx"
import { StartPage } from "./frame/StartPage.tsx"
import type { Catalog } from "./model/Catalog.ts"
import { isMissingItem } from "./model/Item.ts"
import { type ShownRelease, unreadableDraft } from "./model/Release.ts"
import { lookUpTags } from "./model/Translate.ts"
import type { Route } from "./routing/Route.ts"
import { useRoute } from "./routing/useRoute.ts"
import { views } from "./views.ts"

/** The application: reads the list of releases, and shows the page of the address. */
export const Explorer = ({ store }: { readonly store: DataStore }) => {
  const route = useRoute()
  const [revision, setRevision] = useState(0)
  const reload = () => setRevision((number) => number + 1)
  // In the task of the first rendering, so that no change is missed.
  useLayoutEffect(
    () =>
      store.subscribe((event) => {
        if (event === "changed") reload()
      }),
    [store]
  )
  return (
    <ReloadContext.Provider value={useMemo(() => ({ revision, reload }), [revision])}>
      <ErrorBoundary route={route}>
        <Start store={store} />
      </ErrorBoundary>
    </ReloadContext.Provider>
  )
}

const Start = ({ store }: { readonly store: DataStore }) => {
  const { problem, value: catalog } = useLoaded(store.catalog, [store])
  return catalog === undefined ? (
    <StartPage store={store} problem={problem} />
  ) : (
    <Pages store={store} catalog={catalog} problem={problem} />
  )
}

interface PagesProps {
  readonly store: DataStore
  readonly catalog: Catalog
  /** Why the last reload of the catalog failed. */
  readonly problem: DataProblem | undefined
}

/** The page of the address, in its frame. */
const Pages = ({ catalog, problem: catalogProblem, store }: PagesProps) => {
  const route = useRoute()
  const { language } = route.parameters
  const languages = useMemo(() => (language === undefined ? [] : lookUpTags(language)), [language])
  const { problem, value } = useLoaded(() => store.release(route.release), [store, route.release])
  const [name = "", ...segments] = route.segments
  const view = views.find((entry) => entry.name === name)
  // What is wrong with the sources is shown even if they cannot be read.
  const release = value ?? (view?.isOfDraft === true && problem?.code === "not-found" ? unreadableDraft : undefined)
  const last = useRef<ShownRelease | undefined>(undefined)
  last.current = value ?? last.current
  return (
    <ExplorerContext.Provider value={{ store, catalog, route, languages }}>
      <Frame
        view={view}
        release={value ?? last.current}
        staleness={catalogProblem ?? (value === undefined ? undefined : problem)}
      >
        <ErrorBoundary route={route}>
          {release === undefined ? (
            <UnreadPage problem={problem} />
          ) : (
            <ReleaseContext.Provider value={release}>
              {view === undefined || isMissingItem(route.segments, release) ? (
                <MissingPage />
              ) : (
                <view.component segments={segments} />
              )}
            </ReleaseContext.Provider>
          )}
        </ErrorBoundary>
      </Frame>
    </ExplorerContext.Provider>
  )
}

interface ErrorBoundaryProps {
  /** The route that the children show. */
  readonly route: Route
  readonly children: ComponentChildren
}

/**
 * Says so if a part of the page fails by a mistake of the program or by damaged data, instead of an empty page. Another
 * address, or a reload of the data, shows the part again.
 */
const ErrorBoundary = ({ children, route }: ErrorBoundaryProps) => {
  const { reload, revision } = useReloading()
  const [failure, setFailure] = useState<{
    readonly error: unknown
    readonly route: Route
    readonly revision: number
  }>()
  useErrorBoundary((error: unknown) => {
    // The browser's console shows where.
    reportError(error)
    setFailure({ error, route, revision })
  })
  if (failure?.route !== route || failure.revision !== revision) return children
  return (
    <section class="failure" aria-labelledby="failed">
      <h1 id="failed">This page cannot be shown</h1>
      <p role="alert">
        The Explorer failed while it made the page: <bdi>{reasonOf(failure.error)}</bdi>
      </p>
      <p>Try again, or reload the page. If it fails again, send its address and this text to the operator.</p>
      <p>
        <button type="button" onClick={reload}>
          Try again
        </button>{" "}
        <a href="#/">Go to the first page</a>
      </p>
    </section>
  )
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
