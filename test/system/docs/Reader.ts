import { spawn, type ChildProcess } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { startCommandServer } from "../../support/CommandServer.ts"
import { packSharedBundle } from "../../support/PackedServer.ts"
import { git, temporaryFolder } from "../../support/Repository.ts"
import { nginxConfiguration, nginxProgram } from "../server/nginx/Nginx.ts"
import { root, type Block } from "./Documents.ts"
import { commandsFor, documentedRepository, shownFor, writePrograms, type Places } from "./Substitutions.ts"

const { PATH = "" } = process.env

const folder = await temporaryFolder()
const programs = join(folder, "programs")
await writePrograms(programs)
/** The tarball that operators download. */
const serverPackage = packSharedBundle()
const commandServer = await startCommandServer()
await writeFile(join(folder, "ignored"), "node_modules\n")

/** Runs the blocks of a document in one terminal, and long-running commands in a second one. */
export interface Reader {
  /** Runs a block. Fails if the block fails or its output differs from the document. */
  readonly follow: (block: Block, expected: string | undefined) => Promise<void>
  /** The current folder of the terminal. */
  readonly here: () => Promise<string>
  /** Writes a block to the file that its first line names. */
  readonly writeOnMachine: (block: Block) => Promise<void>
  /** Stops long-running commands. */
  readonly leave: () => Promise<void>
}

interface Terminal {
  /** The repository to clone from. */
  readonly upstream: string
  /** True if the terminal starts in a clone. */
  readonly cloned: boolean
  readonly database: string
  readonly redis: string
  readonly origin: string
}

export const reader = async ({ cloned, database, origin, redis, upstream }: Terminal): Promise<Reader> => {
  const own = await mkdtemp(join(folder, "reader-"))
  // The user of the server needs access.
  for (const each of [folder, own]) await chmod(each, 0o755)
  const machine = await makeMachine(own)
  const [state, place] = [join(own, "state"), join(own, "place")]
  await writeFile(state, "")
  const [home, start] = [join(own, "home"), join(own, "work")]
  await Promise.all([home, start].map((made) => mkdir(made)))
  await writeFile(join(home, ".gitconfig"), gitSettings(upstream))
  if (cloned) {
    await git(start, "clone", "--quiet", "--template=", upstream, "taxonomy")
    await git(start, "-C", "taxonomy", "remote", "set-url", "origin", documentedRepository)
    await symlink(join(root, "node_modules"), join(start, "taxonomy/node_modules"))
    // The keys command would otherwise create it.
    await mkdir(join(start, "taxonomy/var"))
  }
  await writeFile(place, cloned ? join(start, "taxonomy") : start)
  const [port, adminPort, front] = await Promise.all([freePort(), freePort(), freePort()])
  let places: Places = { port, adminPort, front, machine, key: "nil_", database, redis, origin }
  const env = {
    ...environment(home, port),
    MACHINE: machine,
    ADMIN_PORT: String(adminPort),
    SERVER_PACKAGE: await serverPackage
  }
  let running: Running | undefined

  const noted = (output: string): string => {
    const key = [...output.matchAll(/nil_\w{32}/g)].at(-1)?.[0]
    if (key !== undefined) places = { ...places, key }
    return output
  }
  const stop = async () => {
    const here = await readFile(place, "utf8")
    await running?.interrupt()
    running = undefined
    // The first terminal stays where it is, whatever the folder of the second one was.
    await writeFile(place, here)
  }
  const leave = async () => {
    await stop()
    await endNginx(machine)
  }
  const attempt = async (block: Block, expected: string | undefined) => {
    const file = join(own, `line-${block.line}.sh`)
    const code = commandsFor(block.code, places)
    await writeFile(file, `${opening(state, place)}\n${code}\n${closing(state, place)}\n`)
    const says = (output: string) => expected === undefined || patternOf(shownFor(expected, places)).test(tidy(output))
    if (goesOn.test(block.code)) {
      await stop()
      running = begin(file, env)
      const { output } = running
      await running.until(() => isReady(output()) && says(noted(output())))
      return { ok: isReady(output()) && says(output()), output: output(), code: running.code() }
    }
    const ran = begin(file, env)
    await ran.ended
    noted(ran.output())
    return { ok: ran.code() === 0 && says(ran.output()), output: ran.output(), code: ran.code() }
  }

  return {
    follow: async (block, expected) => {
      let done = await attempt(block, expected)
      // A server needs a moment to detect a change.
      for (let again = 0; !done.ok && again < maxRepeats && asks.test(block.code); again++) {
        await new Promise((resolve) => void setTimeout(resolve, 250))
        done = await attempt(block, expected)
      }
      if (done.ok) return
      const promised = expected === undefined ? "" : `\n--- as the document says\n${shownFor(expected, places)}`
      const end = done.code === null ? "goes on" : `ended with ${done.code}`
      throw new Error(
        `${block.document}:${block.line}\n${block.code}--- ${end}, and printed\n${done.output}${promised}`
      )
    },
    writeOnMachine: async ({ code }) => {
      const [, file = ""] = /^# (\S+)/.exec(shownFor(code, places)) ?? []
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, shownFor(code, places))
    },
    here: async () => (await readFile(place, "utf8")).trim(),
    leave
  }
}

/** The maximum number of repetitions of a request, 250 ms apart. */
const maxRepeats = 400

/** Matches blocks whose last command runs until it is stopped. */
const goesOn =
  /^(?!.*(?:&|--print-config)$).*(?:npm start|taxonomy(?:\.js)? serve|check --watch|taxonomy(?:\.js)? explore|systemctl enable).*\n$/m

