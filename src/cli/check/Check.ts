import * as Effect from "effect/Effect"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { printReport, renderReport } from "../terminal/Output.ts"
import { printAfterSaves } from "../terminal/Watch.ts"
import { checkWorkingTree, type CheckTarget } from "./CheckReport.ts"

const checkOptions = {
  ...Options.reportOptions,
  date: Options.dateOption("Date of the decision"),
  contracts: Options.contractsOption,
  watch: Options.toggleOption("watch", "Repeat the check after each save, until interrupted"),
  fix: Options.toggleOption(
    "fix",
    "Apply the edits that cannot change a meaning, and declare the version that the changes require within its major"
  ),
  dryRun: Options.toggleOption("dry-run", "With --fix, show what it would do without writing anything")
}

/**
 * `taxonomy check`: decides like `build-release`, on the working tree. Only `--fix` writes, and only sources. Prints
 * the decision on the working tree, with `--fix` after mending it, with `--watch` after each save.
 */
export const checkCommand = Options.makeCommand("check", checkOptions, {
  "taxonomy check": "Check taxonomy-src before committing it",
  "taxonomy check --watch": "Check after each save",
  "taxonomy check --fix": "Fix what needs no decision, then check"
})(function* (input) {
  const { contracts, releases, src } = input
  const target = Effect.map(input.date, (now): CheckTarget => ({ src, releases, contracts, now }))
  if (input.fix && input.watch) {
    return yield* usageError("--fix would change files while they are edited. Leave out --watch, or --fix.")
  }
  if (input.fix) {
    const { runFix } = yield* Effect.promise(() => import("./Fix.ts"))
    return yield* runFix(yield* target, input.format, input.dryRun)
  }
  const checked = Effect.map(Effect.flatMap(target, checkWorkingTree), ({ report }) => report)
  if (!input.watch) return yield* printReport(yield* checked, input.format)
  const text = Effect.flatMap(checked, (current) => renderReport(current, input.format))
  yield* printAfterSaves(src, text, input.format === "pretty" || input.format === "lines")
})
