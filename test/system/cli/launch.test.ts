import { execFileSync, spawn, spawnSync, type ChildProcessByStdio } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises"
import { connect, createServer, type Socket } from "node:net"
import { constants } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { afterAll, describe, it } from "vitest"
import { installBundle } from "../../support/BundledProgram.ts"
import { oldNode } from "../../support/OldNode.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const taxonomy = join(ownProject, "bin/taxonomy.js")

/** The folder of an installed package, which contains the bundle without the sources. */
const installed = await installBundle()

/** A checkout with a bundle, in which an older Node finds the one that npm ci installs. */
const checkout = await installBundle()
await mkdir(join(checkout, "src"))

const text = { encoding: "utf8" } as const

interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly stdout: () => string
  readonly stderr: () => string
  /** The exit code, once nobody writes any more: neither the process nor one that it left behind. */
  readonly ended: Promise<number | null>
}

const children: Array<Running["child"]> = []
afterAll(() => {
  for (const child of children) child.kill("SIGTERM")
})

const run = (program: string, ...args: ReadonlyArray<string>): Running => {
  const isBundle = args.some((arg) => [installed, checkout].some((folder) => arg.includes(folder)))
  const env = { ...process.env, TAXONOMY_CODE: isBundle ? "bundle" : "sources" }
  const child = spawn(program, args, { cwd: ownProject, env, stdio: ["ignore", "pipe", "pipe"] })
  children.push(child)
  let [stdout, stderr] = ["", ""]
  child.stdout.on("data", (chunk) => (stdout += String(chunk)))
  child.stderr.on("data", (chunk) => (stderr += String(chunk)))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", resolve)
  })
  return { child, stdout: () => stdout, stderr: () => stderr, ended }
}

