import { parseArgs } from "node:util"

export interface MutantOptions {
  /** The commit with which the working tree is compared. */
  readonly base: string | undefined
  /** The files and folders to which the run is limited; all without any. */
  readonly places: ReadonlyArray<string>
  /** Mutates that many random lines, instead of what differs from the base. */
  readonly sample: number | undefined
  readonly seed: number
  /** The tests that should notice mutants, as a glob. */
  readonly tests: string
  /** The lowest score, in percent, with which the run succeeds. */
  readonly atLeast: number
  readonly concurrency: number
  /** The seconds that the tests may take with a mutant, beyond those that they take without it. */
  readonly timeout: number
  /** The file for the report of StrykerJS. */
  readonly json: string | undefined
  /** Tries mutants of code that runs when its module is loaded, too: each needs all tests of the module. */
  readonly static: boolean
}

/** Parses the command line. Throws for an option that does not exist, or is not the number that it takes. */
export const parseMutantOptions = (args: ReadonlyArray<string>, randomSeed: number): MutantOptions => {
  const { positionals, values } = parseArgs({ args: [...args], options: mutantArguments, allowPositionals: true })
  return {
    base: values.base,
    places: positionals,
    sample: values.sample === undefined ? undefined : toCount("sample", values.sample),
    seed: values.seed === undefined ? randomSeed : toNumber("seed", values.seed),
    tests: values.tests,
    atLeast: toNumber("at-least", values["at-least"]),
    concurrency: toCount("concurrency", values.concurrency),
    timeout: toCount("timeout", values.timeout),
    json: values.json,
    static: values.static
  }
}

/** The options of the command line. */
export const mutantArguments = {
  base: { type: "string" },
  sample: { type: "string" },
  seed: { type: "string" },
  tests: { type: "string", default: "test/{unit,mistakes,golden,corpus,system/transcripts}/**/*.test.ts" },
  "at-least": { type: "string", default: "90" },
  concurrency: { type: "string", default: "2" },
  // A machine with a high load may be this slow. Most endless loops end sooner: StrykerJS counts their turns.
  timeout: { type: "string", default: "60" },
  json: { type: "string" },
  static: { type: "boolean", default: false }
} as const

const toNumber = (name: string, text: string): number => {
  const number = Number(text)
  if (text.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new Error(`--${name} is not a number: ${text}`)
  return number
}

const toCount = (name: string, text: string): number => {
  const count = toNumber(name, text)
  if (!Number.isInteger(count) || count === 0) throw new Error(`--${name} is not a whole number above 0: ${text}`)
  return count
}
