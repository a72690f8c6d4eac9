// Measures how soon the commands that people and editors wait for have answered: Node alone, then each command from the
// bundle and from the sources. Whole processes in turns, on this project's sources; prints medians, and what a command
// takes beyond Node alone. Make the bundle first. The first argument is the number of rounds.
import { fileURLToPath } from "node:url"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { measureProcess, medianOf, program, type Measurement } from "./figures/MeasureProcess.ts"

const rounds = countOf("rounds", 0, 15)

const cwd = fileURLToPath(new URL("..", import.meta.url))

const run = (code: "bundle" | "sources", line: string): Measurement =>
  measureProcess([program("taxonomy"), ...line.split(" ")], { cwd, env: { TAXONOMY_CODE: code } })

const commands = sizeOf(
  ["check", "--help", "check --help", "explain source/syntax", "rules", "--completions bash"],
  ["rules"]
)

const cases: ReadonlyArray<readonly [name: string, measure: () => Measurement]> = [
  ["node --eval 0", () => measureProcess(["--eval", "0"], { cwd })],
  ...commands.map((line) => [`${line}, bundle`, () => run("bundle", line)] as const),
  ...commands.map((line) => [`${line}, sources`, () => run("sources", line)] as const)
]

const figures = cases.map(([name, measure]) => ({ name, measure, runs: Array<Measurement>() }))
// The first round fills the caches.
for (let round = sizeOf(0, 1); round <= rounds; round += 1) {
  for (const { measure, runs } of figures) {
    const measured = measure()
    if (round > 0) runs.push(measured)
  }
}

const [node = 0] = figures.map(({ runs }) => medianOf(runs).cpuSeconds)
const millis = (seconds: number): string => `${(seconds * 1000).toFixed(0).padStart(5)} ms`
for (const { name, runs } of figures) {
  const { cpuSeconds, megabytes, wallSeconds } = medianOf(runs)
  const beyond = `${millis(cpuSeconds - node)} CPU beyond Node`
  process.stdout.write(
    `${name.padEnd(32)} ${millis(cpuSeconds)} CPU, ${beyond}, ${millis(wallSeconds)} wall, ${megabytes.toFixed(0)} MB\n`
  )
}