/** Waits for the port of a server. */
const portOf = async ({ child, ended, stdout, stderr }: Running): Promise<number> => {
  for (;;) {
    const port = /Serving at http:\/\/127\.0\.0\.1:(\d+)/.exec(stdout() + stderr())?.[1]
    if (port !== undefined) return Number(port)
    const code = await Promise.race([
      ended,
      ...[child.stdout, child.stderr].map((stream) => once(stream, "data").then(() => undefined))
    ])
    if (code !== undefined) throw new Error(`it does not serve and ended with ${code}: ${stdout()}${stderr()}`)
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.on("connect", () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })

const options = async () => ["--port", "0", "--keys", join(await temporaryFolder(), "keys.ndjson")]

// Servers start slowly from the sources, and an older Node starts the bundle as it starts the sources.
const variants = [
  { name: "the project's Node", node: process.execPath, code: "the sources", folder: ownProject, signal: "SIGTERM" },
  { name: "the project's Node", node: process.execPath, code: "the bundle", folder: installed, signal: "SIGINT" },
  { name: "an older Node", node: oldNode, code: "the bundle", folder: checkout, signal: "SIGTERM" }
] as const

describe.for(variants)("with $name and $code, bin/", ({ folder, node = "", signal }) => {
  const taxonomy = join(folder, "bin/taxonomy.js")
  const buildRelease = join(folder, "bin/build-release.js")

  it("prints help and passes on the exit codes of the programs", async ({ expect, skip }) => {
    if (node === "") skip("this machine has no older Node")
    const help = run(node, taxonomy, "--help")
    expect(await help.ended).toBe(0)
    expect(help.stdout()).toContain("USAGE\n  taxonomy <subcommand>")
    const release = run(node, buildRelease, "--help")
    expect(await release.ended).toBe(0)
    expect(release.stdout()).toContain("USAGE\n  build-release [flags]")
    const unknown = run(node, taxonomy, "explain", "no/such-rule")
    expect(await unknown.ended).toBe(2)
    expect(unknown.stderr()).toContain('Unknown check "no/such-rule"')
  })

  it("passes signals on, hides a password from the process list, and exits with 0", async ({ expect, skip }) => {
    if (node === "") skip("this machine has no older Node")
    const secret = randomUUID()
    const limits = ["--limits", `redis://:${secret}@127.0.0.1:1`]
    const server = run(node, taxonomy, "serve", ...(await options()), ...limits)
    const port = await portOf(server)
    const processes = execFileSync("ps", ["-e", "-ww", "-o", "args="], text)
    expect(processes).toMatch(/^taxonomy\s*$/m)
    expect(processes).not.toContain(secret)
    server.child.kill("SIGHUP")
    const hasReloaded = new Promise<void>((resolve) => {
      const check = () => server.stderr().includes("SIGHUP: reading") && resolve()
      server.child.stderr.on("data", check)
      check()
    })
    await Promise.race([hasReloaded, server.ended])
    expect(server.stderr()).toContain("SIGHUP: reading")
    expect(await answers(port)).toBe(true)
    server.child.kill(signal)
    expect(await server.ended).toBe(0)
    expect(await answers(port)).toBe(false)
  })

  it("hides the password in the parameters of a URL from the process list", async ({ expect, skip }) => {
    if (node === "") skip("this machine has no older Node")
    const secret = randomUUID()
    const silent = createServer()
    const asked = new Promise<Socket>((resolve) => silent.on("connection", resolve))
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const address = silent.address()
    const port = typeof address === "object" ? address?.port : undefined
    const keys = `postgres://nobody@127.0.0.1:${port}/keys?sslmode=disable&password=${secret}`
    const listing = run(node, taxonomy, "keys", "list", "--keys", keys)
    const socket = await asked
    expect(execFileSync("ps", ["-e", "-ww", "-o", "args="], text)).not.toContain(secret)
    socket.destroy()
    silent.close()
    expect(await listing.ended).toBe(3)
  })
})

describe("without the project's Node", () => {
  it("an older one names the next step and exits with 3", async ({ expect, skip }) => {
    if (oldNode === undefined) return skip("this machine has no older Node")
    const folder = await temporaryFolder()
    await cp(join(ownProject, "bin"), join(folder, "bin"), { recursive: true })
    await mkdir(join(folder, "src"))
    await writeFile(join(folder, "package.json"), '{ "type": "module" }')
    const nothing = run(oldNode, join(folder, "bin/taxonomy.js"), "check")
    expect(await nothing.ended).toBe(3)
    expect(nothing.stderr()).toMatch(/^error: .*npm ci.*\n$/)
    // The state after npm ci --ignore-scripts.
    await mkdir(join(folder, "node_modules/node"), { recursive: true })
    await writeFile(join(folder, "node_modules/node/package.json"), '{ "version": "24.0.0" }')
    const unfinished = run(oldNode, join(folder, "bin/build-release.js"))
    expect(await unfinished.ended).toBe(3)
    expect(unfinished.stderr()).toBe(nothing.stderr())
  })
})

describe("the sources", () => {
  it("run with an older Node, which passes on output and exit codes", async ({ expect, skip }) => {
    if (oldNode === undefined) return skip("this machine has no older Node")
    const help = run(oldNode, taxonomy, "--help")
    expect(await help.ended).toBe(0)
    expect(help.stdout()).toContain("USAGE\n  taxonomy <subcommand>")
    const unknown = run(oldNode, taxonomy, "explain", "no/such-rule")
    expect(await unknown.ended).toBe(2)
    expect(unknown.stderr()).toContain('Unknown check "no/such-rule"')
  })
})

describe("a program without sources", () => {
  it("tells an older Node which one it requires, and exits with 3", async ({ expect, skip }) => {
    if (oldNode === undefined) return skip("this machine has no older Node")
    const refused = run(oldNode, join(installed, "bin/taxonomy.js"), "--version")
    expect(await refused.ended).toBe(3)
    expect(refused.stdout()).toBe("")
    expect(refused.stderr()).toMatch(
      /^error: This is Node \d+\.\d+\.\d+, and the program requires Node 24 or newer\. .*\n$/
    )
  })
})

describe("a server that an older Node has launched", () => {
  it.for([
    { signal: "SIGKILL", code: null },
    { signal: "SIGQUIT", code: 128 + constants.signals.SIGQUIT }
  ] as const)("ends with its launcher after $signal", async ({ code, signal }, { expect, skip }) => {
    if (oldNode === undefined) return skip("this machine has no older Node")
    const server = run(oldNode, join(checkout, "bin/taxonomy.js"), "serve", ...(await options()))
    const port = await portOf(server)
    server.child.kill(signal)
    // The server holds the other ends of these pipes.
    expect(await server.ended).toBe(code)
    expect(await answers(port)).toBe(false)
  })

  it("gives its environment to other programs without the launcher", async ({ expect, skip }) => {
    if (oldNode === undefined) return skip("this machine has no older Node")
    const folder = await temporaryFolder()
    await cp(join(ownProject, "bin"), join(folder, "bin"), { recursive: true })
    await writeFile(join(folder, "package.json"), '{ "type": "module" }')
    await mkdir(join(folder, "src"))
    await writeFile(join(folder, "src/main.ts"), "process.stdout.write(JSON.stringify(process.env))")
    await symlink(join(ownProject, "node_modules"), join(folder, "node_modules"))
    const printed = run(oldNode, join(folder, "bin/taxonomy.js"))
    expect(await printed.ended).toBe(0)
    expect(Object.keys(JSON.parse(printed.stdout()))).not.toContain("TAXONOMY_LAUNCHER")
  })
})

describe("process 1 of a container", () => {
  const container = ["--pid", "--fork", "--kill-child", "--mount-proc", process.execPath]
  const hasContainers = spawnSync("unshare", [...container, "--version"]).status === 0
  const missing = "unshare cannot make process 1 here"

  /** Sends SIGTERM to the only child of a process. */
  const endChildOf = async ({ child: { pid } }: Running) =>
    void process.kill(Number(await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")), "SIGTERM")

  it("exits on SIGTERM while the program is being loaded", async ({ expect, skip }) => {
    if (!hasContainers) skip(missing)
    const folder = await temporaryFolder()
    await cp(join(ownProject, "bin"), join(folder, "bin"), { recursive: true })
    await mkdir(join(folder, "src"))
    await writeFile(join(folder, "package.json"), '{ "type": "module" }')
    await writeFile(
      join(folder, "src/main.ts"),
      'console.log("Loading"); await new Promise(() => setInterval(() => {}, 1000))'
    )
    const loading = run("unshare", ...container, join(folder, "bin/taxonomy.js"))
    await once(loading.child.stdout, "data")
    await endChildOf(loading)
    expect(await loading.ended).toBe(128 + constants.signals.SIGTERM)
  })

  it("drains on SIGTERM once it serves", async ({ expect, skip }) => {
    if (!hasContainers) skip(missing)
    const server = run("unshare", ...container, join(installed, "bin/taxonomy.js"), "serve", ...(await options()))
    await portOf(server)
    await endChildOf(server)
    expect(await server.ended).toBe(0)
  })
})

describe("taxonomy start", () => {
  it("exits after npm, which does not pass signals on", async ({ expect }) => {
    const server = run("npm", "start", "--", ...(await options()))
    const port = await portOf(server)
    server.child.kill("SIGTERM")
    await server.ended
    expect(await answers(port)).toBe(false)
  })

  it("prints the verification before the address, and exits after the shell that started it was killed", async ({
    expect
  }) => {
    const words = [process.execPath, join(installed, "bin/taxonomy.js"), "start", ...(await options())]
    const line = words.map((word) => `'${word}'`).join(" ")
    const server = run("sh", "-c", `${line}; exit 0`)
    const port = await portOf(server)
    expect(server.stdout()).toMatch(/^Verified \d+ releases?, newest \d+\.\d+\.\d+\.\nServing at /)
    server.child.kill("SIGKILL")
    await server.ended
    expect(await answers(port)).toBe(false)
  })
})
