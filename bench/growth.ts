// Measures how the cost of commands grows with the number of values and with the number of releases, and prints the
// exponent: the slope of the line that fits the logarithms of size and cost best. 1 is linear growth. The cost is what
// the command takes beyond its start, which is what it takes for 60 values in one release. Costs below a fifth of the
// start are noise and left out. Whole processes in turns; medians. The first argument is the number of rounds.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { measureProcess, medianOf, program, type Measurement } from "./figures/MeasureProcess.ts"
import { growthExponent } from "./figures/Statistics.ts"
import {
  megabyteOfValues,
  smallSize,
  writeHistory,
  writeNextSources,
  type ReleaseSize
} from "./pipeline/SampleHistory.ts"
import { writeSources } from "./pipeline/SampleSources.ts"

const rounds = countOf("rounds", 0, 3)
const smallest = 60
const values = sizeOf([10_000, 30_000, 100_000, 300_000], [])
const releases = sizeOf([1, 10, 50, 200], [])
const target = 1.05

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))

type Commands = Readonly<Record<string, () => Measurement>>

interface Sample {
  /** The number of values or releases; 0 for the sample that measures the start. */
  readonly size: number
  readonly commands: Commands
}

const run = (cwd: string, name: "taxonomy" | "build-release", ...args: ReadonlyArray<string>) =>
  measureProcess([program(name), ...args], { cwd })

/** The commands on one release with many values. */
const makeValues = (size: number): Sample => {
  const cwd = join(folder, `values-${size}`)
  const sample = writeSources(cwd, size === 0 ? smallest : size)
  sample.commit()
  return {
    size,
    commands: {
      check: () => {
        rmSync(join(cwd, "releases"), { recursive: true, force: true })
        return run(cwd, "taxonomy", "check")
      },
      "build-release": () => {
        sample.commit()
        return run(cwd, "build-release")
      },
      verify: () => run(cwd, "taxonomy", "verify")
    }
  }
}

/** The commands on many releases of about 1 MB each. */
const makeReleases = (size: number): Sample => {
  const cwd = join(folder, `releases-${size}`)
  const [count, releaseSize]: readonly [number, ReleaseSize] = size === 0 ? [1, smallSize] : [size, megabyteOfValues]
  mkdirSync(cwd)
  writeHistory(join(cwd, "releases"), count, releaseSize)
  writeNextSources(join(cwd, "taxonomy-src"), count, releaseSize)
  return {
    size,
    commands: {
      check: () => run(cwd, "taxonomy", "check"),
      verify: () => run(cwd, "taxonomy", "verify")
    }
  }
}

const measureGrowth = (title: string, samples: ReadonlyArray<Sample>): void => {
  const runs = samples.map(({ commands }) => Object.keys(commands).map(() => Array<Measurement>()))
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { commands }] of samples.entries()) {
      for (const [at, command] of Object.values(commands).entries()) runs[index]?.[at]?.push(command())
    }
  }
  process.stdout.write(`${title}, beyond the start of each command\n`)
  for (const [at, name] of Object.keys(samples[0]?.commands ?? {}).entries()) {
    const [start, ...figures] = runs.map((all) => medianOf(all[at] ?? []))
    if (start === undefined) continue
    const sizes = samples.slice(1).map(({ size }) => size)
    const growthOf = (of: (figure: Measurement) => number) => {
      const costs = figures.map((figure) => of(figure) - of(start))
      const points = costs.flatMap((cost, index) =>
        cost < of(start) / 5 ? [] : [[sizes[index] ?? Number.NaN, cost] as const]
      )
      return { costs, exponent: points.length < 2 ? "too little to tell" : growthExponent(points).toFixed(2) }
    }
    const cpu = growthOf(({ cpuSeconds }) => cpuSeconds)
    const memory = growthOf(({ megabytes }) => megabytes)
    process.stdout.write(
      `  ${name.padEnd(20)} CPU ${cpu.exponent}, memory ${memory.exponent} (target ${target}); ` +
        `${cpu.costs.map((seconds) => seconds.toFixed(2)).join(", ")} s; ` +
        `${memory.costs.map((megabytes) => megabytes.toFixed(0)).join(", ")} MB\n`
    )
  }
}

try {
  measureGrowth(`${values.join(", ")} values`, [0, ...values].map(makeValues))
  measureGrowth(`${releases.join(", ")} releases of 1 MB`, [0, ...releases].map(makeReleases))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
