import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { gitEnvironment } from "./Repository.ts"

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly uid?: number
}

const script = (name: string) => fileURLToPath(new URL(`../../src/${name}`, import.meta.url))

/** Runs `build-release` as a user would. */
export const buildRelease = (args: ReadonlyArray<string>, options: RunOptions): Promise<Ran> =>
  runNode([script("build/build-release.ts"), ...args], options)

/** Runs `taxonomy` as a user would. */
export const taxonomy = (args: ReadonlyArray<string>, options: RunOptions): Promise<Ran> =>
  runNode([script("main.ts"), ...args], options)

export const runNode = (args: ReadonlyArray<string>, { cwd, env, uid }: RunOptions): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], {
      cwd,
      env: { ...process.env, ...gitEnvironment, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      ...(uid === undefined ? {} : { uid, gid: uid })
    })
    const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      return chunks
    })
    child.on("error", reject)
    child.on("close", (code) =>
      resolve({ code, stdout: Buffer.concat(stdout ?? []).toString(), stderr: Buffer.concat(stderr ?? []).toString() })
    )
  })
