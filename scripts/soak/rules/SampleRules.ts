import type { Resource } from "../schedule/Schedule.ts"
import type { Sample } from "../services/SoakServer.ts"

/** Returns why the state of a server is wrong, while something is done to these resources. */
export const findSampleProblem = (
  { degraded, metric, readiness }: Pick<Sample, "degraded" | "metric" | "readiness">,
  busy: ReadonlySet<Resource>
): string | undefined => {
  if (readiness !== 200) return `/ready has status ${readiness}`
  for (const [resource, name] of watched) {
    if (!busy.has(resource) && metric(name) === 1) {
      return `${name} is 1, although nothing is wrong: ${degraded ?? "no reason is given"}`
    }
  }
  if (metric("taxonomy_limits_undecided_total") > 0)
    return "a request was not decided, although --limits-unavailable is open"
  return undefined
}

const watched: ReadonlyArray<readonly [Resource, string]> = [
  ["releases", "taxonomy_catalog_degraded"],
  ["keys", "taxonomy_keys_degraded"]
]
