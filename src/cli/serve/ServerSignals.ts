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
