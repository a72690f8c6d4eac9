import * as Result from "effect/Result"
import { decideFromSources } from "../../../src/build/Pipeline.ts"
import type { SourceEntry, SourceTree } from "../../../src/build/sources/SourceTree.ts"
import type { CheckId } from "../../../src/domain/checks/CheckRegistry.ts"
import { evolve, emptyHistory, type ReleaseHistory } from "../../../src/domain/release/ReleaseHistory.ts"
import { messageOf } from "../../../src/report/FindingText.ts"
import { publishedEvent, timeOf } from "../domain/ReleaseScenario.ts"

/** A mistake that sources can contain any number of times. */
export interface Mistake {
  readonly check: CheckId
  /** What distinguishes it from other mistakes that the same check finds. */
  readonly variant: string
  readonly make: (count: number) => Scenario
}

/** Sources, and what was published before. */
export interface Scenario {
  readonly tree: SourceTree
  readonly history: ReleaseHistory
  readonly date: string
  /** When the decision is made, if that is not the date. */
  readonly now?: string
}

/** The text of each file by its path; other entries under any path. */
export type Files = Readonly<Record<string, string | SourceEntry>>

/** A release that was published, with all of its files. */
export type Published = readonly [version: string, date: string, files: Files]

export const numbered = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

/** Files with a name and content each, by number. */
export const numberedFiles = (count: number, make: (index: number) => readonly [string, string | SourceEntry]): Files =>
  Object.fromEntries(numbered(count, make))

export const header = (version = "1.0.0"): string =>
  `namespace: sample\ntitle: A vocabulary\ndescription: With mistakes.\nversion: ${version}\n`

export const dimension = (name: string, values: ReadonlyArray<string>, more = "shape: multiple"): string =>
  `name: ${name}\nlabel: Dimension\ndescription: One of many.\nrequired: false\n${more}\nvalues:${values.length === 0 ? " []" : `\n${values.join("\n")}`}\n`

export const value = (code: string, more = ""): string =>
  `  - code: ${code}\n    label: Label\n    description: A text of the usual length, in a few words.${more === "" ? "" : `\n    ${more}`}`

export const license = (code: string, config = "{}", more = ""): string =>
  `code: ${code}\nname: Name\ndescription: A license.\nconfig: ${config}\n${more}`

export const rule = (id: string, forbid: string): string => `id: ${id}\ndescription: Never both.\nforbid: ${forbid}\n`

/** A mistake in sources without a published release. */
export const inFiles = (check: CheckId, variant: string, filesOf: (count: number) => Files): Mistake => ({
  check,
  variant,
  make: (count) => scenario(filesOf(count))
})

/** Sources without a published release, unless some are given. */
export const scenario = (
  files: Files,
  { date = "2026-06-01", now, published = [], history = replay(published) }: ScenarioOptions = {}
): Scenario => ({
  tree: treeOf({ "taxonomy.yaml": header(), ...files }),
  history,
  date: timeOf(date),
  ...(now === undefined ? {} : { now: timeOf(now) })
})

interface ScenarioOptions {
  readonly date?: string
  readonly now?: string
  readonly published?: ReadonlyArray<Published>
  readonly history?: ReleaseHistory
}

/** The history of releases that were published one after the other. */
export const replay = (published: ReadonlyArray<Published>): ReleaseHistory =>
  published.reduce((history, [version, date, files]) => {
    const time = timeOf(date)
    const tree = treeOf({ ...files, "taxonomy.yaml": header(version) })
    const context = { published_at: time, now: time, source_commit: "0".repeat(40) }
    const decided = Result.getOrThrowWith(
      decideFromSources(tree, context),
      (findings) => new Error(findings.map(messageOf)[0])
    )
    const { findings, outcome } = decided(history)
    if (outcome._tag !== "Publish") throw new Error(`${version}: ${findings.map(messageOf)[0]}`)
    return evolve(history, publishedEvent(outcome.release))
  }, emptyHistory)

export const treeOf = (files: Files): SourceTree =>
  Object.entries(files).map(([path, content]) =>
    typeof content === "string" ? { _tag: "File", path, bytes: new TextEncoder().encode(content) } : content
  )
