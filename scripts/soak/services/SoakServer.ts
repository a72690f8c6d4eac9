import type { ChildProcess } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { FakeClock } from "./FakeClock.ts"
import { endProcess, startProcess } from "./ServiceProcess.ts"

/** What a server says about itself on its admin port. */
export interface Sample {
  /** When it was asked, by the monotonic clock of this process in milliseconds. */
  readonly askedAt: number
  /** The status of `/ready`, and its words. */
  readonly readiness: number
  readonly degraded: string | undefined
  readonly sequence: number
  /** The `Date` header, in milliseconds since the epoch. */
  readonly date: number
  /** A metric without labels; NaN if it is missing. */
  readonly metric: (name: string) => number
}

export interface SoakServer {
  readonly name: string
  readonly port: number
  readonly sample: () => Promise<Sample>
  readonly reload: () => void
  /** Asks it to drain. Returns its exit code. */
  readonly drain: () => Promise<number | null>
  /** Its code if it has exited; `undefined` while it runs. */
  readonly exited: () => number | string | undefined
  /** The messages that are not about requests, by how often they were logged, each with the level. */
  readonly messages: ReadonlyMap<string, number>
}

export interface ServerOptions {
  readonly name: string
  readonly program: string
  readonly clock: FakeClock | undefined
  readonly args: ReadonlyArray<string>
}

/** Starts a server and returns when it serves. */
export const startSoakServer = async ({ args, clock, name, program }: ServerOptions): Promise<SoakServer> => {
  const messages = new Map<string, number>()
  let rest = ""
  let exit: number | string | undefined
  const { promise, reject, resolve } = Promise.withResolvers<readonly [port: number, adminPort: number]>()
  let adminPort = 0
  const readLine = (line: string): void => {
    const { level, message } = parseLine(line)
    if (message === "request" && level !== "ERROR") return
    adminPort = Number(/readiness at http:\/\/127\.0\.0\.1:(\d+)/.exec(message)?.[1] ?? adminPort)
    const port = /Serving at http:\/\/127\.0\.0\.1:(\d+)/.exec(message)?.[1]
    if (port !== undefined) resolve([Number(port), adminPort])
    const text = `${level} ${message === "request" ? line : message}`.replaceAll(/\d+/g, "N").slice(0, 300)
    if (messages.size < maxMessages || messages.has(text)) messages.set(text, (messages.get(text) ?? 0) + 1)
  }
  const ports = ["--port", "0", "--admin-port", "0"]
  const child: ChildProcess = startProcess(
    [process.execPath, program, "serve", ...ports, ...args],
    { env: { ...process.env, ...clock?.environment } },
    (text) => {
      const lines = (rest + text).split("\n")
      rest = lines.pop() ?? ""
      lines.forEach(readLine)
    }
  )
  child.once("exit", (code, signal) => {
    exit = code ?? signal ?? "unknown"
    reject(new Error(`${name} has ended with ${exit}: ${[...messages.keys(), rest].join("\n")}`))
  })
  const [port, admin] = await promise
  return {
    name,
    port,
    sample: () => takeSample(`http://127.0.0.1:${admin}`),
    reload: () => void child.kill("SIGHUP"),
    drain: () => endProcess(child, "SIGTERM"),
    exited: () => exit,
    messages
  }
}

/** The launcher of this tree. */
export const taxonomyProgram = fileURLToPath(new URL("../../../bin/taxonomy.js", import.meta.url))

const takeSample = async (url: string): Promise<Sample> => {
  const askedAt = performance.now()
  const [ready, metrics] = await Promise.all([fetch(`${url}/ready`), fetch(`${url}/metrics`)])
  const [state, text] = [decodeReadiness(await ready.text()), await metrics.text()]
  return {
    askedAt,
    readiness: ready.status,
    degraded: state.degraded,
    sequence: state.ledger.sequence,
    date: Date.parse(ready.headers.get("date") ?? ""),
    metric: (name) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1])
  }
}

/** The part of the body of `/ready` that is read here. */
const decodeReadiness = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({ degraded: Schema.optional(Schema.String), ledger: Schema.Struct({ sequence: Schema.Finite }) })
  )
)

/** The members that each line of the log has (docs/operating.md, "Read the log"). */
const decodeLine = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ level: Schema.String, message: Schema.String }))
)

const parseLine = (line: string): { readonly level: string; readonly message: string } =>
  Option.getOrElse(decodeLine(line), () => ({ level: "", message: line }))

const maxMessages = 100
