import type { SourceEntry } from "../../src/build/sources/SourceTree.ts"
import { textOf, withText } from "./Mutations.ts"
import type { Outcome, Proposal } from "./Program.ts"
import type { Random } from "./Random.ts"
import type { Seed } from "./Seeds.ts"

const dates = [
  "2025-12-31T12:00:00Z",
  "2026-02-15T12:00:00Z",
  "2026-09-01T00:00:00Z",
  "2027-03-01T12:00:00Z",
  "2027-03-02T12:00:00Z",
  "2028-01-01T12:00:00Z"
]

/**
 * Proposes sources at some date. Most mutations need another version than they declare, and would all be refused for it: so
 * often the version is the suggested one, and waivers cover the findings.
 */
export const proposeMutated = async (
  seed: Seed,
  random: Random,
  check: (proposal: Proposal) => Promise<Outcome>
): Promise<Proposal> => {
  const date = random.oneIn(3) ? random.pick(dates) : seed.date
  const proposal = { tree: seed.tree, history: seed.history, date, now: random.oneIn(8) ? random.pick(dates) : date }
  if (random.oneIn(3)) return proposal
  const { suggested } = await check(proposal)
  if (suggested === undefined) return proposal
  const entries = new Map(proposal.tree.map((entry) => [entry.path, entry]))
  setVersion(entries, suggested)
  const versioned = { ...proposal, tree: [...entries.values()] }
  if (random.oneIn(2)) return versioned
  const { waivable = [] } = await check(versioned)
  if (waivable.length === 0) return versioned
  const waivers = waivable.map(
    ([rule, subject]) =>
      `- { rule: ${rule}, subject: ${subject}, version: ${suggested}, reason: Text, approved_by: J }\n`
  )
  withText(entries, "waivers.yaml", waivers.join(""))
  return { ...versioned, tree: [...entries.values()] }
}

const setVersion = (entries: Map<string, SourceEntry>, version: string): void => {
  const header = entries.get("taxonomy.yaml")
  if (header?._tag === "File")
    withText(entries, "taxonomy.yaml", textOf(header.bytes).replace(/^version:.*/m, `version: ${version}`))
}
