import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { waitUntil } from "../TestServer.ts"

const program = fileURLToPath(new URL("fixtures/generate-load.ts", import.meta.url))

const Result = Schema.Struct({
  "2xx": Schema.Int,
  non2xx: Schema.Int,
  errors: Schema.Int,
  timeouts: Schema.Int,
  mismatches: Schema.Int,
  resets: Schema.Int
})

/** Asks for one path from a process of its own, five hundred times a second, until it is stopped. */
export const loadOn = Effect.fnUntraced(function* (port: number, path: string, key: string) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      fork(program, [`http://127.0.0.1:${port}${path}`, `Bearer ${key}`], { execArgv: [], stdio: "inherit" })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  let sent: unknown
  let answered = 0
  let ended = false
  child.on("message", (message) => {
    if (typeof message === "number") answered = message
    else sent = message
  })
  child.on("close", () => (ended = true))
  return {
    /** Waits until as many requests were answered since the beginning, or the program has ended. */
    atLeast: (count: number) => waitUntil(() => answered >= count || ended),
    /** Tells how many requests were answered, and how many were not, or not well. */
    stop: Effect.gen(function* () {
      child.send("stop")
      yield* waitUntil(() => ended)
      const { "2xx": answered, ...failures } = yield* Schema.decodeUnknownEffect(Result)(sent)
      return { answered, failures }
    })
  }
})

export const noFailures = { non2xx: 0, errors: 0, timeouts: 0, mismatches: 0, resets: 0 }
