import { BroadcastChannel } from "node:worker_threads"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { keyStoreAt } from "../../../../src/cli/keys/KeyOptions.ts"
import type { WorkerConfig } from "../../../../src/cli/serve/AnswerInWorkers.ts"
import { KeyRing } from "../../../../src/keys/KeyRing.ts"
import { makeWindowTable } from "../../../../src/limits/shared/WindowTable.ts"
import { CurrentCatalog } from "../../../../src/server/catalog/CurrentCatalog.ts"
import type { Phase } from "../../../../src/server/ReadServer.ts"
import { makeReplication } from "../../../../src/server/workers/coordinator/Replication.ts"
import { makeWorkerPool } from "../../../../src/server/workers/coordinator/WorkerPool.ts"
import { publishRelease, vocabulary } from "../releases.ts"
import { send } from "../request.ts"
import { waitUntil } from "../TestServer.ts"

describe("a worker that has used up its heap", () => {
  it.live("ends alone, keeps what it has counted, and is replaced", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
      yield* publishRelease(`${folder}/releases`, "1.0.0", vocabulary("EDU"))
      const replication = makeReplication()
      const services = yield* Layer.build(
        Layer.mergeAll(
          CurrentCatalog.layer(`${folder}/releases`, {
            onChange: replication.setCatalog,
            convertBodies: replication.share
          }),
          KeyRing.layer({ onChange: replication.setKeys }).pipe(Layer.provide(keyStoreAt(`${folder}/keys.ndjson`)))
        )
      )
      const windows = makeWindowTable(1)
      const ended: Array<number> = []
      const phases: Array<Phase> = []
      const { collect, origin } = yield* makeWorkerPool({
        count: 1,
        entry: new URL("fixtures/exhaustible-worker.ts", import.meta.url),
        port: 0,
        configFor: (port): WorkerConfig => ({ answer: { ...answer, port }, windows, ephemeralKeys: [] }),
        replication,
        drainPatience: "1 minute",
        log: { write: (_text, onWritten) => onWritten() },
        onUsage: () => undefined,
        onPhase: (phase) => void phases.push(phase),
        onEnd: (worker) => void ended.push(worker),
        resourceLimits: { maxOldGenerationSizeMb: 100, maxYoungGenerationSizeMb: 8 }
      }).pipe(Effect.provideContext(services))
      const port = Number(new URL(origin).port)
      const isServed = Effect.map(send(port, "/api/taxonomy/health"), ({ status }) => status === 200)
      assert.isTrue(yield* isServed)
      yield* collect

      const channel = yield* Effect.acquireRelease(
        Effect.sync(() => new BroadcastChannel("exhaust")),
        (channel) => Effect.sync(() => channel.close())
      )
      channel.postMessage("now")
      yield* waitUntil(() => phases.length === 3)
      assert.deepStrictEqual(phases, ["serving", "starting", "serving"])
      assert.deepStrictEqual(ended, [1])
      assert.isTrue(yield* isServed)
      yield* collect
      const metrics = yield* PrometheusMetrics.format()
      assert.include(metrics, '\ntaxonomy_http_requests_total{route="health",status="200"} 2\n')
      assert.include(metrics, "\ntaxonomy_workers_restarts_total 1\n")
    }).pipe(
      Effect.scoped,
      Effect.provide(
        Layer.mergeAll(
          NodeServices.layer,
          Logger.layer([]),
          Layer.sync(Metric.MetricRegistry)(() => new Map())
        )
      )
    )
  )
})

const answer = {
  host: "127.0.0.1",
  basePath: "/api/taxonomy",
  upgradeUrl: "https://licensing.example/upgrade",
  explorer: false,
  limitsConfig: { location: "memory", timeoutMillis: 50, unavailable: "open" },
  drainDelaySeconds: 0,
  telemetry: undefined
} as const
