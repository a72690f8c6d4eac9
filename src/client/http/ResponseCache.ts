/** A body and the entity tag to revalidate it with. */
export interface CachedBody {
  readonly tag: string
  /** The bytes as received: a text might take twice the memory. */
  readonly body: Uint8Array
}

/** Bodies by address, the most recently used ones up to a number of bytes. Addresses and tags count too. */
export interface ResponseCache {
  readonly get: (url: string) => CachedBody | undefined
  readonly set: (url: string, body: CachedBody) => void
}

export const makeResponseCache = (maxBytes: number): ResponseCache => {
  // A map keeps insertion order, so its first key is the least recently used one.
  const bodies = new Map<string, CachedBody>()
  let bytes = 0
  const remove = (url: string): void => {
    const body = bodies.get(url)
    if (body === undefined) return
    bytes -= sizeOf(url, body)
    bodies.delete(url)
  }
  return {
    get: (url) => {
      const body = bodies.get(url)
      if (body === undefined) return undefined
      bodies.delete(url)
      bodies.set(url, body)
      return body
    },
    set: (url, body) => {
      remove(url)
      const size = sizeOf(url, body)
      if (size > maxBytes) return
      bodies.set(url, body)
      bytes += size
      for (const oldest of bodies.keys()) {
        if (bytes <= maxBytes) return
        remove(oldest)
      }
    }
  }
}

/** A character may take two bytes. */
const sizeOf = (url: string, { body, tag }: CachedBody): number => body.byteLength + 2 * (url.length + tag.length)
