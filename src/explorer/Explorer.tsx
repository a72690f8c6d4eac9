import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { DataProblem } from "./data/DataSource.ts"
import type { DataStore } from "./data/Store.ts"
import { ReloadContext, useLoaded } from "./data/useLoaded.ts"
import { ExplorerContext, ReleaseContext } from "./ExplorerContext.ts"
import { ErrorBoundary } from "./frame/ErrorBoundary.tsx"
import { Frame } from "./frame/Frame.tsx"
import { MissingPage, UnreadPage } from "./frame/MissingPage.tsx"
import { StartPage } from "./frame/StartPage.tsx"
import type { Catalog } from "./model/Catalog.ts"
import { isMissingItem } from "./model/ItemAddress.ts"
import { type ShownRelease, unreadableDraft } from "./model/Release.ts"
import { lookUpTags } from "./model/Translate.ts"
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
  const release = value ?? (view?.isOfDraft === true && problem?._tag === "NotFound" ? unreadableDraft : undefined)
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
