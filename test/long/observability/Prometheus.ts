import { execFile, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import { findFixedPort } from "../../support/FixedPort.ts"
import { root } from "../../system/docs/Documents.ts"

/** True if Prometheus and promtool are installed (the package `prometheus` of Debian). */
export const hasPrometheus: boolean = ["prometheus", "promtool"].every(
  (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0
)

if (!hasPrometheus) process.stderr.write("skipped: tests with Prometheus. Install prometheus to run them\n")

/** Runs promtool. Returns what it prints; fails with that if its exit code is not 0. */
export const promtool = async (words: ReadonlyArray<string>, input = ""): Promise<string> => {
  const running = promisify(execFile)("promtool", words, { cwd: join(root, "deploy/prometheus") })
  running.child.stdin?.end(input)
  const { stderr, stdout } = await running
  return stdout + stderr
}

/** Asks the HTTP API of a Prometheus. */
export type AskPrometheus = (path: string) => Promise<unknown>

/** Starts Prometheus with the configuration of `deploy/`, to scrape a server often. It ends with the scope. */
export const startPrometheus = (adminPort: number): Effect.Effect<AskPrometheus, never, Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const folder = await mkdtemp(join(tmpdir(), "taxonomy-prometheus-"))
      const deployed = await readFile(join(root, "deploy/prometheus/prometheus.yml"), "utf8")
      const configuration = deployed
        .replaceAll("15s", "500ms")
        .replaceAll("127.0.0.1:8081", `127.0.0.1:${adminPort}`)
        .replace("taxonomy.rules.yml", join(root, "deploy/prometheus/taxonomy.rules.yml"))
      await writeFile(join(folder, "prometheus.yml"), configuration)
      const address = `127.0.0.1:${await findFixedPort()}`
      const child = spawn(
        "prometheus",
        [
          `--config.file=${folder}/prometheus.yml`,
          `--storage.tsdb.path=${folder}/data`,
          `--web.listen-address=${address}`
        ],
        { stdio: ["ignore", "ignore", "pipe"] }
      )
      let output = ""
      await new Promise<void>((resolve, reject) => {
        child.stderr.setEncoding("utf8").on("data", (text: string) => {
          output += text
          if (output.includes("Server is ready to receive web requests")) resolve()
        })
        child.once("error", reject)
        child.once("close", () => reject(new Error(output)))
      })
      const ask: AskPrometheus = async (path) => {
        const response = await fetch(`http://${address}${path}`)
        return response.json()
      }
      const stop = async () => {
        const closed = once(child, "close")
        child.kill("SIGKILL")
        await closed
        await rm(folder, { recursive: true, force: true })
      }
      return { ask, stop }
    }),
    ({ stop }) => Effect.promise(stop)
  ).pipe(Effect.map(({ ask }) => ask))

/** The value of each series that a query gives. Throws if Prometheus refuses the query. */
export const runQuery = async (ask: AskPrometheus, query: string): Promise<ReadonlyArray<number>> => {
  const { data } = decodeVector(await ask(`/api/v1/query?${new URLSearchParams({ query }).toString()}`))
  return data.result.map(({ value }) => Number(value[1]))
}

const decodeVector = Schema.decodeUnknownSync(
  Schema.Struct({
    status: Schema.Literal("success"),
    data: Schema.Struct({
      result: Schema.Array(Schema.Struct({ value: Schema.Tuple([Schema.Finite, Schema.String]) }))
    })
  })
)
