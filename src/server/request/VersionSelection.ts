import * as Result from "effect/Result"
import type { ApiVersion, Catalog, ServedRelease } from "../catalog/Catalog.ts"

/** Why no release answers: the caller's mistake (400), or a release that there is not (404). */
export interface NotSelected {
  readonly status: 400 | 404
  readonly message: string
}

/**
 * The release that `?version=` names below an API version: `latest`, `v1`, `v1.0` or `v1.0.0`, the `v` optional. None,
 * and `latest`, mean the newest. Withdrawn releases answer to their full version alone.
 */
export const select = (
  catalog: Catalog,
  apiVersion: ApiVersion,
  named: string | undefined
): Result.Result<ServedRelease, NotSelected> => {
  if (named === undefined || named === "latest") {
    return apiVersion.newest === undefined ? refuse(404, withdrawn(apiVersion.name)) : Result.succeed(apiVersion.newest)
  }
  const [, version, major] = form.exec(named) ?? []
  if (version === undefined || major === undefined) {
    return refuse(400, "The version must be 'latest' or have the form v1, v1.0 or v1.0.0")
  }
  const served = apiVersion.named.get(version)
  if (served !== undefined) return Result.succeed(served)
  const other = `v${major}`
  if (other !== apiVersion.name && catalog.apiVersions.get(other)?.named.has(version) === true) {
    return refuse(400, `Taxonomy version v${version} is served by API version ${other}, not ${apiVersion.name}`)
  }
  const isOnlyWithdrawn = apiVersion.named.values().some(({ release }) => release.version.startsWith(`${version}.`))
  return refuse(404, isOnlyWithdrawn ? withdrawn(`v${version}`) : `Taxonomy version v${version} not found`)
}

const withdrawn = (name: string): string => `Every release of ${name} was withdrawn; name one by its full version`

// Leading zeros would make several names of one version. Nine digits are what a version may have.
const form = /^v?((0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2})$/

const refuse = (status: NotSelected["status"], message: string) => Result.fail<NotSelected>({ status, message })
