// Measures how the CPU time of a check grows with the number of mistakes: for each kind of mistake, ten times as many
// should take at most twelve times as long. Usage: node bench/findings.ts [SIZES] [PATTERN], such as 300,3000 and wrong-type
import * as Result from "effect/Result"
import { locate } from "../src/build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../src/build/Pipeline.ts"
import { makeFindingsReport } from "../src/report/Report.ts"
import { reporters } from "../src/report/Reporters.ts"
import { allMistakes } from "../test/support/mistakes/AllMistakes.ts"
import type { Mistake, Scenario } from "../test/support/mistakes/Mistake.ts"
import { sizeOf } from "./figures/Counts.ts"

const [sizeList = sizeOf("300,3000", "1"), pattern = ""] = process.argv.slice(2)
const sizes = sizeList.split(",").map(Number)
const [rounds, target] = [sizeOf(2, 1), 12]

const formats = await Promise.all(Object.entries(reporters).map(async ([name, load]) => [name, await load()] as const))

const run = async ({ date, history, now = date, tree }: Scenario) => {
  const decided = decideFromSources(tree, { published_at: date, now, source_commit: "working-tree" })
  const findings = Result.isFailure(decided) ? decided.failure : decided.success(history).findings
  const located = locate(tree, { sources: "taxonomy-src", releases: "releases" }, findings)
  const report = makeFindingsReport("check", located)
  for (const [, render] of formats) await render(report, { colour: false })
  return findings
}

const measure = async (mistake: Mistake, size: number) => {
  const scenario = mistake.make(size)
  const before = process.cpuUsage()
  const findings = await run(scenario)
  const { system, user } = process.cpuUsage(before)
  return { millis: (system + user) / 1000, found: findings.filter(({ rule }) => rule === mistake.check).length }
}

/** The least of a few runs: whatever else the machine does only adds to it. */
const measureBest = async (mistake: Mistake, size: number) => {
  let best = await measure(mistake, size)
  for (let round = 1; round < rounds; round += 1) {
    const run = await measure(mistake, size)
    if (run.millis < best.millis) best = run
  }
  return best
}

process.stdout.write(`${"mistakes".padEnd(75)}${sizes.map((size) => `${size}`.padStart(26)).join("")}  growth\n`)
for (const mistake of sizeOf(allMistakes, allMistakes.slice(0, 1))) {
  const name = `${mistake.check}: ${mistake.variant}`
  if (!name.includes(pattern)) continue
  for (let round = 0; round < rounds; round += 1) await measure(mistake, sizeOf(100, 1))
  const results: Array<Awaited<ReturnType<typeof measureBest>>> = []
  for (const size of sizes) results.push(await measureBest(mistake, size))
  const columns = results.map(({ found, millis }) => `${millis.toFixed(0)} ms (${found} found)`.padStart(26))
  const growth = results.slice(1).map(({ millis }, index) => millis / (results[index]?.millis ?? Number.NaN))
  const mark = growth.some((factor) => factor > target) ? "!" : " "
  process.stdout.write(
    `${mark} ${name.padEnd(73)}${columns.join("")}  ${growth.map((factor) => factor.toFixed(1)).join("  ")}\n`
  )
}
