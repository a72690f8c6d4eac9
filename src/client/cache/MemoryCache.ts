import type { StoredResponse } from "./StoredResponse.ts"

/** Responses by address, the most recently used ones up to a number of bytes. Addresses, tags and headers count too. */
export interface MemoryCache {
  readonly get: (url: string) => StoredResponse | undefined
  readonly set: (url: string, response: StoredResponse) => void
  readonly delete: (url: string) => void
  readonly clear: () => void
}

export const makeMemoryCache = (maxBytes: number): MemoryCache => {
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
    get: (url) => {
      const response = responses.get(url)
      if (response === undefined) return undefined
      responses.delete(url)
      responses.set(url, response)
      return response
    },
    set: (url, response) => {
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
    clear: () => {
      responses.clear()
      bytes = 0
    }
  }
}

/** A character may take two bytes. */
const sizeOf = (url: string, { body, headers, tag = "" }: StoredResponse): number =>
  body.byteLength + 2 * [url, tag, ...Object.entries(headers).flat()].join("").length
