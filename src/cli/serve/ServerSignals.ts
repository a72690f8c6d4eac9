import { constants } from "node:os"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"

/** Emits for each SIGHUP, with which operators ask a server to read its files again. */
export const reloadSignals: Stream.Stream<void> = Stream.callback<void>((queue) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const onSignal = () => void Queue.offerUnsafe(queue, undefined)
      process.on("SIGHUP", onSignal)
      return onSignal
    }),
    (onSignal) => Effect.sync(() => process.off("SIGHUP", onSignal))
  )
)

/** Keeps SIGHUP from ending the process whatever it does, and SIGUSR1 from opening the inspector of Node. */
export const disarmSignals = (): void => {
  for (const signal of ["SIGHUP", "SIGUSR1"]) process.on(signal, () => undefined)
}

/** Exits without draining on a second signal. */
export const exitOnNextSignal = (): void => {
  const start = performance.now()
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // npm and the launcher repeat a signal that a terminal has already sent to the whole process group.
      if (performance.now() - start > duplicateSignalMillis) process.exit(signalExitCode + constants.signals[signal])
    })
  }
}

const duplicateSignalMillis = 100

/** The exit code of a process that a signal ended is this plus the number of the signal. */
const signalExitCode = 128
