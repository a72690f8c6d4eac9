import { randomUUID } from "node:crypto"
import { containsApiKey } from "../../domain/keys/ApiKeyMasking.ts"

/**
 * The caller's `X-Request-ID` where it can stand in a header and a log line as it is, and a new one otherwise. One
 * that could be a key is not taken: keys never reach a log.
 */
export const requestIdOf = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && form.test(header) && !containsApiKey(header) ? header : randomUUID()

const form = /^[A-Za-z0-9._-]{1,64}$/
