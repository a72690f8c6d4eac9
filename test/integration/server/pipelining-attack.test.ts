import { connect } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { exchange } from "./exchange.ts"
import { serverProcess } from "./many/ServerProcess.ts"
import { publishRelease, vocabulary } from "./releases.ts"

const attackers = 240

/** Together they are five times what ends a process with this heap that keeps every request. */
const pipelined = "GET /api/taxonomy/docs HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1400)

/** Sends all requests and never reads. */
const attack = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof connect>>((resume) => {
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
      socket.on("error", () => undefined)
      socket.pause()
      socket.write(pipelined)
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

describe.concurrent("clients that pipeline without a key and never read", () => {
  it.live.each(["1", "2"])("leave a server with a small heap and --workers %s alive for others", (workers) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
      yield* publishRelease(`${folder}/releases`, "1.0.0", vocabulary("EDU"))
      const server = yield* serverProcess(
        ["--workers", workers, "--releases", `${folder}/releases`, "--keys", `${folder}/keys.ndjson`],
        { NODE_OPTIONS: "--max-old-space-size=64" }
      )
      yield* Effect.forEach(Array.from({ length: attackers }), () => attack(server.port), {
        concurrency: "unbounded",
        discard: true
      })
      const cutOff = server.metric('taxonomy_http_connections_cut_off_total{reason="pipelined"}')
      yield* Effect.repeat(cutOff, { until: (count) => Option.isNone(count) || count.value > 0 })
      assert.strictEqual((yield* exchange(server.port, "/api/taxonomy/health")).status, 200)
      assert.isBelow(Option.getOrThrow(yield* server.metric("taxonomy_http_requests_in_flight")), attackers * 18)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
