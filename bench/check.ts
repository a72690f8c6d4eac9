// Measures `taxonomy check`: on this project's sources against an empty Node process, and on 100,000 values in 200 files
// against \`yaml\`'s parseDocument of the same files. Whole processes, in turns; prints medians and ratios.
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const [files, values, rounds] = [200, 500, 5]

const program = (name: string) => fileURLToPath(new URL(`../bin/${name}.js`, import.meta.url))
const baseline = fileURLToPath(new URL("parse-only.mjs", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
const sources = join(folder, "taxonomy-src")
const cache = join(folder, "cache")

const dimension = (file: number): string => {
  const lines = [
    `name: d${file}`,
    `label: Dimension ${file}`,
    "description: One of many.",
    "shape: multiple",
    "required: false",
    "values:"
  ]
  for (let value = 0; value < values; value += 1) {
    lines.push(
      `  - code: VALUE_${file}_${value}`,
      `    label: Value ${value} of dimension ${file}`,
      `    description: What the value ${value} stands for, described at the usual length.`
    )
  }
  return `${lines.join("\n")}\n`
}

mkdirSync(join(sources, "dimensions"), { recursive: true })
writeFileSync(
  join(sources, "taxonomy.yaml"),
  "namespace: bench\ntitle: Bench\ndescription: Many values.\nversion: 1.0.0\n"
)
for (let file = 0; file < files; file += 1) writeFileSync(join(sources, `dimensions/d${file}.yaml`), dimension(file))

interface Measurement {
  readonly seconds: number
  readonly megabytes: number
}

// Only the process itself knows its peak memory.
const reportMemory =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('\\nRSS '+process.resourceUsage().maxRSS))"

const measure = (args: ReadonlyArray<string>): Measurement => {
  const started = process.hrtime.bigint()
  const options = {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    env: { ...process.env, TAXONOMY_CACHE: cache }
  } as const
  const { status, stderr } = spawnSync(process.execPath, ["--import", reportMemory, ...args], options)
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  if (status !== 0) throw new Error(stderr)
  return { seconds, megabytes: Number(/RSS (\d+)/.exec(stderr)?.[1] ?? 0) / 1024 }
}

const check = () => measure([program("taxonomy"), "check", "--format", "pretty"])

const cold = () => {
  rmSync(cache, { recursive: true, force: true })
  return check()
}

let edits = 0
const afterEdit = () => {
  edits += 1
  const file = join(sources, `dimensions/d${edits}.yaml`)
  writeFileSync(file, readFileSync(file, "utf8").replace("Value 7 of", `Value seven (${edits}) of`))
  return check()
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN

const compare = (title: string): void => {
  const runs = { parse: [] as Array<Measurement>, cold: [] as Array<Measurement>, edit: [] as Array<Measurement> }
  for (let round = 0; round < rounds; round += 1) {
    runs.parse.push(measure([baseline, sources]))
    runs.cold.push(cold())
    runs.edit.push(afterEdit())
  }
  const [parse, first, edit] = [runs.parse, runs.cold, runs.edit].map((all) =>
    median(all.map(({ seconds }) => seconds))
  )
  const memory = median(runs.cold.map(({ megabytes }) => megabytes))
  const ratio = (seconds = Number.NaN) => (seconds / (parse ?? Number.NaN)).toFixed(2)
  process.stdout.write(
    `${title}: parseDocument alone ${parse?.toFixed(2)} s\n` +
      `  check, cold            ${first?.toFixed(2)} s, ${ratio(first)} of it (target 1.20), ${memory.toFixed(0)} MB (target 700)\n` +
      `  check, one file edited ${edit?.toFixed(2)} s, ${ratio(edit)} of it (target 0.25)\n`
  )
}

/** This project's sources, in turns with an empty Node process: how long an editor waits. */
const compareOwn = (): void => {
  const project = fileURLToPath(new URL("..", import.meta.url))
  const seconds = (args: ReadonlyArray<string>): number => {
    const started = process.hrtime.bigint()
    const { status, stderr } = spawnSync(process.execPath, [...args], { cwd: project, encoding: "utf8" })
    if (status !== 0) throw new Error(stderr)
    return Number(process.hrtime.bigint() - started) / 1e9
  }
  const runs = { node: [] as Array<number>, own: [] as Array<number> }
  for (let round = 0; round < 3 * rounds; round += 1) {
    runs.node.push(seconds(["--eval", "0"]))
    runs.own.push(seconds([program("taxonomy"), "check"]))
  }
  const [node, own] = [median(runs.node) * 1000, median(runs.own) * 1000]
  process.stdout.write(
    `own sources: check ${own.toFixed(0)} ms, Node alone ${node.toFixed(0)} ms; ${(own - node).toFixed(0)} ms beyond it (target 250)\n`
  )
}

try {
  compareOwn()
  compare("first release")
  execFileSync("git", ["init", "--quiet"], { cwd: folder })
  execFileSync("git", ["add", "--all", "taxonomy-src"], { cwd: folder })
  const who = ["-c", "user.name=bench", "-c", "user.email=bench@example.org"]
  execFileSync("git", [...who, "commit", "--quiet", "-m", "Sources"], { cwd: folder })
  execFileSync(process.execPath, [program("build-release")], { cwd: folder })
  const header = join(sources, "taxonomy.yaml")
  writeFileSync(header, readFileSync(header, "utf8").replace("1.0.0", "1.0.1").replace("Many", "Very many"))
  compare("on top of a published release")
} finally {
  rmSync(folder, { recursive: true, force: true })
}
