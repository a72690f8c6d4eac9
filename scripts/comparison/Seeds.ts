import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { SourceEntry, SourceTree } from "../../src/build/sources/SourceTree.ts"
import type { ReleaseHistory } from "../../src/domain/release/ReleaseHistory.ts"
import { sourcesOf, upstreamHistory } from "../../test/integration/pipeline/fixtures/upstream-history.ts"
import { allMistakes } from "../../test/support/mistakes/AllMistakes.ts"
import { header, replay, treeOf, type Files } from "../../test/support/mistakes/Mistake.ts"
import { smallSources } from "../../test/support/Sources.ts"

/** Sources that mutations start from, and what was published before. */
export interface Seed {
  readonly name: string
  readonly tree: SourceTree
  readonly history: ReleaseHistory
  readonly date: string
}

/** The small ones are chosen most of the time. */
export const makeSeeds = (): { readonly small: ReadonlyArray<Seed>; readonly large: ReadonlyArray<Seed> } => {
  const own = readFiles("taxonomy-src")
  const golden = readdirSync(pathTo("test/golden/check")).map((name) =>
    first(name, readTree(`test/golden/check/${name}/taxonomy-src`))
  )
  const mistakes = allMistakes.map(({ check, make, variant }): Seed => {
    const { date, history, tree } = make(3)
    return { name: `${check}: ${variant}`, tree, history, date }
  })
  return {
    small: [
      ...golden,
      ...mistakes,
      first("small", treeOf(smallSources)),
      successor("small", smallSources, smallSources)
    ],
    large: [
      first("own", treeOf(own)),
      successor("own", own, own),
      ...["spdx-licenses", "otel-semconv"].flatMap(upstreams)
    ]
  }
}

const date = "2027-03-01T12:00:00Z"

const first = (name: string, tree: SourceTree): Seed => ({ name, tree, history: replay([]), date })

const successor = (name: string, before: Files, after: Files): Seed => ({
  name: `${name} after a release`,
  tree: treeOf(after),
  history: replay([["1.0.0", "2026-01-01", before]]),
  date
})

/** Two versions of a vocabulary of another project, the second one on top of the first. */
const upstreams = (name: string): ReadonlyArray<Seed> => {
  const [before, ...later] = upstreamHistory(name) ?? []
  const after = later[3]
  if (before === undefined || after === undefined) return []
  const [old, now] = [before, after].map((version) => ({ "taxonomy.yaml": header("1.1.0"), ...sourcesOf(version) }))
  return old === undefined || now === undefined ? [] : [successor(name, old, now)]
}

const pathTo = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const readTree = (folder: string): SourceTree =>
  readdirSync(pathTo(folder), { recursive: true, withFileTypes: true }).flatMap((entry): ReadonlyArray<SourceEntry> => {
    const file = `${entry.parentPath}/${entry.name}`
    const path = file.slice(pathTo(folder).length + 1)
    if (entry.isSymbolicLink()) return [{ _tag: "Link", path }]
    return entry.isFile() ? [{ _tag: "File", path, bytes: readFileSync(file) }] : []
  })

const readFiles = (folder: string): Files => Object.fromEntries(readTree(folder).map((entry) => [entry.path, entry]))
