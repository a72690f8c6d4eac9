import type { ResourceLimits } from "node:worker_threads"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Metric from "effect/Metric"
import { KeyRing } from "../../../keys/KeyRing.ts"
import type { UsageDeltas } from "../../../usage/UsageDeltas.ts"
import { CurrentCatalog } from "../../catalog/CurrentCatalog.ts"
import { registerObserved } from "../../observability/ObservedMetrics.ts"
import type { Phase } from "../../ReadServer.ts"
import { makeStatusFlags, writeStatusFlags } from "../StatusFlags.ts"
import { makeBodyLending, type BodyLending } from "./BodyLending.ts"
import { drainThreads } from "./DrainThreads.ts"
import type { Replication } from "./Replication.ts"
import { isEarlyEnd, restartDelayMillis } from "./RestartDelay.ts"
import { makeWorkerMetrics } from "./WorkerMetrics.ts"
import { startThread, type WorkerReport, type WorkerThread } from "./WorkerThread.ts"

export interface WorkerPoolOptions {
  readonly count: number
  /** The module that each worker runs. */
  readonly entry: URL
  /** What a worker is given, for the port that all listen on. Plain data and shared memory. */
  readonly configFor: (port: number) => unknown
  /** 0 for any free port. */
  readonly port: number
  readonly replication: Replication
  /** Where the workers' lines are written. */
  readonly log: LogStream
  readonly onPhase: (phase: Phase) => void
  /** Takes over what a worker has counted. */
  readonly onUsage: (deltas: UsageDeltas) => void
  /** How long the workers may take to drain before they are terminated. */
  readonly drainPatience: Duration.Input
  /** Called with the number of a worker that has ended. */
  readonly onEnd?: (worker: number) => void
  readonly resourceLimits?: ResourceLimits | undefined
}

/** The part of a stream that the log needs. */
export interface LogStream {
  readonly isTTY?: boolean
  readonly write: (text: string, onWritten: () => void) => unknown
}

export interface WorkerPool {
  /** Where all workers listen, such as `http://127.0.0.1:8080`. */
  readonly origin: string
  /** Reads the metrics of all workers. */
  readonly collect: Effect.Effect<void>
}

/**
 * Runs threads that listen on one port and answer requests, until the scope closes; then all drain. A thread that ends is
 * replaced, after a delay if it ended soon after its start. Fails with `WorkerRefused` if one cannot serve at first.
 */
export const makeWorkerPool = Effect.fnUntraced(function* ({
  configFor,
  count,
  drainPatience,
  entry,
  log,
  onEnd,
  onPhase,
  onUsage,
  port: wantedPort,
  replication,
  resourceLimits
}: WorkerPoolOptions) {
  const catalog = yield* CurrentCatalog
  const ring = yield* KeyRing
  const clock = yield* Clock.Clock
  const fork = yield* FiberSet.makeRuntime()
  const metrics = makeWorkerMetrics(yield* Metric.MetricRegistry)
  const flags = makeStatusFlags()
  const updateFlags = (): void =>
    writeStatusFlags(flags, {
      catalogDegraded: catalog.status().degraded,
      keysDegraded: ring.status().reason !== undefined
    })
  updateFlags()
  const timer = setInterval(updateFlags, flagsMillis)
  yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(timer)))

  const threads = new Map<WorkerThread, BodyLending>()
  let port = wantedPort
  let started = 0
  let restarts = 0
  let isRunning = false
  let isDraining = false
  const listening = (): ReadonlyArray<WorkerThread> => [...threads.keys()].filter((thread) => thread.isListening())

  const updatePhase = (): void => {
    if (isRunning && !isDraining) onPhase(listening().length > 0 ? "serving" : "starting")
  }

  const open = (): WorkerThread => {
    const unwritten = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
    const characters = new Int32Array(unwritten)
    const onMessage = (message: WorkerReport, thread: WorkerThread): void => {
      switch (message._tag) {
        case "Log":
          return void log.write(message.text, () => void Atomics.sub(characters, 0, message.text.length))
        case "Metrics":
          return metrics.put(thread.number, message.entries)
        case "Usage":
          return onUsage(message.deltas)
        default: {
          const received = threads.get(thread)?.receive(message, thread.tell)
          if (received !== undefined) fork(received)
        }
      }
    }
    const number = ++started
    const thread = startThread({
      entry,
      start: {
        taxonomyWorker: true,
        number,
        config: configFor(port),
        ...replication.snapshot(),
        flags,
        unwritten,
        isTerminal: log.isTTY === true
      },
      resourceLimits,
      onMessage,
      onEnd: (ended) => {
        replication.leave(ended)
        threads.get(ended)?.end()
        threads.delete(ended)
        metrics.retire(number)
        onEnd?.(number)
        updatePhase()
      }
    })
    threads.set(thread, makeBodyLending(catalog.bodies, replication))
    replication.join(thread)
    return thread
  }

  const now = (): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

  /** Replaces a thread whenever it ends. */
  const supervise = Effect.fnUntraced(function* (first: WorkerThread) {
    let earlyEnds = 0
    let openedAt = now()
    for (let thread = first; ;) {
      const reason = yield* Deferred.await(thread.ended)
      if (isDraining) return
      restarts += 1
      earlyEnds = isEarlyEnd(now() - openedAt) ? earlyEnds + 1 : 0
      yield* Effect.annotateLogs(Effect.logError(`A worker ended and is replaced. ${reason}`), {
        worker: thread.number
      })
      yield* Effect.sleep(restartDelayMillis(earlyEnds))
      if (isDraining) return
      openedAt = now()
      thread = open()
      yield* Effect.exit(Deferred.await(thread.listening))
      updatePhase()
      if (thread.isListening()) {
        yield* Effect.annotateLogs(Effect.logInfo("A worker serves in place of another"), { worker: thread.number })
      }
    }
  })

  const drainAll = Effect.suspend(() => {
    isDraining = true
    onPhase("draining")
    return drainThreads([...threads.keys()], drainPatience)
  })
  yield* Effect.addFinalizer(() => drainAll)

  const first = open()
  const { origin, port: boundPort } = yield* Deferred.await(first.listening)
  port = boundPort
  const others = Array.from({ length: count - 1 }, open)
  yield* Effect.forEach(others, (thread) => Deferred.await(thread.listening), { concurrency: "unbounded" })
  isRunning = true
  updatePhase()
  for (const thread of [first, ...others]) yield* Effect.forkScoped(supervise(thread))

  yield* registerObserved([
    { name: "taxonomy_workers", description: "Workers that answer requests", read: () => listening().length },
    {
      name: "taxonomy_workers_restarts_total",
      description: "Workers that ended and were replaced",
      counter: true,
      read: () => restarts
    }
  ])
  return {
    origin,
    // A worker that is busy for long shows what it counted before.
    collect: Effect.asVoid(
      Effect.timeoutOption(
        Effect.suspend(() =>
          Effect.forEach(listening(), ({ give }) => give({ _tag: "Measure" }), {
            concurrency: "unbounded",
            discard: true
          })
        ),
        "1 second"
      )
    )
  } satisfies WorkerPool
})

const flagsMillis = 100
