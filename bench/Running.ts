import { execFileSync, spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"

/** A server in a process of its own. */
export interface Running {
  readonly name: string
  /** What all paths of the interface are under. */
  readonly port: number
  /** The processor's time that it has used so far, in seconds; not a number where the system does not tell. */
  readonly cpuSeconds: () => number
  /** Megabytes that are resident now, and at most so far. */
  readonly memory: () => { readonly now: number; readonly most: number }
  readonly stop: () => void
}

/**
 * Starts a program that says its address on stdout in a line, on a core of its own. Its log goes to stderr, and that
 * to /dev/null.
 */
export const startServer = (name: string, program: URL, args: ReadonlyArray<string>): Promise<Running> =>
  new Promise((resolve, reject) => {
    const command = [...onCore(serverCore), process.execPath, fileURLToPath(program), ...args]
    const child = spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "pipe", "ignore"] })
    const stop = () => void child.kill()
    process.once("exit", stop)
    child.on("exit", (code) => reject(new Error(`${name} ended with ${code}`)))
    child.on("error", reject)
    let said = ""
    child.stdout.on("data", (chunk) => {
      said += String(chunk)
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port === undefined) return
      const { pid = 0 } = child
      resolve({
        name,
        port: Number(port),
        cpuSeconds: () => cpuSeconds(pid),
        memory: () => ({ now: memory(pid, "VmRSS"), most: memory(pid, "VmHWM") }),
        stop
      })
    })
  })

const [serverCore, loadCore] = [0, 1]

/** A program of Linux that keeps others to a core. */
const pin = "taskset"

/** Whether servers and load can be kept apart, so that they do not take time from each other. */
const canPin = (() => {
  try {
    return availableParallelism() > 1 && execFileSync(pin, ["-p", String(process.pid)]).length > 0
  } catch {
    return false
  }
})()

const onCore = (core: number): ReadonlyArray<string> => (canPin ? [pin, "-c", String(core)] : [])

/** Keeps this process, all its threads, to the core that no server runs on. Gives back whether that went. */
export const pinLoad = (): boolean => {
  if (canPin) execFileSync(pin, ["-a", "-c", "-p", String(loadCore), String(process.pid)])
  return canPin
}

const cpuSeconds = (pid: number): number => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const nanos = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0])
    )
    return nanos.reduce((sum, each) => sum + each, 0) / 1e9
  } catch {
    return Number.NaN
  }
}

const memory = (pid: number, figure: string): number => {
  try {
    const kilobytes = new RegExp(`^${figure}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
    return Number(kilobytes) / 1024
  } catch {
    return Number.NaN
  }
}
