import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import {
  makeConnectionTable,
  type ConnectionLimits,
  type LimitedConnection
} from "../../../../src/server/clients/ConnectionTable.ts"

interface TestConnection extends LimitedConnection {
  readonly name: string
  lastUse: number
  busy: boolean
}

/** A table, and the names of what is open in the order of its opening. */
const tableWith = (limits: Partial<ConnectionLimits>) => {
  const events: Array<string> = []
  const open: Array<TestConnection> = []
  const table = makeConnectionTable<TestConnection>(
    { maxConnections: 100, maxConnectionsPerAddress: 0, maxIdleConnectionsPerAddress: 0, ...limits },
    (action, limit) => events.push(`${action} ${limit}`)
  )
  let uses = 0
  const drop = (connection: TestConnection) => open.splice(open.indexOf(connection), 1)
  const connect = (network: string, state: { readonly busy?: boolean; readonly proxy?: boolean } = {}) => {
    const connection: TestConnection = {
      name: `${network}${uses}`,
      network,
      isTrustedProxy: state.proxy === true,
      lastUse: uses++,
      busy: state.busy === true,
      isIdle: () => !connection.busy,
      close: () => drop(connection)
    }
    if (table.admit(connection)) open.push(connection)
    return connection
  }
  return {
    connect,
    use: (connection: TestConnection) => (connection.lastUse = uses++),
    disconnect: (connection: TestConnection) => {
      drop(connection)
      table.remove(connection)
    },
    open: () => open.map(({ name }) => name).join(" "),
    events
  }
}

describe("the limit of all connections", () => {
  it("closes the longest idle connection of the network that holds the most", () => {
    const { connect, events, open, use } = tableWith({ maxConnections: 5 })
    connect("b")
    const [first] = [connect("a"), connect("a"), connect("a"), connect("c")]
    use(first)
    connect("d")
    assert.strictEqual(open(), "b0 a1 a3 c4 d6")
    assert.deepStrictEqual(events, ["closed total"])
  })

  it("closes the longest idle one of all if all networks hold as many", () => {
    const { connect, open } = tableWith({ maxConnections: 3 })
    for (const network of ["a", "b", "c", "d", "e"]) connect(network)
    assert.strictEqual(open(), "c2 d3 e4")
  })

  it("closes one of a smaller network if the largest is busy", () => {
    const { connect, open } = tableWith({ maxConnections: 3 })
    connect("a", { busy: true })
    connect("a", { busy: true })
    connect("b")
    connect("c")
    assert.strictEqual(open(), "a0 a1 c3")
  })

  it("refuses a new connection only if none is idle", () => {
    const { connect, events, open } = tableWith({ maxConnections: 2 })
    connect("a", { busy: true })
    connect("b", { busy: true })
    connect("c")
    assert.strictEqual(open(), "a0 b1")
    assert.deepStrictEqual(events, ["refused total"])
  })

  it("closes connections of trusted proxies last", () => {
    const { connect, open } = tableWith({ maxConnections: 4 })
    for (let count = 0; count < 3; count++) connect("p", { proxy: true })
    for (const network of ["a", "b"]) connect(network)
    assert.strictEqual(open(), "p0 p1 p2 b4")
    connect("p", { proxy: true })
    connect("p", { proxy: true })
    assert.strictEqual(open(), "p1 p2 p5 p6")
  })

  it("closes a hundredth of all connections at once", () => {
    const { connect, events } = tableWith({ maxConnections: 1000 })
    for (let count = 0; count < 1001; count++) connect("a")
    assert.strictEqual(events.length, 10)
    for (let count = 0; count < 9; count++) connect("b")
    assert.strictEqual(events.length, 10)
    connect("b")
    assert.strictEqual(events.length, 20)
  })
})

describe("the limits of one network", () => {
  it("close its own longest idle connection", () => {
    for (const limits of [{ maxConnectionsPerAddress: 2 }, { maxIdleConnectionsPerAddress: 2 }]) {
      const { connect, events, open } = tableWith(limits)
      connect("b")
      for (let count = 0; count < 4; count++) connect("a")
      assert.strictEqual(open(), "b0 a3 a4")
      assert.deepStrictEqual(events, ["closed address", "closed address"])
    }
  })

  it("refuse a new connection if all are busy, and allow it when one has closed", () => {
    const { connect, disconnect, events, open } = tableWith({ maxConnectionsPerAddress: 2 })
    const first = connect("a", { busy: true })
    connect("a", { busy: true })
    connect("a")
    assert.deepStrictEqual(events, ["refused address"])
    disconnect(first)
    connect("a")
    assert.strictEqual(open(), "a1 a3")
  })

  it("allow busy connections beyond the limit of idle ones", () => {
    const { connect, open } = tableWith({ maxIdleConnectionsPerAddress: 2 })
    for (let count = 0; count < 5; count++) connect("a", { busy: true })
    for (let count = 0; count < 3; count++) connect("a")
    assert.strictEqual(open(), "a0 a1 a2 a3 a4 a6 a7")
  })

  it("close as many as became idle beyond the limit", () => {
    const { connect, open } = tableWith({ maxIdleConnectionsPerAddress: 2 })
    const connections = [0, 1, 2, 3, 4].map(() => connect("a", { busy: true }))
    for (const connection of connections) connection.busy = false
    connect("a")
    assert.strictEqual(open(), "a4 a5")
  })

  it("do not hold for trusted proxies", () => {
    const { connect, events } = tableWith({ maxConnectionsPerAddress: 2, maxIdleConnectionsPerAddress: 2 })
    for (let count = 0; count < 9; count++) connect("p", { proxy: true })
    assert.deepStrictEqual(events, [])
  })
})

const Step = Schema.Struct({
  network: Schema.Literals(["a", "b", "c"]),
  busy: Schema.Boolean,
  action: Schema.Literals(["connect", "connect", "connect", "disconnect", "finish"])
})

describe("makeConnectionTable", () => {
  it.prop(
    "never holds more than the limits allow, and never closes a busy connection",
    [Schema.Array(Step)],
    ([steps]) => {
      const limits = { maxConnections: 7, maxConnectionsPerAddress: 4, maxIdleConnectionsPerAddress: 3 }
      const { connect, disconnect, open } = tableWith(limits)
      const busy = new Set<string>()
      const all = new Map<string, TestConnection>()
      const isOpen = (name: string) => open().split(" ").includes(name)
      for (const { action, busy: isBusy, network } of steps) {
        const found = [...all.values()].find((one) => one.network === network && isOpen(one.name))
        if (action === "connect") {
          const connection = connect(network, { busy: isBusy })
          all.set(connection.name, connection)
          if (isBusy && isOpen(connection.name)) busy.add(connection.name)
        } else if (found !== undefined) {
          busy.delete(found.name)
          if (action === "disconnect") disconnect(found)
          else found.busy = false
        }
        const names = open()
          .split(" ")
          .filter((name) => name !== "")
        assert.isAtMost(names.length, limits.maxConnections)
        for (const each of ["a", "b", "c"]) {
          assert.isAtMost(names.filter((name) => name.startsWith(each)).length, limits.maxConnectionsPerAddress)
        }
        for (const name of busy) assert.include(names, name)
      }
    }
  )
})
