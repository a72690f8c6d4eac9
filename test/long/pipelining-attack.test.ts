import { connect } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Taxonomy } from "../../src/domain/taxonomy/Taxonomy.ts"
import { holder, storeIn } from "../system/keys/storeIn.ts"
import { exchange } from "../system/server/exchange.ts"
import { serverProcess, type ServerProcess } from "../system/server/many/ServerProcess.ts"
import { publishRelease, vocabulary } from "../system/server/releases.ts"

/** Sends requests on each of so many connections, and never reads. */
const attack = (port: number, attackers: number, pipelined: string) =>
  Effect.forEach(Array.from({ length: attackers }), () => attackOnce(port, pipelined), {
    concurrency: "unbounded",
    discard: true
  })

const attackOnce = (port: number, pipelined: string) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof connect>>((resume) => {
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
      socket.on("error", () => undefined)
      socket.pause()
      socket.write(pipelined)
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** A server with a small heap. */
const startServer = (folder: string) =>
  serverProcess(["--releases", `${folder}/releases`, "--keys", `${folder}/keys.ndjson`], {
    NODE_OPTIONS: "--max-old-space-size=96"
  })

/** Until a counter of the server has reached a value, or the server is gone. */
const awaitCount = (server: ServerProcess, metric: string, least: number) =>
  Effect.repeat(server.metric(metric), { until: (count) => Option.isNone(count) || count.value >= least })

describe.concurrent("clients that pipeline and never read", () => {
  it.live("leave a server with a small heap alive, without a key", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
      yield* publishRelease(`${folder}/releases`, "1.0.0", vocabulary("EDU"))
      const server = yield* startServer(folder)
      const attackers = 360
      // Together they are five times what ends a process with this heap that keeps every request that it has read.
      yield* attack(server.port, attackers, "GET /api/taxonomy/docs HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1400))
      // Not all: a connection of which a first packet held fewer requests is not read any further.
      yield* awaitCount(server, 'taxonomy_http_connections_cut_off_total{reason="pipelined"}', 1)
      assert.strictEqual((yield* exchange(server.port, "/api/taxonomy/health")).status, 200)
      assert.isBelow(Option.getOrThrow(yield* server.metric("taxonomy_http_requests_in_flight")), attackers * 18)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("leave it alive, with a key and bodies that no two responses share", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
      yield* publishRelease(`${folder}/releases`, "1.0.0", large)
      const store = yield* storeIn(`${folder}/keys.ndjson`)
      const { key } = yield* store.issue({ ...holder, tier: "enterprise" })
      const server = yield* startServer(folder)
      const head = `GET /api/taxonomy/v1/schema?envelope=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${Redacted.value(key)}`
      yield* attack(server.port, 60, `${head}\r\n\r\n`.repeat(16))
      yield* awaitCount(server, 'taxonomy_http_requests_total{route="schema",status="200"}', 60 * 16)
      assert.strictEqual((yield* exchange(server.port, "/api/taxonomy/health")).status, 200)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

/** Its schema has about half a megabyte, so that 16 responses are more than a connection takes from a client that does not read. */
const large: Taxonomy = {
  ...vocabulary("EDU"),
  dimensions: vocabulary("EDU").dimensions.map((dimension) => ({
    ...dimension,
    values: [
      ...dimension.values,
      ...Array.from({ length: 4000 }, (_, index) => ({
        code: `V${index}`,
        label: `Value ${index}`,
        description: "One of many values, each of which is described in a few words."
      }))
    ]
  }))
}