/** Matches blocks that only send requests and can be repeated. */
const asks = /^(?:curl .*(?:\n {2}.*)*\n)+$/

const isReady = (output: string): boolean => /^(?:Serving .*|.*: no findings\..*)$/m.test(tidy(output))

// Carries the folder, the variables and the functions from one block to the next.
const opening = (state: string, place: string): string =>
  `exec 2>&1\nset -aeo pipefail\nsource '${state}'\ncd "$(cat '${place}')"`
const closing = (state: string, place: string): string => `{ declare -px; declare -f; } > '${state}'\npwd > '${place}'`

/** In a `text` block, `…` matches anything within a line, and any lines if it is alone on a line. */
const patternOf = (expected: string): RegExp => {
  const lines = tidy(expected).trimEnd().split("\n")
  const body = lines.map((line) =>
    line.trim() === "…"
      ? "(?:.*\\n)*?"
      : `${line
          .split("…")
          .map((part) => RegExp.escape(part))
          .join(".*")}\\n`
  )
  return new RegExp(`^${body.join("")}$`)
}

const tidy = (output: string): string =>
  `${output
    .replaceAll("\r", "")
    // Documents show what a person sees on a terminal. Here the same line may be part of the log.
    .replaceAll(/^\{"timestamp":.*"message":"(Serving at [^"]+)".*$/gm, "$1")
    .replaceAll(/[^\S\n]+$/gm, "")
    .trim()}\n`

interface Running {
  readonly output: () => string
  readonly code: () => number | null
  readonly ended: Promise<void>
  /** Waits until the condition holds, the command has ended, or a timeout. */
  readonly until: (holds: () => boolean) => Promise<void>
  readonly interrupt: () => Promise<void>
}

const begin = (file: string, env: Readonly<Record<string, string>>): Running => {
  // A process group of its own, which receives SIGINT as from Ctrl+C.
  const child: ChildProcess = spawn("bash", ["--noprofile", "--norc", file], {
    cwd: folder,
    env: { ...env },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true
  })
  const chunks: Array<Buffer> = []
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk))
  let code: number | null = null
  const ended = once(child, "close").then(([status]) => {
    code = Number(status ?? -1)
  })
  return {
    output: () => Buffer.concat(chunks).toString(),
    code: () => code,
    ended,
    until: async (holds) => {
      const limit = performance.now() + 250_000
      const isOver = () => code !== null || performance.now() > limit
      while (!holds() && !isOver()) await new Promise((resolve) => void setTimeout(resolve, 25))
    },
    interrupt: async () => {
      if (code === null && child.pid !== undefined) process.kill(-child.pid, "SIGINT")
      await ended
    }
  }
}

const npm = PATH.split(delimiter)
  .filter((path) => !path.includes("node_modules"))
  .map((path) => join(path, "npm"))
  .find((path) => existsSync(path))

const environment = (home: string, port: number): Readonly<Record<string, string>> => ({
  PATH: [programs, join(home, "npm/bin"), dirname(process.execPath), PATH].join(delimiter),
  HOME: home,
  LANG: "C.UTF-8",
  NO_COLOR: "1",
  NODE: process.execPath,
  COMMAND_SERVER: commandServer,
  COMMAND_USER: String(process.getuid?.()),
  NPM: npm ?? "npm",
  NGINX_PROGRAM: nginxProgram ?? "nginx",
  npm_config_offline: "true",
  npm_config_prefix: join(home, "npm"),
  npm_config_update_notifier: "false",
  GIT_CONFIG_NOSYSTEM: "1",
  TAXONOMY_PORT: String(port),
  NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache")
})

/** Creates a folder that represents `/`, with the configuration that the nginx package installs. */
const makeMachine = async (own: string): Promise<string> => {
  const machine = join(own, "machine")
  for (const made of ["srv", "var/cache", "var/log/nginx", "etc/haproxy", "etc/nginx/conf.d", "etc/systemd/system"])
    await mkdir(join(machine, made), { recursive: true })
  await writeFile(join(machine, "etc/nginx/nginx.conf"), nginxConfiguration(machine, "include conf.d/*.conf;"))
  return machine
}

/** Stops the nginx that a document started. nginx deletes its pid file when it exits. */
const endNginx = async (machine: string): Promise<void> => {
  const file = join(machine, "nginx.pid")
  const number = Number(await readFile(file, "utf8").catch(() => ""))
  // `nginx -t` leaves an empty file. Process 0 would be the whole process group of the tests.
  if (number === 0) return
  process.kill(number, "SIGTERM")
  while (existsSync(file)) await new Promise((resolve) => void setTimeout(resolve, 25))
}

/** The git configuration of the reader. */
const gitSettings = (upstream: string): string => `[user]
  name = Editor
  email = editor@example.org
[gc]
  auto = 0
[core]
  excludesFile = ${join(folder, "ignored")}
[url "${upstream}"]
  insteadOf = ${documentedRepository}
`

const givenPorts = new Set<number>()

/** A port for one reader, below the ephemeral range of any system, so that it is still free when the server starts. */
const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 16_000)
  if (givenPorts.has(port)) return freePort()
  givenPorts.add(port)
  const server = createServer().listen(port, "127.0.0.1")
  const isFree = await once(server, "listening").then(
    () => true,
    () => false
  )
  server.close()
  return isFree ? port : freePort()
}
