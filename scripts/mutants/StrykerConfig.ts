import { toPattern, type LineRange } from "./LineRange.ts"

interface StrykerRun {
  readonly concurrency: number
  readonly static: boolean
  /** The seconds that the tests may take with a mutant, beyond those that they take without it. */
  readonly timeout: number
  readonly report: string
}

/** The configuration of StrykerJS for a run in a worktree that is only there for it. `report` is the path of its result. */
export const strykerConfig = (
  ranges: ReadonlyArray<LineRange>,
  { concurrency, report, static: isStatic, timeout }: StrykerRun
): Readonly<Record<string, unknown>> => ({
  mutate: ranges.map(toPattern),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutants/vitest.config.ts", related: true, pool: "forks" },
  // Only the tests that reach a mutant are run against it.
  coverageAnalysis: "perTest",
  ignoreStatic: !isStatic,
  concurrency,
  // All tests that reach the code, once, one after the other.
  dryRunTimeoutMinutes: 60,
  timeoutMS: 1000 * timeout,
  // The worktree is a copy already.
  inPlace: true,
  // The compiler has no API that Stryker could read a configuration with.
  tsconfigFile: "none.json",
  checkers: [],
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: report },
  allowEmpty: true,
  logLevel: "warn",
  allowConsoleColors: false
})
