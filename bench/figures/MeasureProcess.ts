import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { median } from "./Statistics.ts"

/** What a process took from its start to its end. */
export interface Measurement {
  /** CPU time in user and system mode, in all threads of the process, without its child processes. */
  readonly cpuSeconds: number
  readonly wallSeconds: number
  /** Peak resident memory. */
  readonly megabytes: number
}

/** A program of this project. */
export const program = (name: "taxonomy" | "build-release"): string =>
  fileURLToPath(new URL(`../../bin/${name}.js`, import.meta.url))

/** Runs a program with this Node and measures it. Throws if it ends with another exit code than those given, or 0. */
export const measureProcess = (
  args: ReadonlyArray<string>,
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly exitCodes?: ReadonlyArray<number> } = {}
): Measurement => {
  const started = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, ["--import", reportUsage, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    encoding: "utf8",
    maxBuffer: 1 << 30
  })
  const wallSeconds = Number(process.hrtime.bigint() - started) / 1e9
  const [, cpuMicros, kilobytes] = /USAGE (\d+) (\d+)/.exec(stderr) ?? []
  if (!(options.exitCodes ?? [0]).includes(status ?? -1) || cpuMicros === undefined)
    throw new Error(`${args.join(" ")}: ${stderr}`)
  return { cpuSeconds: Number(cpuMicros) / 1e6, wallSeconds, megabytes: Number(kilobytes) / 1024 }
}

/** Medians, each figure by itself. */
export const medianOf = (runs: ReadonlyArray<Measurement>): Measurement => ({
  cpuSeconds: median(runs.map(({ cpuSeconds }) => cpuSeconds)),
  wallSeconds: median(runs.map(({ wallSeconds }) => wallSeconds)),
  megabytes: median(runs.map(({ megabytes }) => megabytes))
})

// Only the process itself knows its CPU time and its peak memory.
const reportUsage = `data:text/javascript,${encodeURIComponent(`process.on("exit", () => {
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage()
  process.stderr.write("\\nUSAGE " + (systemCPUTime + userCPUTime) + " " + maxRSS + "\\n")
})`)}`
