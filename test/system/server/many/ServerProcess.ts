import { spawn, type ChildProcessByStdio } from "node:child_process"
import { once } from "node:events"
import type { Readable } from "node:stream"
import * as Effect from "effect/Effect"
import { patience } from "../../../support/Patience.ts"
import { programs } from "../../../support/Programs.ts"
import { until } from "../../keys/TestLedger.ts"
import { exchange } from "../exchange.ts"

/** A server in a process of its own that can be lost, and started again on the port that it had. */
export type ServerProcess = Effect.Success<ReturnType<typeof serverProcess>>

/** One that is started, and ends with the scope. `environment` is added to that of the tests. */
export const serverProcess = Effect.fnUntraced(function* (
  options: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
  /** The files that it may open. */
  maxDescriptors?: number
) {
  let child: ChildProcessByStdio<null, Readable, Readable> | undefined
  let output = ""
  let port = 0
  let adminPort = 0

  const kill = Effect.promise(async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, "close")
    child.kill("SIGKILL")
    await closed
  })
  yield* Effect.addFinalizer(() => kill)

  const tryToStart = Effect.gen(function* () {
    const before = output.length
    const ports = ["--port", String(port), "--admin-port", "0"]
    const command = [process.execPath, programs.taxonomy, "serve", ...ports, ...options]
    const limited =
      maxDescriptors === undefined
        ? command
        : ["sh", "-c", `ulimit -n ${maxDescriptors} && exec "$@"`, "sh", ...command]
    const [program = "", ...words] = limited
    const started = spawn(program, words, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environment }
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text))
    }
    let ended = false
    started.once("close", () => (ended = true))
    const own = () => output.slice(before)
    yield* until(() => ended || serving.test(own()), patience)
    const [read, admin] = [serving, administering].map((line) => Number(line.exec(own())?.[1]))
    if (read === undefined || admin === undefined || Number.isNaN(read + admin)) return yield* Effect.fail(own())
    port = read
    adminPort = admin
  })

  // While it is gone, a connection of another process may have its port for a moment.
  const start = Effect.retry(tryToStart, {
    times: 20,
    while: (told) => String(told).includes("the port is in use")
  }).pipe(Effect.orDie)
  yield* start

  return {
    port,
    /** The URL of the admin server, which changes with each start. */
    adminUrl: () => `http://127.0.0.1:${adminPort}`,
    adminPort,
    start,
    /** Asks it to drain. Gives its exit code. */
    stop: Effect.promise(async () => {
      if (child === undefined) return undefined
      const closed = once(child, "close")
      child.kill("SIGTERM")
      await closed
      return child.exitCode
    }),
    signal: (name: NodeJS.Signals) => Effect.sync(() => void child?.kill(name)),
    /** By SIGKILL; comes back when the process has ended. */
    kill,
    /** All that it has written, whichever process it was. */
    output: () => output,
    /** The value of a metric, 0 if it has not been counted yet; nothing while there is no server. */
    metric: Effect.fnUntraced(function* (name: string) {
      const { bytes } = yield* exchange(adminPort, "/metrics")
      return Number(new RegExp(`^${RegExp.escape(name)} (\\d+)$`, "m").exec(bytes.toString())?.[1] ?? 0)
    }, Effect.option)
  }
})

const serving = /Serving at http:\/\/127\.0\.0\.1:(\d+)/
const administering = /Metrics and readiness at http:\/\/127\.0\.0\.1:(\d+)/
