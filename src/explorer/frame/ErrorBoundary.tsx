import type { ComponentChildren } from "preact"
import { useErrorBoundary, useState } from "preact/hooks"
import { useReloading } from "../data/useLoaded.ts"
import type { Route } from "../routing/Route.ts"

interface ErrorBoundaryProps {
  /** The route that the children show. */
  readonly route: Route
  readonly children: ComponentChildren
}

/**
 * Says so if a part of the page fails by a mistake of the program or by damaged data, instead of an empty page. Another
 * address, or a reload of the data, shows the part again.
 */
export const ErrorBoundary = ({ children, route }: ErrorBoundaryProps) => {
  const { reload, revision } = useReloading()
  const [failure, setFailure] = useState<Failure>()
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

interface Failure {
  readonly error: unknown
  readonly route: Route
  readonly revision: number
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
