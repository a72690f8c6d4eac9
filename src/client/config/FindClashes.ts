import { isObject } from "../../domain/Json.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { ClashReason, CommonCode, CommonDays, OpenPoint } from "../../domain/reasoning/Answer.ts"
import {
  explainPair,
  findClashes as findPairs,
  makeReadGrant,
  type GrantProblem
} from "../../domain/reasoning/FindClashes.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { compare } from "../../domain/taxonomy/VersionArithmetic.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import type { ConfigProblem } from "./ConfigProblem.ts"
import { withDefinedMembers } from "./ConfigRelease.ts"
import type { ConfigRules } from "./ConfigVerdict.ts"
import * as Text from "./DescribeAnswer.ts"
import { describeProblem } from "./DescribeProblem.ts"
import { ownPair, readMeaning, requireRoles, summarizeProblems, type Meaning } from "./ReadMeaning.ts"

/** A contract that is compared with the others of its licensor. */
export interface LicenseContract {
  /** Who grants. Only contracts of one licensor are compared. */
  readonly licensor: string
  /** To whom. Two contracts with the same licensee do not clash; without one, the licensee can be any. */
  readonly licensee?: string | undefined
  /** The first day, `2026-01-31`. Without one, the contract has always begun. */
  readonly from?: string | undefined
  /** The last day. Without one, the contract does not end. */
  readonly until?: string | undefined
  /** The release that it was written for, `1.1.0` or `v1.1.0`. */
  readonly version: string
  /** What it grants. */
  readonly config?: unknown
  /** The base license that it grants, in place of a config. Its schema must have `base_licenses`. */
  readonly license?: string | undefined
}

/** What `findClashes` found. */
export interface ClashesAnswer<C extends LicenseContract = LicenseContract> {
  /** The release by which the codes were read, the newest one. Codes that it lacks mean what they meant last. */
  readonly release: string
  /** The pairs that clash, or of which that is unknown. All others do not clash. */
  readonly pairs: ReadonlyArray<ContractPair<C>>
  /** The number of pairs by their verdicts. */
  readonly verdicts: Readonly<Record<"clash" | "none" | "unknown", number>>
  /** The contracts that were not compared. */
  readonly uncompared: ReadonlyArray<UncomparedContract<C>>
}

/** Two contracts of one licensor. */
export interface ContractPair<C extends LicenseContract = LicenseContract> {
  /** The contract that comes first in the list. */
  readonly a: C
  /** The other one. */
  readonly b: C
  /** `clash` if one grants what the other reserves, `unknown` if that depends on an agreement. */
  readonly verdict: "clash" | "unknown"
  /** The reservations that are met, of a clash. */
  readonly reasons: ReadonlyArray<ClashReason>
  /** Where they meet, of a clash: the broadest that both have, in each scope that is not open. */
  readonly witness: ReadonlyArray<CommonCode>
  /** What is left to an agreement, if the verdict depends on it. Of a clash, it decides which of the reasons holds. */
  readonly open: ReadonlyArray<OpenPoint>
  /** The days on which both apply. */
  readonly days: CommonDays
}

/** A contract that was not compared with others. */
export interface UncomparedContract<C extends LicenseContract = LicenseContract> {
  /** The contract. */
  readonly contract: C
  /**
   * `UnknownVersion`: its schema is not among the schemas. `UnknownLicense`: its schema has no such base license. `WrongDays`:
   * `from` or `until` is no day, or they are in no order.
   */
  readonly kind: "UnknownVersion" | "UnknownLicense" | "WrongDays" | "InvalidConfig"
  /** The problems of an invalid config, as `validateConfig` describes them; empty otherwise. */
  readonly problems: ReadonlyArray<ConfigProblem>
  /** A sentence for people. */
  readonly message: string
}

/**
 * Finds the contracts of one licensor that clash: on a common day, one grants to a licensee what the other reserves for another
 * licensee. Sends nothing. Each contract is read by its own release, of which the schema must be among `schemas`. Every two
 * contracts of a licensor are compared, so the time grows with the square of their number. Throws
 * `InvalidArgument` for an invalid schema or contract, and if the newest schema gives its dimensions no roles.
 */
