import { STATUS_CODES } from "node:http"
import * as Record from "effect/Record"
import * as ErrorBodies from "../../api/bodies/ErrorBodies.ts"
import type { ProblemBody, ProblemFacts } from "../../api/bodies/ErrorBodies.ts"
import { errorCodes, type ErrorCode, type ErrorCodeOf } from "../../api/bodies/ErrorCode.ts"
import { tokenWeights } from "../../api/parameters/HeaderList.ts"
import { challenge, invalidKeyChallenges } from "../../api/parameters/ResponseHeaders.ts"
import { quotas, type Tier } from "../../domain/keys/Tier.ts"
import type { RemovedItem } from "../../domain/release/removal/RemovedItems.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { windowMillis, type Instant, type LimitRefusal, type Verdict, type WindowName } from "../../limits/Limiter.ts"
import { memoizeText } from "../../platform/MemoizeText.ts"
import { defaultServerLimits } from "../node/ServerLimits.ts"
import { allowedMethods, jsonReply, makeReply, type Headers, type Reply } from "./Reply.ts"

/** Makes an error with a body of the contract. `X-Error-Code` and the facts are for programs, the texts are for people. */
const errorReply = (code: ErrorCode, body: object, headers: Headers = {}, facts: ProblemFacts = {}): Reply => ({
  ...jsonReply(errorCodes[code].status, body, { ...headers, ...errorCodeHeader(code) }),
  problem: { code, body, facts }
})

/** Makes an error that says nothing but a message and facts. Its status is that of its code (service spec, 4.3). */
export const requestError = (
  code: Exclude<ErrorCode, ErrorCodeOf<429 | 500>>,
  message: string,
  headers: Headers = {},
  facts: ProblemFacts = {}
): Reply => errorReply(code, { error: STATUS_CODES[errorCodes[code].status], message }, headers, facts)

/**
 * The error as problem details if an `Accept` header ranks these above JSON, both by name (RFC 9457, 3). `type` leads to the
 * description of the code in the documentation page.
 */
export const negotiateProblem = (
  reply: Reply,
  accept: string | undefined,
  basePath: string,
  request_id: string
): Reply => {
  const { headers, problem, status } = reply
  if (problem === undefined || accept === undefined || !ranksProblemsFirst(accept)) return reply
  const { body, code, facts } = problem
  const { error = "", message = error }: { readonly error?: string; readonly message?: string } = body
  const { "Content-Length": _, ...kept } = headers
  const document: ProblemBody = {
    type: `${basePath}/docs#error-${code}`,
    title: errorCodes[code].description,
    status,
    detail: message,
    code,
    request_id,
    error,
    ...body,
    ...facts
  }
  return makeReply(status, { ...kept, "Content-Type": problemType }, `${JSON.stringify(document)}\n`)
}

const problemType = "application/problem+json"

const ranksProblemsFirst = memoizeText((accept): boolean => {
  const weights = tokenWeights(accept)
  return (weights.get(problemType) ?? 0) > (weights.get("application/json") ?? 0)
})

export const errorCodeHeader = (code: ErrorCode): Headers => ({ "X-Error-Code": code })

/**
 * Makes shared caches ask the server for each key, otherwise a `public` response would reach clients without one. Bodies
 * come in several content encodings.
 */
export const vary = { Vary: "Authorization, Accept-Encoding" } as const

/** No `Authorization` header (service spec, section 7). */
export const missingKey = requestError("key-missing", "Missing Authorization header", {
  ...vary,
  "WWW-Authenticate": challenge
})

const invalidKeyWith = (code: ErrorCodeOf<401>, challenge: string) =>
  requestError(code, "Invalid API key", { ...vary, "WWW-Authenticate": challenge })

/** An unknown API key (service spec, section 7). */
export const unknownKey = invalidKeyWith("key-invalid", invalidKeyChallenges.unknown)

/** What is no API key, or one with a typing error. */
export const malformedKey = invalidKeyWith("key-malformed", invalidKeyChallenges.malformed)

