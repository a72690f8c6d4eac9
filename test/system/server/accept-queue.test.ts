import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { patience } from "../../support/Patience.ts"
import { TestServer, waitUntil } from "./TestServer.ts"

const connectMany = fileURLToPath(new URL("load/fixtures/connect-many.ts", import.meta.url))

// Alone in its file, since it blocks the thread that all tests of a file share.
describe("a server that shuts down", () => {
  it.live("answers connections that are established but not accepted yet", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { port } = Context.get(yield* Layer.buildWithScope(TestServer.layer(), scope), TestServer)
      const counted = new Int32Array(new SharedArrayBuffer(12))
      const worker = new Worker(connectMany, { workerData: { count: 20, port, counted }, execArgv: [] })
      // The server shares this thread, so it accepts nothing until all are there, which they may be already.
      assert.notStrictEqual(Atomics.wait(counted, 0, 0, Duration.toMillis(patience)), "timed-out")
      yield* Scope.close(scope, yield* Effect.exit(Effect.void))
      yield* waitUntil(() => Atomics.load(counted, 1) === 20)
      assert.strictEqual(Atomics.load(counted, 2), 20)
      yield* Effect.promise(() => worker.terminate())
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
