import type { MessagePort } from "node:worker_threads"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { KeyRing } from "../../keys/KeyRing.ts"
import { makeSharedLimiter } from "../../limits/shared/SharedLimiter.ts"
import { CurrentCatalog } from "../../server/catalog/CurrentCatalog.ts"
import { registerThreadMetrics } from "../../server/observability/ProcessMetrics.ts"
import { makeRequestLog } from "../../server/observability/RequestLog.ts"
import { followCatalog } from "../../server/workers/thread/FollowedCatalog.ts"
import { followKeys } from "../../server/workers/thread/FollowedKeys.ts"
import { countThread, measureThread } from "../../server/workers/thread/MeasureThread.ts"
import { makeWorkerLink } from "../../server/workers/thread/WorkerLink.ts"
import { makeSinkConsole, makeWorkerSink } from "../../server/workers/thread/WorkerLog.ts"
import type { WorkerStart } from "../../server/workers/WorkerMessages.ts"
import { makeUsageCounter } from "../../usage/UsageCounter.ts"
import { errorExitCode } from "../ExitCode.ts"
import { logFor } from "../terminal/ProcessLog.ts"
import type { WorkerConfig } from "./AnswerInWorkers.ts"
import { answerRequests } from "./AnswerRequests.ts"

/** Answers requests in this thread until the coordinator says to drain. */
export const runWorker = (
  { catalog, config, flags, isTerminal, keys, number, unwritten }: WorkerStart<WorkerConfig>,
  port: MessagePort
): void => {
  const link = makeWorkerLink(port)
  const sink = makeWorkerSink(link, unwritten, isTerminal)
  const ephemeralKeys = config.ephemeralKeys.map(({ key, tier }) => ({ key: Redacted.make(key), tier }))
  const draining = Deferred.makeUnsafe<void>()
  link.onMessage((message) => {
    if (message._tag === "Drain") Deferred.doneUnsafe(draining, Exit.void)
  })

  const serve = Effect.gen(function* () {
    const context = yield* Effect.context()
    link.onOrder((order) => {
      if (order._tag === "Measure") link.tell({ _tag: "Metrics", entries: measureThread(context) })
    })
    const usage = makeUsageCounter()
    const reportCounts = (): void => {
      link.tell({ _tag: "Metrics", entries: countThread(context) })
      const deltas = usage.take()
      if (deltas.length > 0) link.tell({ _tag: "Usage", deltas })
    }
    const timer = setInterval(reportCounts, reportMillis)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        clearInterval(timer)
        reportCounts()
      })
    )
    yield* registerThreadMetrics
    const log = yield* makeRequestLog(sink)
    const listening = yield* answerRequests(config.answer, {
      log,
      usage,
      memoryLimiter: makeSharedLimiter(config.windows, number),
      worker: number,
      onPhase: () => undefined
    })
    link.tell({ _tag: "Listening", ...listening })
    yield* Deferred.await(draining)
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Layer.mergeAll(
        Layer.sync(CurrentCatalog)(() => followCatalog(link, catalog, flags)),
        Layer.sync(KeyRing)(() => followKeys(link, keys, ephemeralKeys, flags)),
        NodeServices.layer,
        logFor(isTerminal),
        Layer.succeed(Console.Console, makeSinkConsole(sink))
      )
    ),
    Effect.annotateLogs({ worker: number })
  )
  Effect.runCallback(serve, {
    onExit: (exit) => {
      if (Exit.isSuccess(exit)) return link.tell({ _tag: "Drained" })
      const error = Cause.squash(exit.cause)
      link.tell({
        _tag: "Refused",
        message: error instanceof Error ? error.message : String(error),
        exitCode: errorExitCode(error)
      })
    }
  })
}

/** How often the coordinator is told what this thread has counted, so that little is lost if the thread ends. */
const reportMillis = 1000
