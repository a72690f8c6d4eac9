/** The bodies of responses that clients have not read yet. */
export interface UnreadBodies<Response> {
  /** The bytes of all bodies. What several responses share counts once. */
  readonly bytes: () => number
  readonly add: (response: Response, body: string | Uint8Array | undefined) => void
  readonly remove: (response: Response) => void
}

/**
 * Evicts the responses with the oldest unread bodies if all together are too large. A single body stays however large it
 * is: otherwise nobody could read it.
 */
export const makeUnreadBodies = <Response>(
  maxBytes: number,
  evict: (response: Response) => void
): UnreadBodies<Response> => {
  // A map keeps the order in which its entries were added, so the first one is the oldest.
  const bodies = new Map<Response, string | Uint8Array>()
  const readers = new Map<string | Uint8Array, number>()
  let total = 0
  const remove = (response: Response): void => {
    const body = bodies.get(response)
    if (body === undefined) return
    bodies.delete(response)
    const others = (readers.get(body) ?? 0) - 1
    if (others > 0) return void readers.set(body, others)
    readers.delete(body)
    total -= body.length
  }
  return {
    bytes: () => total,
    add: (response, body) => {
      if (body === undefined) return
      const others = readers.get(body) ?? 0
      bodies.set(response, body)
      readers.set(body, others + 1)
      if (others === 0) total += body.length
      for (const oldest of bodies.keys()) {
        if (total <= maxBytes || readers.size === 1) return
        remove(oldest)
        evict(oldest)
      }
    },
    remove
  }
}
