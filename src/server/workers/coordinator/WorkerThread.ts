import { Worker, type ResourceLimits } from "node:worker_threads"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { FromWorker, ListeningAt, ToWorker, WorkerStart } from "../WorkerMessages.ts"
import type { Replica } from "./Replication.ts"

/** A worker cannot serve. */
export class WorkerRefused extends Schema.TaggedError<WorkerRefused>()("WorkerRefused", {
  reason: Schema.String,
  exitCode: Schema.Natural
}) {
  override get [Runtime.errorExitCode]() {
    return this.exitCode
  }
  override get message() {
    return this.reason
  }
}

/** A thread that answers requests. */
export interface WorkerThread extends Replica {
  readonly number: number
  /** Where the worker listens, when it does. */
  readonly listening: Deferred.Deferred<ListeningAt, WorkerRefused>
  /** Why the thread has ended. */
  readonly ended: Deferred.Deferred<string>
  readonly isListening: () => boolean
  readonly terminate: () => void
}

export interface WorkerThreadOptions {
  /** The module that the thread runs, see `WorkerEntry`. */
  readonly entry: URL
  readonly start: WorkerStart<unknown>
  readonly resourceLimits?: ResourceLimits | undefined
  /** How long the worker may take to carry out an order. Default: 30 seconds. */
  readonly orderTimeoutMillis?: number
  /** Called with everything that is about more than this thread. */
  readonly onMessage: (message: WorkerReport, thread: WorkerThread) => void
  /** Called once, before `ended`. */
  readonly onEnd: (thread: WorkerThread) => void
}

export type WorkerReport = Exclude<FromWorker, { readonly _tag: "Listening" | "Refused" | "Done" | "Drained" }>

/** Starts a thread. It is terminated if it does not carry out an order in time: another one would. */
export const startThread = ({
  entry,
  onEnd,
  onMessage,
  orderTimeoutMillis = 30_000,
  resourceLimits,
  start
}: WorkerThreadOptions): WorkerThread => {
  const worker = new Worker(entry, {
    workerData: start,
    name: `worker ${start.number}`,
    ...(resourceLimits === undefined ? {} : { resourceLimits })
  })
  const listening = Deferred.makeUnsafe<ListeningAt, WorkerRefused>()
  const ended = Deferred.makeUnsafe<string>()
  const pending = new Map<number, () => void>()
  let orders = 0
  let isListening = false
  let hasEnded = false
  let reason: string | undefined

  const tell = (message: ToWorker): void => worker.postMessage(message)

  const thread: WorkerThread = {
    number: start.number,
    listening,
    ended,
    isListening: () => isListening,
    tell,
    give: (order) =>
      Effect.callback<void>((resume) => {
        if (hasEnded) return resume(Effect.void)
        const number = ++orders
        const timer = setTimeout(() => {
          reason = `It did not respond for ${orderTimeoutMillis / 1000} seconds`
          void worker.terminate()
        }, orderTimeoutMillis)
        const done = (): void => {
          clearTimeout(timer)
          pending.delete(number)
          resume(Effect.void)
        }
        pending.set(number, done)
        tell({ _tag: "Order", number, order })
      }),
    terminate: () => void worker.terminate()
  }

  worker.on("message", (message: FromWorker) => {
    switch (message._tag) {
      case "Listening":
        isListening = true
        return Deferred.doneUnsafe(listening, Exit.succeed(message))
      case "Refused":
        reason = message.message
        Deferred.doneUnsafe(
          listening,
          Exit.fail(new WorkerRefused({ reason: message.message, exitCode: message.exitCode }))
        )
        return void worker.terminate()
      case "Done":
        return pending.get(message.number)?.()
      case "Drained":
        return void worker.terminate()
      default:
        return onMessage(message, thread)
    }
  })
  worker.on("error", (error: unknown) => {
    reason ??= error instanceof Error ? (error.stack ?? error.message) : String(error)
  })
  worker.on("exit", (code) => {
    hasEnded = true
    isListening = false
    const why = reason ?? `It exited with code ${code}`
    onEnd(thread)
    Deferred.doneUnsafe(listening, Exit.fail(new WorkerRefused({ reason: `A worker ended. ${why}`, exitCode: 3 })))
    Deferred.doneUnsafe(ended, Exit.succeed(why))
    for (const done of pending.values()) done()
  })
  return thread
}
