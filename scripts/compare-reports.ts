// Compares this checkout's reports with those of another checkout, on mutated sources and on top of published releases:
// verdicts, changes, findings, positions, messages and help must be the same, byte for byte.
// Usage: node scripts/compare-reports.ts OTHER_CHECKOUT [COUNT] [SEED], where COUNT can be a time, such as 60s
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { makeSourceCache } from "../src/build/sources/SourceCache.ts"
import type { ReadSource } from "../src/build/sources/SourceReader.ts"
import type { SourceEntry } from "../src/build/sources/SourceTree.ts"
import { concernsPublished } from "../src/domain/checks/Check.ts"
import { checks } from "../src/domain/checks/CheckRegistry.ts"
import { evolve } from "../src/domain/release/ReleaseHistory.ts"
import { publishedEvent } from "../test/support/domain/ReleaseScenario.ts"
import { writeDifference } from "./comparison/Difference.ts"
import { mutate } from "./comparison/Mutations.ts"
import { formats, loadProgram, type Outcome, type Program, type Proposal } from "./comparison/Program.ts"
import { proposeMutated } from "./comparison/Proposals.ts"
import { makeRandom } from "./comparison/Random.ts"
import { makeSeeds, type Seed } from "./comparison/Seeds.ts"

const [checkout, count = "1000", seed = "1"] = process.argv.slice(2)
if (checkout === undefined) throw new Error("Name the other checkout")

const maxPrinted = 5
const maxDerived = 300

const [own, other] = await Promise.all([
  loadProgram(fileURLToPath(new URL("..", import.meta.url))),
  loadProgram(checkout)
])

/** Reads each unchanged file once: mutations keep the identity of the entries that they do not change. */
const makeReader = ({ readSource }: Program): ReadSource => {
  const known = new WeakMap<SourceEntry, ReturnType<ReadSource>>()
  return (entry) => {
    const content = known.get(entry) ?? readSource(entry)
    known.set(entry, content)
    return content
  }
}

const [ownReader, otherReader] = [makeReader(own), makeReader(other)]
const cacheFolder = mkdtempSync(join(tmpdir(), "compare-reports-"))

const outcomeOf = async (program: Program, proposal: Proposal, all: boolean, read: ReadSource): Promise<Outcome> => {
  try {
    return await program.check(proposal, all ? formats : ["json", "pretty"], read)
  } catch (error) {
    return { texts: new Map([["crash", String(error)]]), rules: ["crash"], release: undefined }
  }
}

/** The outcome with an empty cache of sources, and with a full one. */
const outcomesWithCache = async (proposal: Proposal, all: boolean): Promise<ReadonlyArray<Outcome>> => {
  const outcomes: Array<Outcome> = []
  for (const _ of ["empty", "full"]) {
    // The code does not change meanwhile, so it need not be identified.
    const cache = makeSourceCache(cacheFolder, () => "compared")
    outcomes.push(await outcomeOf(own, proposal, all, cache.read))
    cache.save()
  }
  return outcomes
}

const { large, small } = makeSeeds()
const derived: Array<Seed> = []
const counts = new Map<string, number>()
const add = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
let differences = 0

let trees = 0
const started = process.hrtime.bigint()
const hasMore = (): boolean =>
  count.endsWith("s")
    ? process.hrtime.bigint() - started < BigInt(Number.parseInt(count, 10)) * 1_000_000_000n
    : trees < Number(count)

for (let index = 0; hasMore(); index += 1) {
  trees += 1
  const random = makeRandom(Number(seed) * 1_000_003 + index)
  const seeds = random.oneIn(200) ? large : derived.length > 0 && random.oneIn(2) ? derived : small
  const start = random.pick(seeds)
  const check = (proposal: Proposal) => outcomeOf(own, proposal, false, ownReader)
  const proposal = await proposeMutated({ ...start, tree: mutate(start.tree, random) }, random, check)
  const all = random.oneIn(10)
  const expected = await outcomeOf(other, proposal, all, otherReader)
  const outcomes = [
    await outcomeOf(own, proposal, all, ownReader),
    ...(random.oneIn(10) && seeds !== large ? await outcomesWithCache(proposal, all) : [])
  ]
  for (const outcome of outcomes) {
    const differing = [...expected.texts].find(([name, text]) => outcome.texts.get(name) !== text)
    if (differing === undefined && outcome.texts.size === expected.texts.size) continue
    differences += 1
    if (differences <= maxPrinted)
      writeDifference(`${start.name}, tree ${index}`, proposal, outcome.texts, expected.texts)
    break
  }
  const { release, rules } = expected
  add(rules.length === 0 ? "valid" : "with findings")
  if (proposal.history.releases.size > 0) add("on top of a release")
  for (const rule of new Set(rules)) add(rule)
  if (release !== undefined && seeds !== large) {
    add("accepted")
    const history = evolve(proposal.history, publishedEvent(release))
    const next = { name: start.name, tree: proposal.tree, history, date: proposal.date }
    if (history.releases.size < 8)
      derived[derived.length < maxDerived ? derived.length : random.below(maxDerived)] = next
  }
}
rmSync(cacheFolder, { recursive: true, force: true })

const unseen = checks.filter((check) => !concernsPublished(check) && !counts.has(check.id)).map(({ id }) => id)
const lines = [...counts]
  .map(([name, times]) => `${String(times).padStart(8)} ${name}`)
  .toSorted((left, right) => (left.slice(8) < right.slice(8) ? -1 : 1))
process.stdout.write(
  [...lines, `never: ${unseen.join(", ") || "none"}`, `${differences} of ${trees} trees differ`, ""].join("\n")
)
if (differences > 0) process.exitCode = 1
