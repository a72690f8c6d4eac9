import { useMemo, useRef } from "preact/hooks"
import type { DataProblem } from "./data/DataSource.ts"
import type { Store } from "./data/Store.ts"
import { useLoaded } from "./data/useLoaded.ts"
import { ExplorerContext } from "./ExplorerContext.ts"
import { ErrorBoundary } from "./frame/ErrorBoundary.tsx"
import { Frame } from "./frame/Frame.tsx"
import { MissingPage } from "./frame/MissingPage.tsx"
import { UnreadPage } from "./frame/UnreadPage.tsx"
import type { Catalog } from "./model/Catalog.ts"
import { isMissingItem } from "./model/ItemAddress.ts"
import { unreadableDraft, type Release } from "./model/Release.ts"
import { lookUpTags } from "./model/Translate.ts"
import { useRoute } from "./routing/useRoute.ts"
import { views } from "./views.ts"

interface PagesProps {
  readonly store: Store
  readonly catalog: Catalog
  /** Why the last reload of the catalog failed. */
  readonly problem: DataProblem | undefined
}

/** The page of the address, in its frame. */
export const Pages = ({ catalog, problem: catalogProblem, store }: PagesProps) => {
  const route = useRoute()
  const { language } = route.parameters
  const languages = useMemo(() => (language === undefined ? [] : lookUpTags(language)), [language])
  const { problem, value } = useLoaded(() => store.release(route.release), [store, route.release])
  const [name = "", ...segments] = route.segments
  const view = views.find((entry) => entry.name === name)
  // What is wrong with the sources is shown even if they cannot be read.
  const release = value ?? (view?.isOfDraft === true && problem?._tag === "NotFound" ? unreadableDraft : undefined)
  const last = useRef<Release | undefined>(undefined)
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
          ) : view === undefined || isMissingItem(route.segments, release) ? (
            <MissingPage release={release} />
          ) : (
            <view.component release={release} segments={segments} />
          )}
        </ErrorBoundary>
      </Frame>
    </ExplorerContext.Provider>
  )
}
