import type { Outage } from "../OriginErrors.ts"

/** Finds out what kept a request from being answered, from the error codes of Node and its HTTP client. */
export const outageOf = (error: unknown): Outage => {
  const code = codeIn(error)
  if (code === undefined) return { _tag: "Interrupted" }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return { _tag: "HostUnknown" }
  if (code === "ECONNREFUSED") return { _tag: "ConnectionRefused" }
  return certificateCodes.test(code) ? { _tag: "CertificateRejected", code } : { _tag: "Interrupted", code }
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/

/** The first error code in an error and its causes. */
const codeIn = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== "object" || error === null || depth > maxDepth) return undefined
  if ("code" in error && typeof error.code === "string") return error.code
  const causes = [
    "reason" in error ? error.reason : undefined,
    "cause" in error ? error.cause : undefined,
    ...(error instanceof AggregateError ? error.errors.slice(0, 1) : [])
  ]
  for (const cause of causes) {
    const code = codeIn(cause, depth + 1)
    if (code !== undefined) return code
  }
  return undefined
}

const maxDepth = 6