/** Another scheme than `Bearer`, of which the challenge tells no error (RFC 6750, 3.1). */
export const unsupportedScheme = invalidKeyWith("scheme-unsupported", challenge)

/** A revoked API key (service spec, section 7). */
export const revokedKey = requestError("key-revoked", "API key has been revoked", vary)

/** An API key whose time has passed. The spec knows no such key; the holder is known as with a revoked one. */
export const expiredKey = requestError("key-expired", "API key has expired", vary)

/** No endpoint has the path. */
export const makePathNotFound = (basePath: string): Reply =>
  requestError(
    "path-not-found",
    `Unknown path. Paths are case-sensitive and have no trailing slash. See ${basePath}/docs`
  )

/** A removed item: `error` is the whole body (service spec, section 7), so headers carry the facts. */
export const removedItemReply = (code: ErrorCode, removed: RemovedItem, headers: Headers): Reply => {
  const { mode, replacements, version } = removed
  const body = ErrorBodies.CodeRemoved.make({ error: describeRemovedItem(removed) })
  const gone = { removed_in: shortName(version) }
  if (replacements.length === 0) return errorReply(code, body, headers, gone)
  const replaced_by = replacements.map(formatItem)
  const facts = { "X-Replaced-By": replaced_by.join(", "), "X-Replacement-Mode": mode }
  return errorReply(code, body, { ...headers, ...facts }, { ...gone, replaced_by, replacement_mode: mode })
}

/** Any method except those that are allowed. */
export const methodNotAllowed = (methods: string = allowedMethods): Reply =>
  requestError("method-not-allowed", `Only ${methods.replace(/, (?=\w+$)/, " and ")} are allowed`, { Allow: methods })

/** A failure of the server. The log has its cause under the same request id. */
export const internalError = (requestId: string): Reply => {
  const message = "The request could not be answered"
  return errorReply("internal-error", ErrorBodies.InternalServerError.make({ message, request_id: requestId }), vary)
}

/** The limits of an API key cannot be checked, and the operator has chosen to refuse rather than to exceed them. */
export const limitsUnavailable = requestError(
  "limits-unavailable",
  "The request limits cannot be checked at the moment",
  { ...vary, "Retry-After": "1" }
)

/** The files of a release are damaged, and the ledger does not give their bytes. The log says why. */
export const releaseDamaged = requestError(
  "release-damaged",
  "The release cannot be read at the moment. Name another release, or repeat the request later",
  vary
)

export const malformedRequest = requestError("request-malformed", "The request is not well-formed HTTP")

/** RFC 3986, 2.1. */
export const malformedPath = requestError(
  "request-malformed",
  "The path has an invalid percent-encoding. Encode each byte of the UTF-8 form as % and two hexadecimal digits"
)

export const requestTimeout = requestError("request-timeout", "The request did not arrive in time")

export const preconditionFailed = requestError(
  "precondition-failed",
  "No entity tag in If-Match is the current one",
  vary
)

/** The longest path with its query, in bytes as sent. */
export const maxTargetBytes = 8000

export const uriTooLong = requestError(
  "uri-too-long",
  `The path and the query may have ${maxTargetBytes} bytes together`
)

/** Names both limits, since the parser reports too many headers and too large ones with the same code. */
export const headersTooLarge = requestError(
  "headers-too-large",
  `The request line and the headers together may have ${defaultServerLimits.maxHeaderBytes / 1024} KiB, ` +
    `and there may be ${defaultServerLimits.maxHeaders} headers`
)

/** The text of the error for a removed item (service spec, sections 3 and 7). */
export const describeRemovedItem = ({ item, mode, reason, replacements, version, withdrawn }: RemovedItem): string => {
  const instead =
    replacements.length > 0
      ? `Use ${replacements.map((next) => describeReplacement(item, next)).join(mode === "all_of" ? " and " : " or ")} instead.`
      : `Nothing replaces it${reason === undefined ? "" : `: ${reason}`}`
  const what = withdrawn ? "was withdrawn, and removed in" : "was removed in"
  return `${describeItem(item)} ${what} ${shortName(version)}. ${instead}`
}

