// Measures verdicts on this project's own taxonomy: compiling configs, covers, permits and clash without reasons and with
// them, and one grant against 10,000. The configs are those of the base licenses, with changes of a dimension or two.
// Then `taxonomy clash` as a process, on contracts in groups of about 10 and one of 1,000.
// Targets: 1,000,000 verdicts a second, 10,000 with reasons, one against 10,000 in 50 ms, 1,000,000 contracts within 120 s and 300 MB.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { compile } from "../src/build/Compile.ts"
import { readWorkingTree } from "../src/build/sources/WorkingTree.ts"
import { clash, explainClash } from "../src/domain/reasoning/Clash.ts"
import { compileConfig, compileUse } from "../src/domain/reasoning/CompileConfig.ts"
import { covers } from "../src/domain/reasoning/Covers.ts"
import { explainCovers } from "../src/domain/reasoning/ExplainCovers.ts"
import { explainPermits, permits } from "../src/domain/reasoning/Permits.ts"
import { snapshotOf } from "../src/domain/vocabulary/Snapshot.ts"
import { sizeOf } from "./figures/Counts.ts"
import { measureProcess, program } from "./figures/MeasureProcess.ts"

const tree = await Effect.runPromise(readWorkingTree("taxonomy-src").pipe(Effect.provide(NodeServices.layer)))
const { taxonomy } = Result.getOrThrow(compile(tree))
const snapshot = snapshotOf(taxonomy)

/** Each license with single dimensions of another one. */
const configs = taxonomy.licenses.flatMap(({ config }, index) => [
  config,
  ...[1, 2, 3].map((step) => {
    const other = taxonomy.licenses[(index + step) % taxonomy.licenses.length]?.config ?? {}
    const names = Object.keys(other).filter((_, at) => at % (step + 2) === 0)
    return { ...config, ...Object.fromEntries(names.map((name) => [name, other[name] ?? []])) }
  })
])
const count = sizeOf(configs.length, 8)
const used = configs.slice(0, count)

const warmUps = sizeOf(4, 1)

const report = (name: string, total: number, run: () => void): void => {
  // The first rounds compile.
  for (let round = 0; round < warmUps; round += 1) run()
  const start = performance.now()
  run()
  const millis = performance.now() - start
  process.stdout.write(
    `${name}: ${Math.round((total / millis) * 1000).toLocaleString("en")} per second (${millis.toFixed(0)} ms)\n`
  )
}

const pairs = count * count
const compiled = used.map((config) => compileConfig(snapshot, config))
const uses = used.map((config) => compileUse(snapshot, config))
const forPairs =
  <A, B>(left: ReadonlyArray<A>, right: ReadonlyArray<B>, ask: (a: A, b: B) => unknown) =>
  () => {
    for (const a of left) for (const b of right) ask(a, b)
  }

const repeated = Array.from({ length: 20 }, () => used).flat()
report("compileConfig", repeated.length, () => {
  for (const config of repeated) compileConfig(snapshot, config)
})
report("covers", pairs, forPairs(compiled, compiled, covers))
report("permits", pairs, forPairs(compiled, uses, permits))
report("clash", pairs, forPairs(compiled, compiled, clash))
const some = compiled.slice(0, sizeOf(60, 8))
report("covers with reasons", some.length ** 2, forPairs(some, some, explainCovers))
report("permits with reasons", some.length ** 2, forPairs(some, uses.slice(0, some.length), explainPermits))
report("clash with reasons", some.length ** 2, forPairs(some, some, explainClash))

const grants = Array.from({ length: sizeOf(10_000, 10) }, (_, index) => compiled[index % compiled.length])
const grant = compiled.find(({ hasReservations }) => hasReservations)
const one = () => {
  for (const other of grants) if (grant !== undefined && other !== undefined) clash(grant, other)
}
one()
const start = performance.now()
one()
process.stdout.write(`One grant against ${grants.length}: ${(performance.now() - start).toFixed(1)} ms\n`)

const goods = snapshot.dimension("product_categories")?.values.map(({ code }) => code) ?? []

/** Agreements for one category or two, which leave open neither channels nor who consents. */
const configOf = (index: number) => ({
  consent_capacity: "adult_athlete",
  media_channels: ["licensee_social", "print"],
  ...taxonomy.licenses[(index * 31) % taxonomy.licenses.length]?.config,
  product_categories: [...new Set([goods[(index * 17) % goods.length], goods[(index * 29 + 3) % goods.length]])]
})

const yearOf = (index: number): number => 2020 + (index % 8)

/** Writes contracts group by group, the largest first. */
const writeContracts = (path: string, total: number): void => {
  const file = openSync(path, "w")
  for (let index = 0, group = 0; index < total; group += 1) {
    let lines = ""
    const size = group === 0 ? 1000 : 1 + ((group * 7919) % 19)
    for (const end = Math.min(total, index + size); index < end; index += 1) {
      lines += `${JSON.stringify({
        id: `c-${index}`,
        licensor: String(group).padStart(7, "0"),
        licensee: `l-${(index * 13) % 7}`,
        from: `${yearOf(index)}-01-01`,
        until: `${yearOf(index) + 1}-06-30`,
        version: "working-tree",
        config: configOf(index)
      })}\n`
    }
    writeSync(file, lines)
  }
  closeSync(file)
}

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
try {
  const file = join(folder, "contracts.ndjson")
  const contracts = sizeOf(1_000_000, 100)
  writeContracts(file, contracts)
  const { cpuSeconds, megabytes, wallSeconds } = measureProcess(
    [program("taxonomy"), "clash", file, "--format", "json"],
    {
      exitCodes: [0, 1]
    }
  )
  process.stdout.write(
    `taxonomy clash, ${contracts} contracts: ${wallSeconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU, ${megabytes.toFixed(0)} MB\n`
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
