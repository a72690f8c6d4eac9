import { spawnSync, type ChildProcess } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import type { OwnService } from "./OwnService.ts"
import { endProcess, freePort, startUntil } from "./ServiceProcess.ts"

/** A Redis with its data in a folder; `undefined` if the program is missing. */
export const makeOwnRedis = async (folder: string): Promise<OwnService | undefined> => {
  if (spawnSync(program, ["--version"]).status !== 0) return undefined
  const port = await freePort()
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    mkdirSync(folder, { recursive: true })
    const address = ["--port", String(port), "--bind", "127.0.0.1"]
    const persistence = ["--dir", folder, "--save", "", "--appendonly", "yes"]
    child = await startUntil([program, ...address, ...persistence], {}, (output) =>
      output.includes("Ready to accept connections")
    )
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill: async () => {
      if (child !== undefined) await endProcess(child, "SIGKILL")
    },
    startEmpty: async () => {
      rmSync(folder, { recursive: true, force: true })
      await start()
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT")
  }
}

const program = "redis-server"
