import type { Signal } from "../options/ClientOptions.ts"

/** Starts a call, unless one with the same key is under way. */
export type ShareCall<A> = (key: string, signal: Signal, start: (signal: Signal) => Promise<A>) => Promise<A>

/**
 * Lets parallel callers share one call. Each of them leaves if its own signal aborts, and the last one to leave aborts the
 * call.
 */
export const makeSharedCalls = <A>(): ShareCall<A> => {
  const underway = new Map<string, SharedCall<A>>()
  const join = (key: string, start: (signal: Signal) => Promise<A>): SharedCall<A> => {
    const known = underway.get(key)
    if (known !== undefined) return known
    const controller = new AbortController()
    const end = (): void => {
      if (underway.get(key) === call) underway.delete(key)
    }
    const result = start(controller.signal).finally(end)
    const call = { result, controller, end, callers: 0 }
    underway.set(key, call)
    return call
  }
  return (key, signal, start) => {
    const call = join(key, start)
    call.callers += 1
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason)
        call.callers -= 1
        if (call.callers > 0) return
        // Whoever calls from now on starts again.
        call.end()
        call.controller.abort(signal.reason)
      }
      signal.addEventListener("abort", leave, { once: true })
      void call.result.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave))
    })
  }
}

interface SharedCall<A> {
  readonly result: Promise<A>
  readonly controller: AbortController
  /** Lets no other caller join. */
  readonly end: () => void
  callers: number
}