export const findClashes = <C extends LicenseContract>(
  schemas: ReadonlyArray<ConfigRules>,
  contracts: ReadonlyArray<C>
): ClashesAnswer<C> => {
  const meanings = readMeanings(schemas)
  requireContracts(contracts)
  const byRelease = new Map(meanings.map((meaning) => [meaning.release, meaning]))
  const listed = contracts.map((contract) => ({
    ...contract,
    version: contract.version.replace(/^v/, ""),
    config: withDefinedMembers(contract.config),
    contract
  }))
  const { pairs, uncompared, verdicts } = findPairs(
    listed,
    new Map(meanings.map(({ release, snapshot }) => [release, snapshot.taxonomy]))
  )
  return {
    release: meanings.at(-1)?.release ?? "",
    pairs: pairs.flatMap((pair): ReadonlyArray<ContractPair<C>> => {
      const { days = {}, open, reasons, verdict, witness } = explainPair(pair)
      const [a, b] = [pair.a.contract.contract, pair.b.contract.contract]
      return verdict === "none" ? [] : [{ a, b, verdict, reasons, witness, open, days }]
    }),
    verdicts,
    uncompared: uncompared.map(({ contract: { contract, version }, problem }) => ({
      contract,
      ...describeGrantProblem(problem, { ...contract, version }, byRelease.get(version)?.schema)
    }))
  }
}

/** Describes a pair of `findClashes` in sentences, with the labels of the newest schema. */
export const describeClash = (
  schemas: ReadonlyArray<ConfigRules>,
  pair: ContractPair,
  names: {
    /** The contract `a` of the pair, such as its number. */
    readonly a: string
    /** The contract `b` of the pair. */
    readonly b: string
  }
): ReadonlyArray<string> =>
  Text.describeClash(names.a, names.b, { ...pair, separates: [] }, { snapshot: unitedSnapshots(schemas) })

const unitedSnapshots = /* @__PURE__ */ memoizeByIdentity(
  (schemas: ReadonlyArray<ConfigRules>) =>
    makeReadGrant(readMeanings(schemas).map(({ snapshot }) => snapshot.taxonomy)).snapshot
)

/** Reads what the codes of each release mean, the newest last. */
const readMeanings = (schemas: ReadonlyArray<ConfigRules>): ReadonlyArray<Meaning> => {
  if (!Array.isArray(schemas) || schemas.length === 0)
    throw new InvalidArgument(
      "schemas",
      "must be a list of results of schema(), one for each release that a contract names."
    )
  const meanings = schemas
    .map((schema) => readMeaning("schemas", schema))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Schemas hold full versions
    .toSorted((left, right) => compare(left.release as Version, right.release as Version))
  const newest = meanings.at(-1)
  if (newest !== undefined) requireRoles("schemas", newest)
  return meanings
}

const describeGrantProblem = (
  problem: GrantProblem,
  { license, version }: LicenseContract,
  schema: ConfigRules | undefined
): Omit<UncomparedContract, "contract"> => {
  const kind = problem._tag
  switch (problem._tag) {
    case "UnknownVersion":
      return { kind, problems: [], message: `The schema of release ${version} is missing. Pass it.` }
    case "UnknownLicense":
      return license === undefined
        ? { kind: "InvalidConfig", problems: [], message: "Its config is missing." }
        : { kind, problems: [], message: `The schema of release ${version} has no base license ${license}.` }
    case "WrongDays": {
      const message = "from and until must be days such as 2026-01-31, and from no later than until."
      return { kind, problems: [], message }
    }
    case "InvalidConfig": {
      const pair = schema && ownPair("schemas", schema)
      const problems = pair === undefined ? [] : problem.problems.map((each) => describeProblem(pair, each))
      return { kind, problems, message: `Its config is invalid: ${summarizeProblems(problems)}.` }
    }
  }
}

const requireContracts = (contracts: unknown): void => {
  const wrong = Array.isArray(contracts) ? contracts.findIndex((contract) => !isContract(contract)) : 0
  if (wrong === -1) return
  const problem = `must be a list of contracts. Number ${wrong + 1} lacks licensor or version, or has a field that is no text.`
  throw new InvalidArgument("contracts", problem)
}

const isContract = (contract: unknown): boolean =>
  isObject(contract) &&
  [contract["licensor"], contract["version"]].every((text) => typeof text === "string") &&
  [contract["licensee"], contract["from"], contract["until"], contract["license"]].every(
    (text) => text === undefined || typeof text === "string"
  )
