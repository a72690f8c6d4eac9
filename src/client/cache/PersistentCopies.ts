import { parseJson } from "../../domain/Json.ts"
import { describeError } from "../model/DescribeError.ts"
import type { Guard } from "../model/guards/Guard.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"
import type { Store } from "./Store.ts"
import type { StoredResponse } from "./StoredResponse.ts"
import { formatStored, parseStored } from "./StoredText.ts"

/** Stored responses that outlive the process. No failure of the store breaks a call. */
export interface PersistentCopies {
  /** Reads a copy. `guard` checks its body, since anything may have written to the store. */
  readonly get: (url: string, guard: Guard) => Promise<StoredResponse | undefined>
  readonly set: (url: string, response: StoredResponse) => Promise<void>
  readonly delete: (url: string) => Promise<void>
}

export const makePersistentCopies = (
  store: Store,
  { apiKey, mask, timeout, warn }: Pick<ClientSettings, "apiKey" | "mask" | "timeout" | "warn">
): PersistentCopies => {
  const attempt = async <A>(what: string, use: () => Promise<A>): Promise<A | undefined> => {
    try {
      return await endWithin(timeout, use())
    } catch (problem) {
      warn(`The store cannot ${what}: ${describeError(problem)}`)
      return undefined
    }
  }
  return {
    get: (url, guard) =>
      attempt("get a copy", async () => {
        const key = await storeKey(apiKey, url)
        const text = await store.get(key)
        if (text === undefined || text === null) return undefined
        const stored = typeof text === "string" ? parseStored(url, text) : undefined
        if (stored !== undefined && guard(parseJson(new TextDecoder().decode(stored.body))) === undefined) return stored
        warn(`The store has an invalid copy of ${url}. It is ignored, and deleted.`)
        await store.delete(key)
        return undefined
      }),
    set: (url, response) =>
      attempt("set a copy", async () => {
        const text = formatStored(url, response)
        // A service that sends the API key back does not get it stored.
        if (mask(text) === text) await store.set(await storeKey(apiKey, url), text)
      }),
    delete: (url) =>
      attempt("delete a copy", async () => {
        await store.delete(await storeKey(apiKey, url))
      })
  }
}

/** Rejects if a promise does not settle in time: a connection that hangs is a failure, too. */
const endWithin = <A>(millis: number, promise: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${millis} ms`)), millis)
    void promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** The key of a copy. A digest of an API key, which is random, does not disclose it. */
const storeKey = async (apiKey: string, url: string): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify(["taxonomy-licensing-client", apiKey, url]))
  const digest = await globalThis.crypto.subtle.digest("SHA-256", bytes)
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  return `taxonomy-${hex}`
}
