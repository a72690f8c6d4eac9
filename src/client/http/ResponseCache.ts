/** A body that was received, and the tag by which to ask whether it is still current. */
export interface RememberedBody {
  readonly tag: string
  /** As it came: as text it might take twice the room. */
  readonly body: Uint8Array
}

/** Bodies by their address, the most recently used up to a number of bytes, which addresses and tags count in. */
export interface BodyMemory {
  readonly recall: (url: string) => RememberedBody | undefined
  readonly remember: (url: string, body: RememberedBody) => void
}

export const makeBodyMemory = (limit: number): BodyMemory => {
  // A map keeps the order in which keys were set: the first is the one that was not used for longest.
  const bodies = new Map<string, RememberedBody>()
  let bytes = 0
  const forget = (url: string): void => {
    const body = bodies.get(url)
    if (body === undefined) return
    bytes -= bytesOf(url, body)
    bodies.delete(url)
  }
  return {
    recall: (url) => {
      const body = bodies.get(url)
      if (body === undefined) return undefined
      bodies.delete(url)
      bodies.set(url, body)
      return body
    },
    remember: (url, body) => {
      forget(url)
      const size = bytesOf(url, body)
      if (size > limit) return
      bodies.set(url, body)
      bytes += size
      for (const oldest of bodies.keys()) {
        if (bytes <= limit) return
        forget(oldest)
      }
    }
  }
}

/** Characters may take two bytes each. */
const bytesOf = (url: string, { body, tag }: RememberedBody): number => body.byteLength + 2 * (url.length + tag.length)
