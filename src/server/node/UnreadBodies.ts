/** The bodies of responses that clients have not read yet. */
export interface UnreadBodies<Connection> {
  /** The bytes of all bodies. What several responses share counts once. */
  readonly bytes: () => number
  /** Replaces the body that a connection has in progress. */
  readonly add: (connection: Connection, body: string | Uint8Array | undefined) => void
  readonly remove: (connection: Connection) => void
}

/**
 * Evicts the connections with the oldest unread bodies if all together are too large. A single body stays however large it
 * is: otherwise nobody could read it.
 */
export const makeUnreadBodies = <Connection>(
  maxBytes: number,
  evict: (connection: Connection) => void
): UnreadBodies<Connection> => {
  // A map keeps the order in which its entries were added, so the first one is the oldest.
  const bodies = new Map<Connection, string | Uint8Array>()
  const readers = new Map<string | Uint8Array, number>()
  let total = 0
  const remove = (connection: Connection): void => {
    const body = bodies.get(connection)
    if (body === undefined) return
    bodies.delete(connection)
    const others = (readers.get(body) ?? 0) - 1
    if (others > 0) return void readers.set(body, others)
    readers.delete(body)
    total -= body.length
  }
  return {
    bytes: () => total,
    add: (connection, body) => {
      remove(connection)
      if (body === undefined) return
      const others = readers.get(body) ?? 0
      bodies.set(connection, body)
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
