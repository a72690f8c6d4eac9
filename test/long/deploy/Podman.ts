import { execFile, spawn, spawnSync } from "node:child_process"
import { EventEmitter, once } from "node:events"
import { realpathSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { isInstalled } from "../../support/Terminal.ts"

/** What containers need on this machine, in folders of the test. */
export interface Podman {
  /** Builds an image with the Node of the tests mounted at run time, so that the base can be empty. */
  readonly build: (containerfile: string, context: string, tag: string) => Promise<void>
  /** True if a container of an image that was built could start. */
  readonly canRun: () => boolean
  /** Runs a container in the foreground. */
  readonly run: (name: string, ...args: ReadonlyArray<string>) => Foreground
  /** Runs another command of podman, and returns its output. */
  readonly call: (...args: ReadonlyArray<string>) => Promise<string>
  /** Removes containers, images and the folder. */
  readonly close: () => Promise<void>
}

export interface Foreground {
  /** Waits until the container has printed this, or fails with what it has printed if it ends before. */
  readonly printed: (text: string) => Promise<void>
  readonly exitCode: Promise<number | null>
}

/** Why containers cannot run here, or `undefined` if they might. */
export const missingPodman = (): string | undefined => {
  if (process.getuid?.() !== 0) return "only root can run containers without further setup"
  const missing = ["podman", "buildah", "ldd"].filter((program) => !isInstalled(program))
  return missing.length > 0 ? `${missing.join(" and ")} is not installed` : undefined
}

/** Keeps images, containers and settings in a folder of its own. Finds the runtime that works on this machine. */
export const makePodman = async (): Promise<Podman> => {
  // A temporary folder of the tests has a longer path than podman accepts.
  const folder = await mkdtemp("/tmp/podman-")
  const settings = join(folder, "containers.conf")
  // Without the default limits, which a machine may not allow.
  await writeFile(settings, "[containers]\ndefault_ulimits = []\n")
  await mkdir(join(folder, "run"))
  const env = { ...process.env, CONTAINERS_CONF: settings, XDG_RUNTIME_DIR: join(folder, "run") }
  const storage = ["--storage-driver", "vfs", "--root", join(folder, "storage"), "--runroot", join(folder, "runroot")]
  const execute = promisify(execFile)
  let runtime: ReadonlyArray<string> | undefined
  const globals = () => [...storage, "--tmpdir", join(folder, "tmp"), ...(runtime ?? [])]
  const call = async (...args: ReadonlyArray<string>) =>
    (await execute("podman", [...globals(), ...args], { env })).stdout

  return {
    call,
    close: async () => {
      await call("rm", "--all", "--force").catch(() => "")
      await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    },
    canRun: () => runtime !== undefined,
    build: async (containerfile, context, tag) => {
      const options = ["--isolation", "chroot", "--format", "docker", "--build-arg", "BASE=scratch"]
      await execute("buildah", [...storage, "build", ...options, "--file", containerfile, "--tag", tag, context], {
        env
      })
      const probe = [
        "run",
        "--rm",
        "--user",
        "0",
        "--network",
        "none",
        ...nodeVolumes,
        "--entrypoint",
        "node",
        tag,
        "--version"
      ]
      const works = (candidate: ReadonlyArray<string>) =>
        spawnSync("podman", [...globals(), ...candidate, ...probe], { env }).status === 0
      runtime = runtimes.find(works)
    },
    run: (name, ...args) => {
      const child = spawn(
        "podman",
        [...globals(), "run", "--name", name, "--network", "none", ...nodeVolumes, ...args],
        { env }
      )
      const chunks = new EventEmitter()
      let output = ""
      const add = (chunk: unknown) => {
        output += String(chunk)
        chunks.emit("added")
      }
      child.stdout.on("data", add)
      child.stderr.on("data", add)
      const exitCode = once(child, "close").then(([code]: ReadonlyArray<number | null>) => code ?? null)
      return {
        exitCode,
        printed: async (text) => {
          while (!output.includes(text)) {
            const ended = await Promise.race([exitCode.then(() => true), once(chunks, "added").then(() => false)])
            if (ended && !output.includes(text)) throw new Error(`The container printed only\n${output}`)
          }
        }
      }
    }
  }
}

/** Settings for machines without systemd as process 1, and with both versions of control groups. */
const runtimes = [[], ["--cgroup-manager", "cgroupfs"], ["--runtime", "runc", "--cgroup-manager", "cgroupfs"]] as const

/** The Node of the tests with its libraries, at the places where the image of a base would have them. */
const nodeVolumes: ReadonlyArray<string> = (() => {
  const { stdout } = spawnSync("ldd", [process.execPath], { encoding: "utf8" })
  const libraries = stdout?.match(/\/\S+/g) ?? []
  return [
    `${process.execPath}:/usr/local/bin/node:ro`,
    ...libraries.map((path) => `${realpathSync(path)}:${path}:ro`)
  ].flatMap((volume) => ["--volume", volume])
})()
