// Measures how long a running `taxonomy serve` takes to serve a release that was published, to accept a key that was
// issued, and to refuse a key that was revoked, each from the end of the command. Nothing depends on the figures. The
// first argument is the number of rounds.
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { countOf } from "./figures/Counts.ts"

const rounds = countOf("rounds", 0, 9)
const programAt = (name: string): string => fileURLToPath(new URL(`../bin/${name}.js`, import.meta.url))

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
const [sources, releases, keys] = ["taxonomy-src", "releases", "keys.ndjson"].map((name) => join(folder, name))

const run = (program: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
const node = (name: string, ...args: ReadonlyArray<string>): string => run(process.execPath, programAt(name), ...args)

const publish = (minor: number): void => {
  const values = Array.from(
    { length: minor + 1 },
    (_, index) => `  - { code: V${index}, label: V${index}, description: A value. }`
  )
  const files = {
    "taxonomy.yaml": `namespace: bench\ntitle: Bench\ndescription: Bench.\nversion: 1.${minor}.0\n`,
    "dimensions/use.yaml": `name: use\nlabel: Use\ndescription: Use.\nshape: multiple\nrequired: false\nvalues:\n${values.join("\n")}\n`
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, "taxonomy-src", path), text)
  run("git", "add", "taxonomy-src")
  run(
    "git",
    "-c",
    "user.name=bench",
    "-c",
    "user.email=bench@example.com",
    "commit",
    "--quiet",
    "--message",
    `1.${minor}.0`
  )
  node("build-release", "--src", String(sources), "--releases", String(releases))
}

const issueKey = (): string => {
  const holder = ["--organization", "bench", "--use-case", "bench", "--expected-volume", "little"]
  const kind = ["--environment", "development", "--tier", "enterprise", "--keys", String(keys)]
  const key = /nil_[0-9A-Za-z]{32}/.exec(node("taxonomy", "keys", "issue", ...holder, ...kind))?.[0]
  if (key === undefined) throw new Error("No key was printed")
  return key
}

const revoke = (key: string): void => {
  node("taxonomy", "keys", "revoke", key.slice(0, 12), "--reason", "bench", "--yes", "--keys", String(keys))
}

const startServer = async () => {
  const options = ["--port", "0", "--releases", String(releases), "--keys", String(keys)]
  const child = spawn(process.execPath, [programAt("taxonomy"), "serve", ...options], {
    stdio: ["ignore", "ignore", "pipe"]
  })
  let output = ""
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    if (/Serving at .*\n/.test(output)) break
  }
  child.stderr.resume()
  return { base: /Serving at (http:[^\s"]+)/.exec(output)?.[1] ?? "", stop: () => child.kill() }
}

/** Milliseconds until the server answers as expected, asked every five milliseconds. */
const millisUntil = async (base: string, key: string, isExpected: (response: Response) => boolean): Promise<number> => {
  const start = performance.now()
  for (;;) {
    const response = await fetch(`${base}/v1/dimensions`, { headers: { Authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    if (isExpected(response)) return performance.now() - start
    await new Promise((resolve) => void setTimeout(resolve, 5))
  }
}

const summary = (millis: ReadonlyArray<number>): string => {
  const sorted = millis.toSorted((left, right) => left - right)
  return `median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms, at most ${sorted.at(-1)?.toFixed(0)} ms`
}

try {
  mkdirSync(join(folder, "taxonomy-src", "dimensions"), { recursive: true })
  run("git", "init", "--quiet")
  publish(0)
  const reader = issueKey()
  const server = await startServer()
  const served: Array<number> = []
  const accepted: Array<number> = []
  const refused: Array<number> = []
  for (let round = 1; round <= rounds; round++) {
    publish(round)
    served.push(
      await millisUntil(server.base, reader, ({ headers }) => headers.get("X-Taxonomy-Version") === `v1.${round}`)
    )
    const key = issueKey()
    accepted.push(await millisUntil(server.base, key, ({ status }) => status === 200))
    revoke(key)
    refused.push(await millisUntil(server.base, key, ({ status }) => status === 403))
  }
  server.stop()
  process.stdout.write(
    `published release served: ${summary(served)} (target 2000)\n` +
      `issued key accepted: ${summary(accepted)} (target 1000)\n` +
      `revoked key refused: ${summary(refused)} (target 1000)\n`
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
