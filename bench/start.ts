// Measures the time of `taxonomy serve` from the start of its process to its first response, and its CPU time and memory
// then: for one release, for a hundred of about 1 MB each, and for a thousand small ones with and without a signed log.
// Only people read the figures: no test depends on them.
// The first argument is the number of rounds.
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Result from "effect/Result"
import { ledgerFile, parseLedger } from "../src/release/Ledger.ts"
import { checkpointFile, makeLogTree } from "../src/release/log/CheckpointFile.ts"
import { signCheckpoint, generateSigningKey } from "../src/transparency/SigningKey.ts"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { medianOf, program, type Measurement } from "./figures/MeasureProcess.ts"
import { cpuSecondsOf, memoryOf } from "./figures/ProcessFigures.ts"
import { megabyteOfLicenses, megabyteOfValues, smallSize, writeHistory } from "./pipeline/SampleHistory.ts"

const rounds = countOf("rounds", 0, 7)

/** Starts a server, requests one schema, and stops the server. */
const measure = async (releases: string, key: string): Promise<Measurement> => {
  const started = process.hrtime.bigint()
  const options = ["--port", "0", "--releases", releases, "--keys", keys]
  const server = spawn(process.execPath, [program("taxonomy"), "serve", ...options], {
    stdio: ["ignore", "ignore", "pipe"]
  })
  const ended = new Promise((resolve) => server.once("exit", resolve))
  let output = ""
  for await (const chunk of server.stderr) {
    output += String(chunk)
    if (/Serving at .*\n/.test(output)) break
  }
  const base = /Serving at (http:[^\s"]+)/.exec(output)?.[1] ?? ""
  const response = await fetch(`${base}/v1/schema`, { headers: { Authorization: `Bearer ${key}` } })
  await response.arrayBuffer()
  const wallSeconds = Number(process.hrtime.bigint() - started) / 1e9
  if (response.status !== 200) throw new Error(`The response has status ${response.status}`)
  const { pid = 0 } = server
  const [cpuSeconds, megabytes] = [cpuSecondsOf(pid), memoryOf(pid, "VmRSS")]
  server.kill("SIGTERM")
  await ended
  return { cpuSeconds, wallSeconds, megabytes }
}

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
const keys = join(folder, "keys.ndjson")

const issueKey = (): string => {
  const about = ["--organization", "bench", "--use-case", "bench", "--expected-volume", "little"]
  const kind = ["--environment", "development", "--tier", "enterprise", "--keys", keys]
  const output = execFileSync(process.execPath, [program("taxonomy"), "keys", "issue", ...about, ...kind], {
    encoding: "utf8"
  })
  const key = /nil_[0-9A-Za-z]{32}/.exec(output)?.[0]
  if (key === undefined) throw new Error(output)
  return key
}

const origin = "bench.example/taxonomy"

/** Signs the log of a generated history. */
const signLog = async (releases: string): Promise<void> => {
  const { leaves } = Result.getOrThrow(parseLedger(readFileSync(join(releases, ledgerFile))))
  const { key } = await generateSigningKey(origin, "ed25519")
  const root = makeLogTree(leaves).root(leaves.length)
  writeFileSync(join(releases, checkpointFile), signCheckpoint({ origin, size: leaves.length, root }, [key]))
}

try {
  const key = issueKey()
  const sizes = sizeOf(
    [
      { count: 1, size: megabyteOfValues, isSigned: false },
      { count: 100, size: megabyteOfValues, isSigned: false },
      { count: 100, size: megabyteOfLicenses, isSigned: false },
      { count: 1000, size: smallSize, isSigned: false },
      { count: 1000, size: smallSize, isSigned: true }
    ],
    [{ count: 1, size: smallSize, isSigned: true }]
  ).map((history, index) => ({ ...history, releases: join(folder, String(index)), runs: new Array<Measurement>() }))
  for (const { count, isSigned, releases, size } of sizes) {
    writeHistory(releases, count, size)
    if (isSigned) await signLog(releases)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { releases, runs } of sizes) runs.push(await measure(releases, key))
  }
  for (const { count, isSigned, releases, runs, size } of sizes) {
    const files = readdirSync(releases, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0)
    const { cpuSeconds, megabytes, wallSeconds } = medianOf(runs)
    process.stdout.write(
      `${count} releases of ${size.licenses} licenses, ${isSigned ? "signed, " : ""}${files.length} files, ${(bytes / 1e6).toFixed(0)} MB: ` +
        `first response after ${wallSeconds.toFixed(2)} s (target 1.00) and ${cpuSeconds.toFixed(2)} s CPU, ${megabytes.toFixed(0)} MB resident\n`
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
