/**
 * The status of every error code of the contract, the value of `X-Error-Code`. A copy without the descriptions, which
 * programs do not need.
 */
export const statusOfErrorCode = {
  "request-malformed": 400,
  "parameter-unknown": 400,
  "parameter-missing": 400,
  "parameter-malformed": 400,
  "version-malformed": 400,
  "version-not-served-here": 400,
  "value-unknown": 400,
  "dimension-removed": 400,
  "value-removed": 400,
  "license-removed": 400,
  "key-missing": 401,
  "key-invalid": 401,
  "key-revoked": 403,
  "key-expired": 403,
  "path-not-found": 404,
  "resource-not-found": 404,
  "license-not-found": 404,
  "version-not-found": 404,
  "log-unsigned": 404,
  "release-unsigned": 404,
  "method-not-allowed": 405,
  "request-timeout": 408,
  "precondition-failed": 412,
  "content-too-large": 413,
  "uri-too-long": 414,
  "expectation-failed": 417,
  "limit-exceeded": 429,
  "unauthorized-limit-exceeded": 429,
  "headers-too-large": 431,
  "internal-error": 500,
  "limits-unavailable": 503,
  draining: 503,
  "service-unavailable": 503
} as const

export type ErrorCode = keyof typeof statusOfErrorCode

export const isErrorCode = (code: string | null | undefined): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(statusOfErrorCode, code)
