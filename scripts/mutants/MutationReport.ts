import * as Schema from "effect/Schema"

const Position = Schema.Struct({ line: Schema.Int, column: Schema.Int })

const Mutant = Schema.Struct({
  mutatorName: Schema.String,
  replacement: Schema.optionalKey(Schema.String),
  location: Schema.Struct({ start: Position, end: Position }),
  status: Schema.Literals([
    "Killed",
    "Survived",
    "NoCoverage",
    "Timeout",
    "CompileError",
    "RuntimeError",
    "Ignored",
    "Pending"
  ]),
  coveredBy: Schema.optionalKey(Schema.Array(Schema.String)),
  /** True for code that runs when its module is loaded. */
  static: Schema.optionalKey(Schema.Boolean)
})

/** What Stryker writes, as far as it is read here: https://github.com/stryker-mutator/mutation-testing-elements. */
export const StrykerReport = Schema.Struct({
  files: Schema.Record(Schema.String, Schema.Struct({ source: Schema.String, mutants: Schema.Array(Mutant) }))
})

/** A mutant that no test noticed. */
export interface Survivor {
  readonly file: string
  readonly line: number
  readonly mutator: string
  readonly was: string
  readonly became: string
  /** The number of tests that reach it. */
  readonly reachedBy: number
}

export interface MutationResult {
  /** Mutants with which a test failed, and those with which one did not end. */
  readonly killed: number
  readonly timedOut: number
  /** Mutants of code that runs when its module is loaded, and that were not tried. */
  readonly leftOut: number
  readonly survivors: ReadonlyArray<Survivor>
}

/**
 * Reads what Stryker found. Unless the run was one of static mutants, a module that one test imports and another one loads
 * while it runs is changed for the second alone, so that a survivor there says nothing.
 */
export const readResult = ({ files }: typeof StrykerReport.Type, isStatic: boolean): MutationResult => {
  const mutants = Object.entries(files).flatMap(([file, { mutants, source }]) =>
    mutants.map((mutant) => ({ file, source, ...mutant }))
  )
  const withStatus = (...wanted: ReadonlyArray<string>) => mutants.filter(({ status }) => wanted.includes(status))
  const survived = withStatus("Survived", "NoCoverage")
  const tried = survived.filter(({ static: isLoaded }) => isStatic || isLoaded !== true)
  return {
    killed: withStatus("Killed").length,
    timedOut: withStatus("Timeout").length,
    leftOut: withStatus("Ignored").length + survived.length - tried.length,
    survivors: tried.map(({ coveredBy = [], file, location, mutatorName, replacement = "", source }): Survivor => ({
      file,
      line: location.start.line,
      mutator: mutatorName,
      was: textBetween(source, location),
      became: replacement,
      reachedBy: coveredBy.length
    }))
  }
}

/** The share of mutants that were noticed, in percent; `undefined` without mutants. */
export const scoreOf = ({ killed, survivors, timedOut }: MutationResult): number | undefined => {
  const noticed = killed + timedOut
  return noticed + survivors.length === 0 ? undefined : (100 * noticed) / (noticed + survivors.length)
}

/** Lines and columns count from 1; the end is not included. */
const textBetween = (source: string, { end, start }: (typeof Mutant.Type)["location"]): string => {
  const lines = source.split("\n").slice(start.line - 1, end.line)
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === lines.length - 1 ? end.column - 1 : undefined)
    )
    .join("\n")
}
