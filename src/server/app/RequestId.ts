import { randomUUID } from "node:crypto"
import { containsApiKey } from "../../domain/keys/ApiKey.ts"

/**
 * Takes the client's `X-Request-ID` if it is safe in headers and log lines, otherwise makes a new id. An id that could
 * contain an API key is replaced too, so that keys never reach a log.
 */
export const makeRequestId = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && pattern.test(header) && !containsApiKey(header) ? header : randomUUID()

const pattern = /^[A-Za-z0-9._-]{1,64}$/
