import type { DataProblem } from "../data/DataSource.ts"
import { useReloading } from "../data/useLoaded.ts"

/** Says why data could not be read and what to do, with a button to try again. */
export const Failure = ({ problem }: { readonly problem: DataProblem }) => {
  const { reload } = useReloading()
  return (
    <div class="failure">
      <p role="alert">{failureText(problem)}</p>
      <button type="button" onClick={reload}>
        Try again
      </button>
    </div>
  )
}

/** Why data could not be read, and what to do. */
export const failureText = ({ code, reason, requestId, retryAt, status }: DataProblem): string => {
  if (code === "limit-exceeded") {
    const time = retryAt === undefined ? "later" : `at ${timeFormat.format(retryAt)}`
    return `The limit of requests of this API key is exhausted. Try again ${time}.`
  }
  const hint = requestId === undefined ? "" : ` Tell its operator the request id ${requestId}.`
  return reason ?? sentences[code] ?? `The server gave an unexpected answer (${status}).${hint}`
}

const missing = "The data is missing. Ask the operator of the service to publish a release, then try again."

const sentences: { readonly [Code in DataProblem["code"]]?: string } = {
  "key-missing": "Enter an API key to read the taxonomy.",
  "key-malformed": "This API key has a typing error. Check that it was copied completely.",
  "key-invalid": "This API key is unknown. Check that it is of this service.",
  "key-revoked": "This API key was revoked. Ask the operator of the service for a new one.",
  "key-expired": "This API key has expired. Ask the operator of the service for a new one.",
  unreachable: "The data cannot be reached. Check the connection, then try again.",
  "not-found": missing,
  "version-not-found": missing,
  "not-served": "The service does not serve releases before 1.0.0.",
  damaged: "The data is damaged. Reload the page. If that does not help, ask the operator to publish the data again."
}

// Limits are by the hour and by the day.
const timeFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" })

/** Shown while data is read. */
export const Loading = () => (
  <p class="loading" role="status">
    Loading…
  </p>
)
