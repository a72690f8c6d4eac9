import { parseJson } from "../../domain/Json.ts"
import { entityTagPattern } from "../http/ResponseHeaders.ts"
import { findMismatch, typeOf, type BodyType } from "../model/BodyType.ts"
import { describeError } from "../model/DescribeError.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"
import type { Store } from "./Store.ts"
import { keptHeaders, type StoredResponse } from "./StoredResponse.ts"

/** The stored responses of one client, so of one API key: in memory, and in the store of the option. */
export interface Copies {
  readonly find: (url: string, type: BodyType) => Promise<StoredResponse | undefined>
  readonly keep: (url: string, response: StoredResponse) => Promise<void>
  readonly forget: (url: string) => Promise<void>
  /** Forgets every copy in memory, too. */
  readonly forgetAll: (url: string) => Promise<void>
}

export const makeCopies = (settings: ClientSettings): Copies => {
  const memory = makeMemoryCache(settings.rememberBytes)
  const { store } = settings
  const persistent = store === undefined ? undefined : makePersistentCopies(store, settings)
  return {
    find: async (url, type) => {
      const known = memory.get(url)
      if (known !== undefined || persistent === undefined) return known
      const stored = await persistent.get(url, type)
      // A parallel call may have got a newer one.
      const newer = memory.get(url)
      if (newer === undefined && stored !== undefined) memory.set(url, stored)
      return newer ?? stored
    },
    keep: async (url, response) => {
      memory.set(url, response)
      await persistent?.set(url, response)
    },
    forget: async (url) => {
      memory.delete(url)
      await persistent?.delete(url)
    },
    forgetAll: async (url) => {
      memory.clear()
      await persistent?.delete(url)
    }
  }
}

/** Responses by address, the most recently used ones up to a number of bytes. Addresses, tags and headers count too. */
export const makeMemoryCache = (maxBytes: number) => {
  // A map keeps insertion order, so its first key is the least recently used one.
  const responses = new Map<string, StoredResponse>()
  let bytes = 0
  const remove = (url: string): void => {
    const response = responses.get(url)
    if (response === undefined) return
    bytes -= sizeOf(url, response)
    responses.delete(url)
  }
  return {
    get: (url: string): StoredResponse | undefined => {
      const response = responses.get(url)
      if (response === undefined) return undefined
      responses.delete(url)
      responses.set(url, response)
      return response
    },
    set: (url: string, response: StoredResponse): void => {
      remove(url)
      const size = sizeOf(url, response)
      if (size > maxBytes) return
      responses.set(url, response)
      bytes += size
      for (const oldest of responses.keys()) {
        if (bytes <= maxBytes) return
        remove(oldest)
      }
    },
    delete: remove,
    clear: (): void => {
      responses.clear()
      bytes = 0
    }
  }
}

/** A character may take two bytes. */
const sizeOf = (url: string, { body, headers, tag = "" }: StoredResponse): number =>
  body.byteLength + 2 * [url, tag, ...Object.entries(headers).flat()].join("").length

/** Stored responses that outlive the process. No failure of the store breaks a call. */
export const makePersistentCopies = (
  store: Store,
  { apiKey, mask, timeout, warn }: Pick<ClientSettings, "apiKey" | "mask" | "timeout" | "warn">
) => {
  const attempt = async <A>(what: string, use: () => Promise<A>): Promise<A | undefined> => {
    try {
      return await endWithin(timeout, use())
    } catch (problem) {
      warn(`The store cannot ${what}: ${describeError(problem)}`)
      return undefined
    }
  }
  return {
    /** Reads a copy. `type` is that of its body, since anything may have written to the store. */
    get: (url: string, type: BodyType) =>
      attempt("get a copy", async () => {
        const key = await storeKey(apiKey, url)
        const text = await store.get(key)
        if (text === undefined || text === null) return undefined
        const stored = typeof text === "string" ? parseStored(url, text) : undefined
        if (stored !== undefined && findMismatch(type, parseJson(new TextDecoder().decode(stored.body))) === undefined)
          return stored
        warn(`The store has an invalid copy of ${url}. It is ignored, and deleted.`)
        await store.delete(key)
        return undefined
      }),
    set: (url: string, response: StoredResponse) =>
      attempt("set a copy", async () => {
        const text = formatStored(url, response)
        // A service that sends the API key back does not get it stored.
        if (mask(text) === text) await store.set(await storeKey(apiKey, url), text)
      }),
    delete: (url: string) =>
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
  const bytes = new TextEncoder().encode(JSON.stringify(["nil-licensing-client", apiKey, url]))
  const digest = await globalThis.crypto.subtle.digest("SHA-256", bytes)
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  return `taxonomy-${hex}`
}

/** Formats a response for a store. */
export const formatStored = (url: string, { body, tag, ...facts }: StoredResponse): string =>
  JSON.stringify({ format, url, ...(tag === undefined ? {} : { tag }), ...facts, body: new TextDecoder().decode(body) })

/** Parses the text of a store. Returns `undefined` if it is not that of a response to the same request. */
export const parseStored = (url: string, text: string): StoredResponse | undefined => {
  const stored = parseJson(text)
  if (!isStored(stored) || stored.url !== url) return undefined
  const { body, confirmedAt, headers, maxAge, tag } = stored
  if (tag !== undefined && !entityTagPattern.test(tag)) return undefined
  return {
    body: new TextEncoder().encode(body),
    tag,
    headers: Object.fromEntries(
      keptHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
    ),
    confirmedAt,
    maxAge
  }
}

/** A version of this form. Other versions of the client ignore what they do not know. */
const format = "nil-licensing-client 1"

interface StoredJson extends Omit<StoredResponse, "body" | "tag"> {
  readonly url: string
  readonly tag?: string
  readonly body: string
}

const isStored = (value: unknown): value is StoredJson => findMismatch(storedType, value) === undefined

/** A value that `Headers` takes. */
const header = /* @__PURE__ */ typeOf(
  "the value of a header",
  (text) => typeof text === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
)

const storedType: BodyType = {
  format: ["of", format],
  url: "string",
  headers: ["record", header],
  confirmedAt: "whole number",
  maxAge: "whole number",
  body: "string",
  "tag?": "string"
}
