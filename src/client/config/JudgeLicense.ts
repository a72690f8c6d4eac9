import type * as Answer from "../../domain/reasoning/Answer.ts"
import { compileConfig, compileUse, useProblems } from "../../domain/reasoning/CompileConfig.ts"
import { explainCovers } from "../../domain/reasoning/ExplainCovers.ts"
import { explainPermits } from "../../domain/reasoning/Permits.ts"
import type { Config as DomainConfig } from "../../domain/taxonomy/Config.ts"
import type { Snapshot } from "../../domain/vocabulary/Snapshot.ts"
import { taggedError } from "../model/ClientErrors.ts"
import type { Config } from "../model/Model.generated.ts"
import type { ConfigProblem } from "./ConfigProblem.ts"
import { withDefinedMembers } from "./ConfigRelease.ts"
import type { ConfigRules } from "./ConfigVerdict.ts"
import * as Text from "./DescribeAnswer.ts"
import { describeProblem } from "./DescribeProblem.ts"
import { ownPair, readMeaning, requireRoles, summarizeProblems, type Meaning } from "./ReadMeaning.ts"
import { validateConfig } from "./ValidateConfig.ts"

/** A license or a use cannot be judged: the release has no such codes, or its rules forbid the config. */
export class InvalidConfig extends taggedError("InvalidConfig", "invalid-config", undefined) {
  /** The name of the argument, such as `license` or `use`. */
  readonly argument: string
  /** The problems, as `validateConfig` describes them. */
  readonly problems: ReadonlyArray<ConfigProblem>

  /** Made by the client, and by tests. */
  constructor(argument: string, problems: ReadonlyArray<ConfigProblem>) {
    super(`${argument}: ${summarizeProblems(problems)}. Correct it, and ask again.`, undefined)
    this.argument = argument
    this.problems = problems
  }
}

/** What `covers` found. */
export interface CoversAnswer extends Answer.CoversAnswer {
  /** The release by which the codes were read, `1.1.0`. */
  readonly release: string
  /** The config of the first license, which a repair changes. */
  readonly config: Config
}

/** What `permits` found. */
export interface PermitsAnswer extends Answer.PermitsAnswer {
  /** The release by which the codes were read, `1.1.0`. */
  readonly release: string
  /** The config of the license, which a repair changes. */
  readonly config: Config
}

/**
 * Says whether all that license `b` allows may be done under license `a`, and whether `a` reserves all that `b` reserves: a
 * sublicense must stay within its license. Sends nothing. Both are configs. Throws `InvalidConfig` for one that the release
 * refuses, and `InvalidArgument` for an invalid schema, or one that gives its dimensions no roles.
 */
export const covers = (schema: ConfigRules, a: unknown, b: unknown): CoversAnswer => {
  const { release, snapshot } = readRoles(schema)
  const [config, other] = [readLicense("a", schema, a), readLicense("b", schema, b)]
  return { release, config, ...explainCovers(compileConfig(snapshot, config), compileConfig(snapshot, other)) }
}

/**
 * Says whether a license permits a use, which is written like a config: with what somebody wants to do, and with the limits
 * that they keep. Sends nothing. Throws `InvalidConfig` for a license or a use with codes that the release lacks, and
 * `InvalidArgument` for an invalid schema, or one that gives its dimensions no roles.
 */
export const permits = (schema: ConfigRules, license: unknown, use: unknown): PermitsAnswer => {
  const { release, snapshot } = readRoles(schema)
  const config = readLicense("license", schema, license)
  const asked = compileUse(snapshot, readUse(schema, snapshot, use))
  return { release, config, ...explainPermits(compileConfig(snapshot, config), asked) }
}

/** Describes an answer of `covers` in sentences, with the labels of the schema. The names are those of the licenses. */
export const describeCovers = (
  schema: ConfigRules,
  answer: CoversAnswer,
  names: {
    /** The license that gives, such as `the contract of 2026`. */
    readonly a: string
    /** The license that is given under it, such as `the sublicense`. */
    readonly b: string
  }
): ReadonlyArray<string> => Text.describeCovers(names.a, names.b, answer, contextOf(schema, answer))

/** Describes an answer of `permits` in sentences, with the labels of the schema. */
export const describePermits = (
  schema: ConfigRules,
  answer: PermitsAnswer,
  names: {
    /** The license, such as `NIL-EDU-IMAGE`. */
    readonly license: string
    /** The use, such as `the poster`. */
    readonly use: string
  }
): ReadonlyArray<string> => Text.describePermits(names.license, names.use, answer, contextOf(schema, answer))

const contextOf = (
  schema: ConfigRules,
  { config, release }: { readonly config: Config; readonly release: string }
) => ({
  release,
  snapshot: readRoles(schema).snapshot,
  before: config
})

const readRoles = (schema: ConfigRules): Meaning => {
  const meaning = readMeaning("schema", schema)
  requireRoles("schema", meaning)
  return meaning
}

const readLicense = (argument: string, schema: ConfigRules, config: unknown): DomainConfig => {
  const verdict = validateConfig(schema, config)
  if (!verdict.valid) throw new InvalidConfig(argument, verdict.problems)
  return verdict.config
}

const readUse = (schema: ConfigRules, snapshot: Snapshot, use: unknown): DomainConfig => {
  const pair = ownPair("schema", schema)
  const defined = withDefinedMembers(use)
  const problems = useProblems(snapshot, defined)
  if (problems.length > 0)
    throw new InvalidConfig(
      "use",
      problems.map((problem) => describeProblem(pair, problem))
    )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What has no problems is a config
  return defined as DomainConfig
}
