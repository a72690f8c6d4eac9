// Changes the code in small ways, one at a time, and counts the changes with which a test fails. By default it changes the
// lines in which the working tree differs from the main branch. Exits with 1 if too few are noticed, 2 for a wrong option,
// and 3 if StrykerJS, which does the work, fails. Run it as `npm run mutants`.
import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { helpSection } from "./HelpSection.ts"
import { readChangedLines } from "./mutants/ChangedLines.ts"
import type { LineRange } from "./mutants/LineRange.ts"
import { findUnknownPlaces, isBelow, isMutable } from "./mutants/MutableFile.ts"
import { parseMutantOptions, type MutantOptions } from "./mutants/MutantOptions.ts"
import { readResult, scoreOf, StrykerReport } from "./mutants/MutationReport.ts"
import { renderMutants } from "./mutants/RenderMutants.ts"
import { sampleLines } from "./mutants/SampleLines.ts"
import { strykerConfig } from "./mutants/StrykerConfig.ts"
import { commitOfWorkingTree, diffSince, firstCommit, inWorktree, listSources } from "./mutants/Worktree.ts"
import { exitOnSignals } from "./soak/services/ServiceProcess.ts"

const root = join(import.meta.dirname, "..")

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const fail = (message: string, code: number): never => {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

const readOptions = (): MutantOptions => {
  try {
    return parseMutantOptions(process.argv.slice(2), randomInt(2 ** 31))
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), 2)
  }
}

const selectLines = ({ base, places, sample, seed }: MutantOptions, commit: string): ReadonlyArray<LineRange> => {
  const isSelected = (file: string): boolean => isMutable(file) && isBelow(file, places)
  const sources = listSources(root, commit).filter(isMutable)
  const unknown = findUnknownPlaces(places, sources)
  if (unknown.length > 0)
    return fail(`There is no code to mutate in ${unknown.join(", ")}. Name files or folders below src/.`, 2)
  if (sample !== undefined) {
    print(`Seed ${seed}`)
    const files = sources.filter(isSelected)
    return sampleLines(
      files.map((file) => [file, readFileSync(join(root, file), "utf8")]),
      { count: sample, seed }
    )
  }
  const since = firstCommit(root, base === undefined ? ["origin/main", "main"] : [base])
  if (since === undefined)
    return fail(`There is no commit ${base ?? "origin/main or main"}. Select one with --base.`, 2)
  return readChangedLines(diffSince(root, since, commit)).filter(({ file }) => isSelected(file))
}

/** Returns the path of the report. */
const runStryker = async (folder: string, ranges: ReadonlyArray<LineRange>): Promise<string> => {
  const report = join(folder, "mutants.json")
  const config = join(folder, "stryker.json")
  writeFileSync(config, JSON.stringify(strykerConfig(ranges, { ...options, report })))
  const child = spawn(process.execPath, [join(folder, "node_modules/.bin/stryker"), "run", config], {
    cwd: folder,
    env: { ...process.env, MUTANTS_TESTS: options.tests },
    stdio: ["ignore", "inherit", "inherit"]
  })
  // Before the worktree is removed. The test runners of Stryker end with it.
  process.prependOnceListener("exit", () => child.kill("SIGKILL"))
  await once(child, "exit")
  return report
}

const help = helpSection(process.argv.slice(2), "Find what no test notices")
if (help !== undefined) {
  print(help)
  process.exit(0)
}
exitOnSignals()
const options = readOptions()
const commit = commitOfWorkingTree(root)
const ranges = selectLines(options, commit)
if (ranges.length === 0) {
  print("No code is selected: nothing below src/ differs. Select another commit with --base, or lines with --sample.")
  process.exit(0)
}
const result = await inWorktree(root, commit, async (folder) => {
  const report = await runStryker(folder, ranges)
  if (!existsSync(report)) return undefined
  if (options.json !== undefined) copyFileSync(report, options.json)
  const found = Schema.decodeSync(Schema.fromJsonString(StrykerReport))(readFileSync(report, "utf8"))
  return readResult(found, options.static)
})
if (result === undefined) fail("StrykerJS failed; its messages are above.", 3)
else {
  print(renderMutants(result, options.atLeast))
  process.exit((scoreOf(result) ?? 100) < options.atLeast ? 1 : 0)
}
