import { createServer } from "node:net"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Tier } from "../../domain/keys/Tier.ts"
import type { EphemeralKey } from "../../keys/Authentication.ts"
import { releaseLocksOf } from "../../limits/shared/BucketLock.ts"
import {
  forgottenCounter,
  makeWindowTable,
  viewWindowTable,
  type WindowTable
} from "../../limits/shared/WindowTable.ts"
import { AddressUnavailable } from "../../server/node/AddressUnavailable.ts"
import { registerObserved } from "../../server/observability/ObservedMetrics.ts"
import type { Phase } from "../../server/ReadServer.ts"
import type { Replication } from "../../server/workers/coordinator/Replication.ts"
import { makeWorkerPool } from "../../server/workers/coordinator/WorkerPool.ts"
import type { UsageCounter } from "../../usage/UsageCounter.ts"
import type { AnswerConfig } from "./AnswerRequests.ts"
import { workerEntry } from "./WorkerEntry.ts"

/** What a worker is given besides the catalog and the keys. */
export interface WorkerConfig {
  readonly answer: AnswerConfig
  /** The windows of the limits that are kept in memory. */
  readonly windows: WindowTable
  /** Keys that are accepted without being in the ledger. */
  readonly ephemeralKeys: ReadonlyArray<{ readonly key: string; readonly tier: Tier }>
}

interface AnswerInWorkersOptions {
  readonly workers: number
  readonly replication: Replication
  readonly ephemeralKeys: ReadonlyArray<EphemeralKey>
  readonly onPhase: (phase: Phase) => void
  readonly usage: Pick<UsageCounter, "add">
}

/** Answers requests in several threads that listen on one port, until the scope closes. */
export const answerInWorkers = Effect.fnUntraced(function* (
  answer: AnswerConfig,
  { ephemeralKeys, onPhase, replication, usage, workers }: AnswerInWorkersOptions
) {
  const { host, port } = answer
  const windows = makeWindowTable()
  const { words } = viewWindowTable(windows)
  yield* registerObserved([
    {
      name: "taxonomy_limits_forgotten_total",
      description: "Keys whose usage was forgotten because too many others were in use",
      counter: true,
      read: () => Atomics.load(words, forgottenCounter)
    }
  ])
  // Threads of two servers could share a port, and each would answer some requests.
  if (port !== 0) yield* findConflict(host, port)
  return yield* makeWorkerPool({
    count: workers,
    entry: workerEntry,
    port,
    configFor: (port): WorkerConfig => ({
      answer: { ...answer, port, reusePort: true },
      windows,
      ephemeralKeys: ephemeralKeys.map(({ key, tier }) => ({ key: Redacted.value(key), tier }))
    }),
    replication,
    log: process.stderr,
    drainPatience: Duration.sum(Duration.seconds(answer.drainDelaySeconds), drainPatience),
    onPhase,
    onUsage: usage.add,
    onEnd: (worker) => releaseLocksOf(windows, worker)
  })
})

/** Longer than a drain takes, which ends 12 seconds after its delay, and than the threads of a busy machine are late. */
const drainPatience = Duration.seconds(15)

/** Fails if another server listens on a port. */
const findConflict = (host: string, port: number): Effect.Effect<void, AddressUnavailable> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", (error) => resume(Effect.fail(AddressUnavailable.from(host, port, error))))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resume(Effect.void)))
  })
