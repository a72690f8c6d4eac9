import * as Result from "effect/Result"
import type { ErrorCode } from "../../api/bodies/ErrorCode.ts"
import type { QueryValues } from "../../api/endpoints/Answers.ts"
import { newestAsOf } from "../../domain/release/ReleaseLines.ts"
import { majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { ApiVersion, ServedCatalog, ServedRelease } from "../catalog/Catalog.ts"
import { formatIsoTime } from "../response/Dates.ts"

/** Why a version selects no release. */
export interface SelectionProblem {
  readonly code: Extract<ErrorCode, `version-${string}` | "parameter-malformed">
  readonly message: string
  /** The text that selects none; `undefined` for the default. */
  readonly selector: string | undefined
}

/**
 * Selects the release that `?version=` names below an API version: `latest`, `v1`, `v1.0` or `v1.0.0`, the `v` optional.
 * `latest` and `undefined` mean the newest. A withdrawn release is selected by its full version, and by its minor version
 * if no other release has that.
 */
export const selectVersion = (
  catalog: ServedCatalog,
  apiVersion: ApiVersion,
  selector: string | undefined
): Result.Result<ServedRelease, SelectionProblem> => {
  const fail = (code: SelectionProblem["code"], message: string) => Result.fail({ code, message, selector })
  if (selector === undefined || selector === "latest") {
    return apiVersion.newest === undefined
      ? fail("version-not-found", describeWithdrawn(apiVersion.name))
      : Result.succeed(apiVersion.newest)
  }
  const [, version, major] = pattern.exec(selector) ?? []
  if (version === undefined || major === undefined) return Result.fail(malformedVersion(selector))
  const served = apiVersion.named.get(version)
  if (served !== undefined) return Result.succeed(served)
  const other = `v${major}`
  if (other !== apiVersion.name && catalog.apiVersions.get(other)?.named.has(version) === true) {
    return fail(
      "version-not-served-here",
      `Taxonomy version v${version} is served by API version ${other}, not ${apiVersion.name}`
    )
  }
  const isWithdrawn = apiVersion.named.values().some(({ release }) => release.version.startsWith(`${version}.`))
  return fail(
    "version-not-found",
    isWithdrawn ? describeWithdrawn(`v${version}`) : `Taxonomy version v${version} not found`
  )
}

/** Selects the release that `latest` of an API version was at the end of a day, which must be over. */
export const selectAsOf = (
  { history }: ServedCatalog,
  { current, name, named }: ApiVersion,
  day: string,
  unixMillis: number
): Result.Result<ServedRelease, SelectionProblem> => {
  const fail = (code: SelectionProblem["code"], message: string) => Result.fail({ code, message, selector: day })
  if (day >= formatIsoTime(unixMillis).slice(0, day.length)) {
    return fail("parameter-malformed", `The day ${day} is not over in UTC`)
  }
  const release = newestAsOf(history, majorOf(current.release.version), day)
  const served = release && named.get(release.version)
  return served === undefined
    ? fail("version-not-found", `No release of ${name} was published by ${day}, or all were withdrawn`)
    : Result.succeed(served)
}

/** True if a query selects a release for which a new minor version changes nothing. */
export const isPinned = ({ as_of, version }: QueryValues): boolean =>
  as_of !== undefined || (typeof version === "string" && version.includes("."))

/** The same for a release of any major. `latest` and `undefined` mean the newest of the API version. */
export const selectVersionOfAnyMajor = (
  catalog: ServedCatalog,
  apiVersion: ApiVersion,
  selector: string | undefined
): Result.Result<ServedRelease, SelectionProblem> => {
  const [, , major] = pattern.exec(selector ?? "") ?? []
  return selectVersion(catalog, catalog.apiVersions.get(`v${major}`) ?? apiVersion, selector)
}

export const malformedVersion = (selector: string): SelectionProblem => ({
  code: "version-malformed",
  message: "The version must be 'latest' or have the form v1, v1.0 or v1.0.0",
  selector
})

const describeWithdrawn = (name: string): string =>
  `Every release of ${name} was withdrawn; name one by its full version`

// Leading zeros would give one version several names. Versions have at most nine digits per number.
const pattern = /^v?((0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2})$/
