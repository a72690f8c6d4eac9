// Measures `taxonomy check`: on 100,000 values in 200 files against `yaml`'s parseDocument of the same files, and on
// this project's sources against an empty Node process. Whole processes in turns; prints medians and ratios, of CPU
// time first: wall time depends on what else the machine does. The first argument is the number of rounds.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { measureProcess, medianOf, program, type Measurement } from "./figures/MeasureProcess.ts"
import { writeSources, type SampleSources } from "./pipeline/SampleSources.ts"

const rounds = countOf("rounds", 0, 5)
const values = sizeOf(100_000, 60)

const parseOnly = fileURLToPath(new URL("pipeline/parse-only.mjs", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const check = ({ folder }: SampleSources): Measurement =>
  measureProcess([program("taxonomy"), "check", "--format", "pretty"], { cwd: folder })

const compare = (title: string, sample: SampleSources, target: number) => {
  const runs = { parse: Array<Measurement>(), check: Array<Measurement>() }
  for (let round = 0; round < rounds; round += 1) {
    runs.parse.push(measureProcess([parseOnly, sample.sources]))
    runs.check.push(check(sample))
  }
  const parse = medianOf(runs.parse)
  print(`${title}: parseDocument alone ${secondsOf(parse)}`)
  const figures = medianOf(runs.check)
  const cpu = (figures.cpuSeconds / parse.cpuSeconds).toFixed(3)
  const wall = (figures.wallSeconds / parse.wallSeconds).toFixed(3)
  const memory = figures.megabytes.toFixed(0)
  print(
    `  check ${secondsOf(figures)}: CPU ${cpu} of it (target ${target.toFixed(2)}), wall ${wall} of it, ${memory} MB (target 300)`
  )
}

const secondsOf = ({ cpuSeconds, wallSeconds }: Measurement): string =>
  `${cpuSeconds.toFixed(2)} s CPU, ${wallSeconds.toFixed(2)} s wall`

/** This project's sources: how long an editor waits. */
const compareOwn = (): void => {
  const cwd = fileURLToPath(new URL("..", import.meta.url))
  const runs = { node: Array<Measurement>(), own: Array<Measurement>() }
  for (let round = 0; round < sizeOf(3, 1) * rounds; round += 1) {
    runs.node.push(measureProcess(["--eval", "0"], { cwd }))
    runs.own.push(measureProcess([program("taxonomy"), "check"], { cwd }))
  }
  const [node, own] = [medianOf(runs.node), medianOf(runs.own)]
  const millis = (seconds: number) => `${(seconds * 1000).toFixed(0)} ms`
  print(
    `own sources: check beyond Node's start ${millis(own.cpuSeconds - node.cpuSeconds)} CPU (target 150 ms), ` +
      `${millis(own.wallSeconds - node.wallSeconds)} wall; Node alone ${millis(node.cpuSeconds)} CPU`
  )
}

try {
  compareOwn()
  const sample = writeSources(folder, values)
  compare("first release", sample, 0.25)
  sample.commit()
  measureProcess([program("build-release")], { cwd: folder })
  sample.declareNext()
  compare("on top of a published release", sample, 0.3)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
