/** A connection as far as the limits on connections are concerned. */
export interface LimitedConnection {
  /** The network of the client, by which connections are counted. */
  readonly network: string
  /** True for a trusted proxy, which has no limit of its own and whose connections are closed last. */
  readonly isTrustedProxy: boolean
  /** When it was opened or sent its last request, as a number that grows with each of these on any connection. */
  readonly lastUse: number
  /** True if no response is in progress. */
  readonly isIdle: () => boolean
  readonly close: () => void
}

export interface ConnectionLimits {
  /** Open connections. */
  readonly maxConnections: number
  /** Open connections of one network. 0 for no limit. */
  readonly maxConnectionsPerAddress: number
  /** Idle connections of one network. 0 for no limit. */
  readonly maxIdleConnectionsPerAddress: number
}

/** Which limit refused or closed a connection. */
export type ConnectionLimit = "total" | "address"

/** Called for each connection that a limit refuses, or closes because another one is new. */
export type OnLimited = (action: "refused" | "closed", limit: ConnectionLimit) => void

export interface ConnectionTable<Connection extends LimitedConnection> {
  /** Adds a connection, or returns false if it is refused. */
  readonly admit: (connection: Connection) => boolean
  readonly remove: (connection: Connection) => void
}

/**
 * Makes room for a new connection by closing idle ones, and refuses it only if there is none. At the limit of a network,
 * its own longest idle connection is closed, and at the limit of all connections the longest idle ones of the network
 * that holds the most. So clients that hold connections open only stop themselves.
 *
 * Nothing is sorted before a limit is reached: requests cost nothing. At the limit of all connections, a hundredth of
 * them is closed, because every search visits all of them. Memory: one entry for each network with an open connection.
 */
export const makeConnectionTable = <Connection extends LimitedConnection>(
  { maxConnections, maxConnectionsPerAddress, maxIdleConnectionsPerAddress }: ConnectionLimits,
  onLimited: OnLimited
): ConnectionTable<Connection> => {
  const networks = new Map<string, Set<Connection>>()
  let total = 0

  const remove = (connection: Connection): void => {
    const connections = networks.get(connection.network)
    if (connections?.delete(connection) !== true) return
    total--
    if (connections.size === 0) networks.delete(connection.network)
  }
  const close = (connections: ReadonlyArray<Connection>, limit: ConnectionLimit): void => {
    for (const connection of connections) {
      remove(connection)
      connection.close()
      onLimited("closed", limit)
    }
  }

  /** Closes idle connections of a network so that one more fits. Returns false if too few are idle. */
  const makeRoomInNetwork = (connections: ReadonlySet<Connection>): boolean => {
    const { size } = connections
    const isFull = maxConnectionsPerAddress > 0 && size >= maxConnectionsPerAddress
    const mayHaveManyIdle = maxIdleConnectionsPerAddress > 0 && size >= maxIdleConnectionsPerAddress
    if (!isFull && !mayHaveManyIdle) return true
    const idle = idleOf(connections)
    const excessIdle = mayHaveManyIdle ? idle.length + 1 - maxIdleConnectionsPerAddress : 0
    const excess = isFull ? size + 1 - maxConnectionsPerAddress : 0
    close(longestIdle(idle, Math.max(excess, excessIdle)), "address")
    return idle.length >= excess
  }

  const makeRoom = (): boolean => {
    let needed = Math.ceil(maxConnections / 100)
    // Networks with as many connections as each other are treated as one.
    const bySize = new Map<number, Array<Connection>>()
    for (const connections of networks.values()) {
      const [first] = connections
      const rank = first?.isTrustedProxy === true ? -1 / connections.size : connections.size
      const idle = idleOf(connections)
      const others = bySize.get(rank)
      if (others === undefined) bySize.set(rank, idle)
      else for (const connection of idle) others.push(connection)
    }
    for (const [, idle] of [...bySize].toSorted(([a], [b]) => b - a)) {
      if (needed === 0) break
      const chosen = longestIdle(idle, needed)
      needed -= chosen.length
      close(chosen, "total")
    }
    return total < maxConnections
  }

  const refuse = (limit: ConnectionLimit): false => {
    onLimited("refused", limit)
    return false
  }

  const admit = (connection: Connection): boolean => {
    const others = networks.get(connection.network)
    if (others !== undefined && !connection.isTrustedProxy && !makeRoomInNetwork(others)) return refuse("address")
    if (total >= maxConnections && !makeRoom()) return refuse("total")
    const connections = networks.get(connection.network)
    if (connections === undefined) networks.set(connection.network, new Set([connection]))
    else connections.add(connection)
    total++
    return true
  }

  return { admit, remove }
}

const idleOf = <Connection extends LimitedConnection>(connections: ReadonlySet<Connection>): Array<Connection> => {
  const idle: Array<Connection> = []
  for (const connection of connections) if (connection.isIdle()) idle.push(connection)
  return idle
}

const longestIdle = <Connection extends LimitedConnection>(
  idle: ReadonlyArray<Connection>,
  count: number
): ReadonlyArray<Connection> => {
  if (count < 1) return []
  // One suffices at the limit of a network, which needs no order.
  if (count === 1) return idle.length === 0 ? [] : [idle.reduce((a, b) => (b.lastUse < a.lastUse ? b : a))]
  return idle.toSorted((a, b) => a.lastUse - b.lastUse).slice(0, count)
}
