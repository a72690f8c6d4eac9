import { useLayoutEffect, useMemo, useState } from "preact/hooks"
import { ReloadContext } from "./data/ReloadContext.ts"
import type { Store } from "./data/Store.ts"
import { useLoaded } from "./data/useLoaded.ts"
import { ErrorBoundary } from "./frame/ErrorBoundary.tsx"
import { StartPage } from "./frame/StartPage.tsx"
import { Pages } from "./Pages.tsx"
import { useRoute } from "./routing/useRoute.ts"

/** The application: reads the list of releases, and shows the page of the address. */
export const Explorer = ({ store }: { readonly store: Store }) => {
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

const Start = ({ store }: { readonly store: Store }) => {
  const { problem, value: catalog } = useLoaded(store.catalog, [store])
  return catalog === undefined ? (
    <StartPage store={store} problem={problem} />
  ) : (
    <Pages store={store} catalog={catalog} problem={problem} />
  )
}
