import { execFileSync, spawn } from "node:child_process"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { cpuSecondsOf, memoryOf } from "../figures/ProcessFigures.ts"

/** A server in its own process. */
export interface Running {
  readonly name: string
  readonly port: number
  /** The admin port; NaN without one. */
  readonly adminPort: number
  /** The CPU time used so far, in seconds; NaN if the system does not say. */
  readonly cpuSeconds: () => number
  /** Resident memory in megabytes: now, and the peak. */
  readonly memory: () => { readonly now: number; readonly peak: number }
  readonly stop: () => void
}

/** Starts a program on its own core, unless it is to use all. It prints or logs its address; what follows is discarded. */
export const startServer = (
  name: string,
  program: URL,
  args: ReadonlyArray<string>,
  {
    isPinned = true,
    nodeOptions = []
  }: { readonly isPinned?: boolean; readonly nodeOptions?: ReadonlyArray<string> } = {}
): Promise<Running> =>
  new Promise((resolve, reject) => {
    const command = [
      ...(isPinned ? onCore(serverCore) : []),
      process.execPath,
      ...nodeOptions,
      fileURLToPath(program),
      ...args
    ]
    const child = spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "pipe", "pipe"] })
    const stop = () => void child.kill()
    process.once("exit", stop)
    child.on("exit", (code) => {
      process.off("exit", stop)
      reject(new Error(`${name} ended with ${code}`))
    })
    child.on("error", reject)
    let output = ""
    const onOutput = (chunk: Buffer): void => {
      output += String(chunk)
      const port = /(?:Serving at |Metrics at |^)http:\/\/127\.0\.0\.1:(\d+)/m.exec(output)?.[1]
      if (port === undefined) return
      for (const stream of [child.stdout, child.stderr]) stream.off("data", onOutput).resume()
      const { pid = 0 } = child
      resolve({
        name,
        port: Number(port),
        // Logged before the port.
        adminPort: Number(/Metrics and readiness at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]),
        cpuSeconds: () => cpuSecondsOf(pid),
        memory: () => ({ now: memoryOf(pid, "VmRSS"), peak: memoryOf(pid, "VmHWM") }),
        stop
      })
    }
    for (const stream of [child.stdout, child.stderr]) stream.on("data", onOutput)
  })

const [serverCore, loadCore] = [0, 1]

/** The Linux program that pins a process to a core. */
const pin = "taskset"

/** True if servers and load generator can be pinned to different cores. */
const canPin = (() => {
  try {
    return availableParallelism() > 1 && execFileSync(pin, ["-p", String(process.pid)]).length > 0
  } catch {
    return false
  }
})()

const onCore = (core: number): ReadonlyArray<string> => (canPin ? [pin, "-c", String(core)] : [])

/** Pins all threads of this process to the core that no server runs on. Returns false if pinning is not possible. */
export const pinLoad = (): boolean => {
  if (canPin) execFileSync(pin, ["-a", "-c", "-p", String(loadCore), String(process.pid)])
  return canPin
}
