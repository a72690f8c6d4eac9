import { spawn } from "node:child_process"
import { once } from "node:events"
import { programs } from "../Programs.ts"

/** A process of `taxonomy explore`, which is killed at the end of its scope. */
export interface ExploreProcess extends Disposable {
  /** Such as `http://127.0.0.1:40000/`. */
  readonly url: string
  /** What it has printed so far. */
  readonly printed: () => string
  /** Ends it by a signal, and returns its exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<unknown>
}

/** Starts `taxonomy explore` on a port, any free one by default, and waits until it serves. */
export const startExplore = async (cwd: string, port = "0"): Promise<ExploreProcess> => {
  const child = spawn(process.execPath, [programs.taxonomy, "explore", "--port", port], {
    cwd,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const exit = once(child, "exit")
  let printed = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (printed += part))
  while (!printed.includes("Serving the Explorer at")) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(printed)
    await Promise.race([once(child.stdout, "data"), exit])
  }
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed) ?? []
  return {
    url,
    printed: () => printed,
    end: async (signal) => {
      child.kill(signal)
      const [code]: Array<unknown> = await exit
      return code
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL")
  }
}
