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
export const failureText = (problem: DataProblem): string => {
  switch (problem._tag) {
    case "KeyMissing":
      return "Enter an API key to read the taxonomy."
    case "KeyInvalid":
      return "This API key is not valid. Check that it was copied completely."
    case "KeyRevoked":
      return "This API key was revoked. Ask the operator of the service for a new one."
    case "KeyExpired":
      return "This API key has expired. Ask the operator of the service for a new one."
    case "LimitExceeded":
      return `The limit of requests of this API key is exhausted. Try again ${
        problem.retryAt === undefined ? "later" : `at ${timeFormat.format(problem.retryAt)}`
      }.`
    case "Unreachable":
      return "The data cannot be reached. Check the connection, then try again."
    case "NotFound":
    case "VersionNotFound":
      return "The data is missing. Ask the operator of the service to publish a release, then try again."
    case "NotServed":
      return "The service does not serve releases before 1.0.0."
    case "Unreadable":
      return problem.reason
    case "Damaged":
      return "The data is damaged. Reload the page. If that does not help, ask the operator to publish the data again."
    case "Unexpected":
      return `The server gave an unexpected answer (${problem.status}).${
        problem.requestId === undefined ? "" : ` Tell its operator the request id ${problem.requestId}.`
      }`
  }
}

// Limits are by the hour and by the day.
const timeFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" })

/** Shown while data is read. */
export const Loading = () => (
  <p class="loading" role="status">
    Loading…
  </p>
)
