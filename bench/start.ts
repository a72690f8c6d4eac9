// Measures the time of `taxonomy serve` from the start of its process to its first response, and its memory then, for
// one release and for a hundred of about 1 MB each. Only people read the figures: no test depends on them.
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Result from "effect/Result"
import { decide } from "../src/domain/release/PublishRelease.ts"
import { publicationOf } from "../src/domain/release/ReleaseHistory.ts"
import type { Taxonomy } from "../src/domain/taxonomy/Taxonomy.ts"
import { Version } from "../src/domain/taxonomy/Version.ts"
import { chooseFormat, digestOf, folderOf, render } from "../src/release/artifacts/Renderers.ts"
import { ledgerFile, parseLedger, withEvent } from "../src/release/ledger/Ledger.ts"
import { encodeFiles } from "../src/release/ReleaseFolder.ts"

const rounds = 7
const program = fileURLToPath(new URL("../bin/taxonomy.js", import.meta.url))

const words =
  "the athlete grants use of a name an image or a likeness within limits that both sides approve before anything is shown to fans media sponsors schools and their partners in writing for each campaign season territory channel product service game card book film".split(
    " "
  )

const text = (seed: number, length: number): string =>
  Array.from({ length }, (_, index) => words[(seed * 7919 + index * index * 31) % words.length]).join(" ")

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

const dimensionName = (dimension: number) => `dimension_${String(dimension).padStart(2, "0")}`

/** The taxonomy of the release with a given number. Each release changes the description of one license. */
const taxonomyOf = (licenses: number, release: number): Taxonomy => ({
  namespace: "bench",
  title: "Bench",
  description: `As of release ${release}.`,
  dimensions: numbers(12).map((dimension) => ({
    name: dimensionName(dimension),
    label: `Dimension ${dimension}`,
    description: text(dimension, 40),
    shape: "multiple",
    required: false,
    // The fewer licenses, the more values, so that a release has about 1 MB either way.
    values: numbers(licenses < 50 ? 110 : 70).map((value) => ({
      code: `VALUE-${dimension}-${value}`,
      label: `Value ${value}`,
      description: text(dimension * 100 + value, 40)
    }))
  })),
  licenses: numbers(licenses).map((license) => ({
    code: `LICENSE-${String(license).padStart(3, "0")}`,
    name: `License ${license}`,
    description: text(license === release % licenses ? release : license, 60),
    config: Object.fromEntries(
      numbers(12).map((dimension) => [
        dimensionName(dimension),
        numbers(4).map((value) => `VALUE-${dimension}-${(license + value * 11) % 60}`)
      ])
    )
  })),
  rules: []
})

const time = "2026-01-15T10:00:00Z"

/** Writes releases as the publisher does, without waiting for the disk. Half of them belong to a second major. */
const writeReleases = (releases: string, count: number, licenses: number): void => {
  let ledger = Result.getOrThrow(parseLedger(new Uint8Array()))
  for (const number of numbers(count)) {
    const half = Math.ceil(count / 2)
    const taxonomy = taxonomyOf(licenses, number)
    const decision = decide(ledger.history, {
      version: Version.make(number < half ? `1.${number}.0` : `2.${number - half}.0`),
      taxonomy,
      waivers: [],
      published_at: time,
      now: time,
      source_commit: "0".repeat(40),
      format: chooseFormat(undefined, taxonomy)
    })
    if (decision.outcome._tag !== "Publish") throw new Error(JSON.stringify(decision.findings))
    const { release } = decision.outcome
    const artifacts = render(release)
    if (artifacts === undefined) throw new Error("No renderer")
    for (const [path, bytes] of encodeFiles(artifacts)) {
      const file = join(releases, folderOf(release), path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes)
    }
    ledger = Result.getOrThrow(withEvent(ledger, publicationOf(release, digestOf(artifacts.manifest))))
  }
  writeFileSync(join(releases, ledgerFile), ledger.text)
}

interface Measurement {
  readonly seconds: number
  readonly megabytes: number
}

/** Starts a server, requests one schema, and stops the server. */
const measure = async (releases: string, key: string): Promise<Measurement> => {
  const started = process.hrtime.bigint()
  const options = ["--port", "0", "--releases", releases, "--keys", keys]
  const server = spawn(process.execPath, [program, "serve", ...options], { stdio: ["ignore", "pipe", "ignore"] })
  const ended = new Promise((resolve) => server.once("exit", resolve))
  let output = ""
  for await (const chunk of server.stdout) {
    output += String(chunk)
    if (output.includes("\n")) break
  }
  const base = /http:\/\/\S+/.exec(output)?.[0] ?? ""
  const response = await fetch(`${base}/v1/schema`, { headers: { Authorization: `Bearer ${key}` } })
  await response.arrayBuffer()
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  if (response.status !== 200) throw new Error(`The response has status ${response.status}`)
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]
  server.kill("SIGTERM")
  await ended
  return { seconds, megabytes: Number(resident) / 1024 }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
const keys = join(folder, "keys.ndjson")

const issueKey = (): string => {
  const about = ["--organization", "bench", "--use-case", "bench", "--expected-volume", "little"]
  const kind = ["--environment", "development", "--tier", "enterprise", "--keys", keys]
  const output = execFileSync(process.execPath, [program, "keys", "issue", ...about, ...kind], { encoding: "utf8" })
  const key = /nil_[0-9A-Za-z]{32}/.exec(output)?.[0]
  if (key === undefined) throw new Error(output)
  return key
}

try {
  const key = issueKey()
  const sizes = [
    { count: 1, licenses: 25 },
    { count: 100, licenses: 25 },
    { count: 100, licenses: 100 }
  ].map((size) => ({
    ...size,
    releases: join(folder, `${size.count}-${size.licenses}`),
    runs: new Array<Measurement>()
  }))
  for (const { count, licenses, releases } of sizes) writeReleases(releases, count, licenses)
  for (let round = 0; round < rounds; round += 1) {
    for (const { releases, runs } of sizes) runs.push(await measure(releases, key))
  }
  for (const { count, licenses, releases, runs } of sizes) {
    const files = readdirSync(releases, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0)
    const seconds = median(runs.map((run) => run.seconds))
    const megabytes = median(runs.map((run) => run.megabytes))
    process.stdout.write(
      `${count} releases of ${licenses} licenses, ${files.length} files, ${(bytes / 1e6).toFixed(0)} MB: ` +
        `first response after ${seconds.toFixed(2)} s (target 1.00), ${megabytes.toFixed(0)} MB resident\n`
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