const describeItem = (item: ItemRef): string => {
  switch (item._tag) {
    case "Dimension":
      return `The dimension '${item.dimension}'`
    case "Value":
      return `The value '${item.value}' of ${item.dimension}`
    case "License":
      return `The base license '${item.license}'`
    case "ConflictRule":
      return `The rule '${item.rule}'`
  }
}

const describeReplacement = (item: ItemRef, replacement: ItemRef): string => {
  if (replacement._tag !== "Value") return `'${formatItem(replacement)}'`
  const isMove = item._tag !== "Value" || item.dimension !== replacement.dimension
  return `'${replacement.value}'${isMove ? ` of ${replacement.dimension}` : ""}`
}

/**
 * The `X-RateLimit-*` headers, names and values in turn (service spec, 4.6; the limit is always that of an hour), and for
 * keys with limits the fields that gateways read (IETF draft RateLimit header fields).
 */
export const rateLimitHeaders = (tier: Tier, verdict: Verdict, now: Instant): ReadonlyArray<string> => {
  const { remaining, reset } = verdict
  const { hour } = quotas[tier]
  const [limit, left] = [hour === Infinity ? "unlimited" : String(hour), String(remaining)]
  const headers = ["X-RateLimit-Limit", limit, "X-RateLimit-Remaining", left, "X-RateLimit-Reset", String(reset)]
  const window = verdict.allowed ? verdict.window : verdict.exceeded
  if (window === undefined) return headers
  // The advertised second is rounded up, and the window is no longer than its policy says.
  const seconds = Math.min(windowMillis[window] / 1000, Math.max(0, Math.ceil(reset - now.unixMillis / 1000)))
  return headers.concat("RateLimit-Policy", policies[tier], "RateLimit", `"${window}";r=${left};t=${seconds}`)
}

const policies = Record.map(quotas, ({ day, hour }) => {
  const policyOf = (window: WindowName, quota: number) => `"${window}";q=${quota};w=${windowMillis[window] / 1000}`
  return `${policyOf("hour", hour)}, ${policyOf("day", day)}`
})

/** True if less than a tenth of the hourly limit remains. */
export const isNearLimit = (tier: Tier, { remaining }: Verdict): boolean =>
  remaining !== "unlimited" && remaining < quotas[tier].hour / 10

/**
 * The 429 of a key that has exhausted its hour or its day (service spec, section 7). For an hour, `Retry-After` is the
 * number of the spec; `retry_after`, and both for a day, are the seconds that are left.
 */
export const limitExceeded = (
  { exceeded, limit, remaining, retryAfterSeconds }: LimitRefusal,
  upgradeUrl: string
): Reply => {
  const message =
    remaining > 0
      ? `The request counts as more than the ${remaining} that remain of ${limit} requests per ${exceeded}`
      : `You have exceeded the limit of ${limit} requests per ${exceeded}`
  const header = exceeded === "hour" ? "3600" : String(retryAfterSeconds)
  return tooManyRequests("limit-exceeded", message, upgradeUrl, retryAfterSeconds, header)
}

const tooManyRequests = (
  code: ErrorCodeOf<429>,
  message: string,
  upgrade_url: string,
  retry_after: number,
  header = String(retry_after)
): Reply => {
  const body = ErrorBodies.RateLimitExceeded.make({ message, retry_after, upgrade_url })
  return errorReply(code, body, { ...vary, "Retry-After": header })
}

/**
 * Makes the 429 of an address that has sent too many requests without a valid API key. Each number of seconds has one
 * reply, since this must cost no more than the 401 in its place.
 */
export const makeUnauthorizedLimitReplies = (upgradeUrl: string): ((retryAfterSeconds: number) => Reply) => {
  const message = "Too many requests without a valid API key came from this address"
  const replyAfter = memoizeText((seconds) =>
    tooManyRequests("unauthorized-limit-exceeded", message, upgradeUrl, Number(seconds))
  )
  return (retryAfterSeconds) => replyAfter(String(retryAfterSeconds))
}
