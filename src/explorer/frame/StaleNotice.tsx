import { useLayoutEffect, useState } from "preact/hooks"
import type { DataProblem } from "../data/DataSource.ts"
import { useReloading } from "../data/ReloadContext.ts"
import { useExplorer } from "../ExplorerContext.ts"

/** Says that the page shows the data of an earlier time, and why. */
export const StaleNotice = ({ problem }: { readonly problem: DataProblem | undefined }) => {
  const { store } = useExplorer()
  const { reload } = useReloading()
  const [isConnected, setConnected] = useState(true)
  useLayoutEffect(
    () =>
      store.subscribe((event) => {
        if (event !== "changed") setConnected(event === "connected")
      }),
    [store]
  )
  const isMissing = problem?._tag === "NotFound"
  return (
    <div role="status">
      {isConnected && problem === undefined ? null : (
        <div class="frame-notice">
          <p>
            {isMissing
              ? "The sources cannot be read as a taxonomy any more. This page shows them as they were before."
              : "The data cannot be reached. This page shows it as it was before."}
          </p>
          {!isMissing && (
            <button type="button" onClick={reload}>
              Try again
            </button>
          )}
        </div>
      )}
    </div>
  )
}
