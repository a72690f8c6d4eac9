import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { WorkerThread } from "./WorkerThread.ts"

/**
 * Ends threads: those that answer requests when they have drained, the others at once. A thread that takes longer than
 * `patience` is stuck, and is terminated.
 */
export const drainThreads = (threads: ReadonlyArray<WorkerThread>, patience: Duration.Input): Effect.Effect<void> =>
  Effect.forEach(threads, (thread) => drainThread(thread, patience), { concurrency: "unbounded", discard: true })

const drainThread = Effect.fnUntraced(function* (thread: WorkerThread, patience: Duration.Input) {
  if (thread.isListening()) thread.tell({ _tag: "Drain" })
  else thread.terminate()
  // This runs in an uninterruptible region, but the timeout must be able to interrupt the wait.
  const ended = Effect.timeoutOption(Effect.interruptible(Deferred.await(thread.ended)), patience)
  if (Option.isSome(yield* ended)) return
  yield* Effect.annotateLogs(Effect.logError("A worker did not shut down in time and is terminated"), {
    worker: thread.number
  })
  thread.terminate()
  yield* Deferred.await(thread.ended)
})
