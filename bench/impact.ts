// Measures `taxonomy impact` against a process that validates the same configs with ajv and the published config schema:
// once with contracts that repeat the configs of this project's base licenses, once with contracts whose configs all
// differ. Whole processes in turns; prints medians of CPU time, and contracts per second beyond the run without contracts.
// The first argument is the number of rounds.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { measureProcess, medianOf, program, type Measurement } from "./figures/MeasureProcess.ts"

const rounds = countOf("rounds", 0, 3)
const sizes = sizeOf([10_000, 1_000_000], [1])

const project = fileURLToPath(new URL("..", import.meta.url))
const release = join(project, "releases/v1.0.0")
const ajvOnly = fileURLToPath(new URL("pipeline/ajv-only.mjs", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))

const configs: ReadonlyArray<object> = (() => {
  const body: { readonly licenses: ReadonlyArray<{ readonly config: object }> } = JSON.parse(
    readFileSync(join(release, "licenses.json"), "utf8")
  )
  return Object.values(body.licenses).map(({ config }) => config)
})()

const countries: ReadonlyArray<string> = (() => {
  const body: { readonly dimensions: { readonly territory: { readonly values: ReadonlyArray<string> } } } = JSON.parse(
    readFileSync(join(release, "dimensions.json"), "utf8")
  )
  return body.dimensions.territory.values.slice(0, 20)
})()

/** The configs of contracts by their numbers. */
const kinds = {
  "Repeated configs": (index: number) => configs[index % configs.length],
  // The bits of the number choose the countries.
  "Different configs": (index: number) => ({
    ...configs[index % configs.length],
    territory: { global: false, countries: countries.filter((_, bit) => ((index + 1) >> bit) % 2 === 1) }
  })
} as const

/** Writes contracts in batches, since all of them do not fit in memory. */
const writeContracts = (path: string, count: number, configOf: (index: number) => unknown): void => {
  const file = openSync(path, "w")
  for (let index = 0; index < count;) {
    let lines = ""
    for (const end = Math.min(count, index + 1000); index < end; index += 1) {
      lines += `${JSON.stringify({ id: `c-${index}`, version: "1.0.0", config: configOf(index) })}\n`
    }
    writeSync(file, lines)
  }
  closeSync(file)
}

/** Prints the medians, and returns the contracts per second. */
const print = (name: string, count: number, runs: ReadonlyArray<Measurement>, start: Measurement): number => {
  const { cpuSeconds, megabytes, wallSeconds } = medianOf(runs)
  const perSecond = count / (cpuSeconds - start.cpuSeconds)
  process.stdout.write(
    `  ${name}: ${(perSecond / 1000).toFixed(0)},000 contracts per second of CPU, ${cpuSeconds.toFixed(2)} s CPU, ` +
      `${wallSeconds.toFixed(2)} s wall, ${megabytes.toFixed(0)} MB\n`
  )
  return perSecond
}

const impactOf = (file: string): Measurement =>
  measureProcess([program("taxonomy"), "impact", file, "--to", "1.0.0", "--fail-on", "deprecated"], { cwd: project })

const ajvOf = (file: string): Measurement => measureProcess([ajvOnly, join(release, "config.schema.json"), file])

try {
  const empty = join(folder, "empty.ndjson")
  const file = join(folder, "contracts.ndjson")
  writeContracts(empty, 0, () => undefined)
  process.stdout.write("taxonomy impact (targets: 100,000 contracts per second, memory as for 10,000) and ajv alone\n")
  for (const [kind, configOf] of Object.entries(kinds)) {
    for (const count of sizes) {
      writeContracts(file, count, configOf)
      const runs = {
        impact: Array<Measurement>(),
        ajv: Array<Measurement>(),
        impactStart: Array<Measurement>(),
        ajvStart: Array<Measurement>()
      }
      for (let round = 0; round < rounds; round += 1) {
        runs.impactStart.push(impactOf(empty))
        runs.ajvStart.push(ajvOf(empty))
        runs.impact.push(impactOf(file))
        runs.ajv.push(ajvOf(file))
      }
      process.stdout.write(`${kind}, ${count} contracts\n`)
      const impact = print("impact", count, runs.impact, medianOf(runs.impactStart))
      const ajv = print("ajv   ", count, runs.ajv, medianOf(runs.ajvStart))
      process.stdout.write(`  impact assesses ${(impact / ajv).toFixed(2)} times as many as ajv\n`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
