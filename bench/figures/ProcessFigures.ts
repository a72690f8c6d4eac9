import { readdirSync, readFileSync } from "node:fs"

/** The CPU time that a running process has used, in seconds; NaN if the system does not say. */
export const cpuSecondsOf = (pid: number): number => {
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

/** A figure of the memory of a running process, in megabytes; NaN if the system does not say. */
export const memoryOf = (pid: number, figure: "VmRSS" | "VmHWM"): number => {
  try {
    const kilobytes = new RegExp(`^${figure}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
    return Number(kilobytes) / 1024
  } catch {
    return Number.NaN
  }
}
