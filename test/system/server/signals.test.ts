import { spawn } from "node:child_process"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { pause } from "../../support/Patience.ts"
import { programs } from "../../support/Programs.ts"
import { isInstalled } from "../../support/Terminal.ts"
import { exchange } from "./exchange.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { waitUntil } from "./TestServer.ts"

/** Quotes a word for a shell. */
const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** A server on a terminal, which is read only while `child.stdout` flows. */
const serverOnTerminal = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
  yield* publishRelease(`${folder}/releases`, "1.0.0", vocabulary("EDU"))
  const options = ["--releases", `${folder}/releases`, "--keys", `${folder}/keys.ndjson`, "--port", "0"]
  const words = [process.execPath, programs.taxonomy, "serve", ...options]
  const line = `echo "process $$"; exec ${words.map(quote).join(" ")}`
  const child = spawn("script", ["--quiet", "--command", line, "/dev/null"], {
    env: { ...process.env, SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "ignore"]
  })
  let shown = ""
  child.stdout.on("data", (chunk) => (shown += String(chunk)))
  yield* waitUntil(() => /^process \d+/m.test(shown))
  const pid = Number(/^process (\d+)/m.exec(shown)?.[1])
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      child.kill("SIGKILL")
      kill("SIGKILL")
    })
  )
  const address = /Serving at http:\/\/127\.0\.0\.1:(\d+)\//
  yield* waitUntil(() => address.test(shown))
  return { child, kill, port: Number(address.exec(shown)?.[1]), shown: () => shown }
})

const isHealthy = (port: number) => Effect.map(exchange(port, "/api/health"), ({ status }) => status === 200)

describe("taxonomy serve on a terminal", () => {
  it.live("survives SIGHUP, SIGUSR1, and a terminal that stops and closes; SIGTERM ends it", ({ skip }) => {
    if (!isInstalled("script")) skip("script of util-linux is not installed")
    return Effect.gen(function* () {
      const { child, kill, port, shown } = yield* serverOnTerminal
      kill("SIGHUP")
      const reloads = () => shown().split("SIGHUP: reading the releases and the API keys again").length - 1
      yield* waitUntil(() => reloads() === 1)
      kill("SIGUSR1")
      assert.isTrue(yield* isHealthy(port))
      kill("SIGHUP")
      yield* waitUntil(() => reloads() === 2)
      assert.notInclude(shown(), "Debugger")

      child.stdout.pause()
      const long = `/${"x".repeat(300)}`
      for (let count = 0; count < 1000; count++) yield* exchange(port, long)
      assert.isTrue(yield* isHealthy(port))

      child.kill("SIGKILL")
      yield* waitUntil(() => child.signalCode === "SIGKILL")
      for (let count = 0; count < 10; count++) assert.isTrue(yield* isHealthy(port))

      kill("SIGTERM")
      yield* Effect.repeat(Effect.option(exchange(port, "/api/health")), {
        until: ({ _tag }) => _tag === "None",
        schedule: pause
      })
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  })
})
