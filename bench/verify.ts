// Measures `taxonomy verify` and `taxonomy rebuild` of 100 releases of about 1 MB each, and of 10 releases with 20,000
// values each, against a process that only reads and hashes the same files. Whole processes in turns; prints medians.
// "Beyond start" is without what the same command takes for one small release. The first argument is the number of
// rounds.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { measureProcess, medianOf, program, type Measurement } from "./figures/MeasureProcess.ts"
import { megabyteOfLicenses, megabyteOfValues, smallSize, writeHistory } from "./pipeline/SampleHistory.ts"

const rounds = countOf("rounds", 0, 5)

const hashOnly = fileURLToPath(new URL("pipeline/hash-only.mjs", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))

const smallRelease = { name: "1 small release", count: 1, size: smallSize }

const histories = sizeOf(
  [
    smallRelease,
    { name: "100 releases, mostly values", count: 100, size: megabyteOfValues },
    { name: "100 releases, mostly licenses", count: 100, size: megabyteOfLicenses },
    { name: "10 releases of 20,000 values", count: 10, size: { dimensions: 40, values: 500, licenses: 25 } }
  ],
  [smallRelease]
).map((history, index) => ({
  ...history,
  releases: join(folder, String(index)),
  hash: Array<Measurement>(),
  verify: Array<Measurement>(),
  rebuild: Array<Measurement>()
}))

const figuresOf = ({ cpuSeconds, megabytes, wallSeconds }: Measurement): string =>
  `${cpuSeconds.toFixed(2)} s CPU, ${wallSeconds.toFixed(2)} s wall, ${megabytes.toFixed(0)} MB`

try {
  for (const { count, releases, size } of histories) writeHistory(releases, count, size)
  for (let round = 0; round < rounds; round += 1) {
    for (const { hash, rebuild, releases, verify } of histories) {
      hash.push(measureProcess([hashOnly, releases]))
      verify.push(measureProcess([program("taxonomy"), "verify", "--releases", releases]))
      rebuild.push(measureProcess([program("taxonomy"), "rebuild", "--releases", releases]))
    }
  }
  const [smallest] = histories
  for (const { hash, name, rebuild, releases, verify } of histories) {
    const files = readdirSync(releases, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0)
    const peer = medianOf(hash)
    process.stdout.write(
      `${name}: ${files.length} files, ${(bytes / 1e6).toFixed(0)} MB\n  read and hash  ${figuresOf(peer)}\n`
    )
    for (const [command, own, start] of [
      ["verify", medianOf(verify), medianOf(smallest?.verify ?? [])],
      ["rebuild", medianOf(rebuild), medianOf(smallest?.rebuild ?? [])]
    ] as const) {
      const ratio = (seconds: keyof Measurement) => (own[seconds] / peer[seconds]).toFixed(2)
      process.stdout.write(
        `  ${command.padEnd(14)} ${figuresOf(own)}: ${ratio("cpuSeconds")} of the CPU time, ${ratio("wallSeconds")} of the ` +
          `wall time; ${(own.cpuSeconds - start.cpuSeconds).toFixed(2)} s CPU beyond start\n`
      )
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
