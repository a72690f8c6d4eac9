import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { taxonomy } from "../CommandLine.ts"
import { findFixedPort } from "../FixedPort.ts"
import { programs } from "../Programs.ts"
import { temporaryFolder } from "../Repository.ts"

/** A process of `taxonomy serve` over the releases of a project, with a key ledger of its own. */
export interface ReadServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40000/api/taxonomy`. */
  readonly url: string
  readonly issueKey: (tier: "free" | "enterprise") => Promise<string>
  /** Revokes a key, and waits until the server rejects it. */
  readonly revokeKey: (key: string) => Promise<void>
  /** The status of a request with a key. */
  readonly status: (key: string) => Promise<number>
  readonly stop: () => Promise<void>
  /** Starts again at the same address. */
  readonly start: () => Promise<void>
  /** All that the processes have printed. */
  readonly printed: () => string
}

interface RunningServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

export const startReadServer = async (project: string): Promise<ReadServer> => {
  const keys = join(await temporaryFolder(), "keys.ndjson")
  let printed = ""
  let running: RunningServer | undefined

  const serve = async (port: string): Promise<RunningServer> => {
    const options = ["--port", port, "--releases", join(project, "releases"), "--keys", keys]
    const child = spawn(process.execPath, [programs.taxonomy, "serve", ...options], {
      env: { ...process.env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const exited = once(child, "close")
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => {
        output += part
        printed += part
      })
    }
    while (!output.includes("Serving at")) {
      if (child.exitCode !== null || child.signalCode !== null) {
        // While the server was gone, another listener may have got its port for a moment.
        if (port !== "0" && output.includes("the port is in use")) return serve(port)
        throw new Error(output)
      }
      await Promise.race([once(child.stdout, "data"), once(child.stderr, "data"), exited])
    }
    const [, url = ""] = /Serving at (http:[^\s"]+)/.exec(output) ?? []
    return {
      url,
      stop: async () => {
        child.kill("SIGTERM")
        await exited
      }
    }
  }

  const run = async (...args: ReadonlyArray<string>): Promise<string> => {
    const { code, stderr, stdout } = await taxonomy(["keys", ...args, "--keys", keys], { cwd: project })
    if (code !== 0) throw new Error(stderr)
    return stdout
  }

  const holder = ["--organization", "A studio", "--use-case", "Tests", "--expected-volume", "Little"]
  const issueKey = async (tier: "free" | "enterprise"): Promise<string> => {
    const stdout = await run("issue", ...holder, "--environment", "development", "--tier", tier)
    const key = /nil_[0-9A-Za-z]{32}/.exec(stdout)?.[0]
    if (key === undefined) throw new Error(stdout)
    await waitFor(key, 200)
    return key
  }

  const status = async (key: string): Promise<number> => {
    const response = await fetch(`${url}/v1/releases`, { headers: { Authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    return response.status
  }

  // The server looks at the ledger again and again, and needs time for it.
  const waitFor = async (key: string, expected: number): Promise<void> => {
    while ((await status(key)) !== expected) await setTimeout(20)
  }

  // The ledger must exist before the server starts.
  await run("issue", ...holder, "--environment", "development", "--tier", "free")
  running = await serve(await findFixedPort())
  const { url } = running
  const stop = async (): Promise<void> => {
    await running?.stop()
    running = undefined
  }
  return {
    url,
    issueKey,
    revokeKey: async (key) => {
      await run("revoke", "--reason", "A test.", "--yes", key.slice(0, 12))
      await waitFor(key, 403)
    },
    status,
    stop,
    start: async () => {
      running = await serve(new URL(url).port)
    },
    printed: () => printed,
    [Symbol.asyncDispose]: stop
  }
}
