import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describeProblem } from "../../client/config/DescribeProblem.ts"
import { makeReadingLog, type ReadingOutcome } from "../../domain/contracts/Impact.ts"
import { contractFields, type ContractFields } from "../../domain/contracts/ReadContract.ts"
import { releaseOfHistory } from "../../domain/contracts/ReleaseOfHistory.ts"
import { clash } from "../../domain/reasoning/Clash.ts"
import type { CompiledGrant } from "../../domain/reasoning/CompileConfig.ts"
import {
  comparePairs,
  explainPair,
  makeReadGrant,
  type Grant,
  type GrantTerms,
  type PairAnswer
} from "../../domain/reasoning/FindClashes.ts"
import { hasRoles } from "../../domain/reasoning/Model.ts"
import type { Release, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { releasesBySelector } from "../../domain/release/ReleaseLines.ts"
import type { ConfigViolation } from "../../domain/taxonomy/ConfigValidation.ts"
import { dimensionRef, toItemId, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { compare } from "../../domain/taxonomy/VersionArithmetic.ts"
import { workingTree } from "../Workspace.ts"
import { readContracts, type PlacedContract } from "./ContractFiles.ts"

/** A contract as clashes name it: by its id, or by its file and line. */
export interface NamedContract extends GrantTerms {
  readonly id: string | number
  /** The grant by the codes of another release. */
  readonly before?: CompiledGrant
}

/** A contract whose config its own release refuses. */
export interface InvalidContract extends NamedContract {
  readonly file: string
  readonly line: number
  readonly problems: ReadonlyArray<string>
}

export interface GroupsOutcome {
  readonly reading: ReadingOutcome
  readonly contracts: number
  readonly groups: number
  readonly invalid: number
  /** The first of them. */
  readonly firstInvalid: ReadonlyArray<InvalidContract>
}

/** A contract after those of a later group: no group would be known to be whole. */
export class NotSorted extends Schema.TaggedError<NotSorted>()("NotSorted", {
  file: Schema.String,
  line: Schema.Natural
}) {
  override get message() {
    return `${this.file}:${this.line}: The contracts are not sorted by their group.`
  }
}

/**
 * Makes what reads contracts of all releases, and of the working tree if codes are read by its `draft`. The codes mean what
 * that or the `release` says.
 */
export const makeContractReader = (history: ReleaseHistory, release: Release, draft?: Taxonomy) => {
  const releases = releasesBySelector(history)
  const published = [...history.releases.values()]
    .filter(({ version }) => draft !== undefined || version !== release.version)
    .toSorted((left, right) => compare(left.version, right.version))
  const contractRelease = (version: string) => releaseOfHistory(history, releases.get(version) ?? release)
  return {
    ...makeReadGrant([...published.map(({ taxonomy }) => taxonomy), draft ?? release.taxonomy]),
    /** The taxonomy of a version, such as `1.2.0`, `1.2` or `working-tree`. */
    findTaxonomy: (version: string): Taxonomy | undefined =>
      version === workingTree ? draft : releases.get(version)?.taxonomy,
    describe: (version: string, problem: ConfigViolation): string => {
      const [from, to] = [contractRelease(version), contractRelease(version)]
      const { message, path } = describeProblem({ from, to }, problem)
      return `${path.length === 0 ? "" : `${path.join(".")}: `}${message}`
    }
  }
}

type ContractReader = ReturnType<typeof makeContractReader>

interface ContractGroups<E, R> {
  readonly reader: ContractReader
  /** What reads the contracts by the codes of another release, too. */
  readonly before?: ContractReader
  readonly file: string
  readonly fields: ContractFields
  readonly onGroup: (name: string, grants: ReadonlyArray<Grant<NamedContract>>) => Effect.Effect<void, E, R>
}

/** Reads contracts that are sorted by their group, in the order of the bytes, and hands over each group as it ends. */
export const readContractGroups = Effect.fnUntraced(function* <E, R>(input: ContractGroups<E, R>) {
  const { fields, file, onGroup, reader } = input
  const log = makeReadingLog()
  const invalid: Array<InvalidContract> = []
  const counts = { contracts: 0, groups: 0, invalid: 0 }
  let group: { readonly name: string; readonly grants: Array<Grant<NamedContract>> } | undefined

  const readOne = ({ contract, ...place }: PlacedContract): Grant<NamedContract> | undefined => {
    const { from, licensee, until, version } = contract
    const read = reader.readGrant(contract, reader.findTaxonomy(version))
    const named = { id: contract.id ?? `${place.file}:${place.line}`, licensee, from, until }
    if ("compiled" in read) {
      const before = input.before?.readGrant(contract, input.before.findTaxonomy(version))
      const other = before !== undefined && "compiled" in before ? { before: before.compiled } : {}
      return { contract: { ...named, ...other }, compiled: read.compiled }
    }
    switch (read._tag) {
      case "UnknownVersion":
        log.addUnknown(version)
        return undefined
      case "UnknownLicense":
        log.addUnreadable({ ...place, problem: "unknown-license" })
        return undefined
      case "WrongDays":
        log.addUnreadable({ ...place, problem: "wrong-days" })
        return undefined
      case "InvalidConfig": {
        counts.invalid += 1
        if (invalid.length < maxNamed) {
          const problems = read.problems.slice(0, maxProblems).map((problem) => reader.describe(version, problem))
          invalid.push({ ...named, ...place, problems })
        }
        return undefined
      }
    }
  }

  const endGroup = Effect.suspend(() => (group === undefined ? Effect.void : onGroup(group.name, group.grants)))

  yield* readContracts({
    files: [file],
    fields,
    log,
    onContracts: Effect.fnUntraced(function* (placed) {
      for (const each of placed) {
        const { licensor } = each.contract
        if (licensor === undefined) {
          log.addUnreadable({ file: each.file, line: each.line, problem: "no-group" })
          continue
        }
        if (group?.name !== licensor) {
          if (group !== undefined && isBefore(licensor, group.name)) return yield* new NotSorted(each)
          yield* endGroup
          group = { name: licensor, grants: [] }
          counts.groups += 1
        }
        const grant = readOne(each)
        if (grant === undefined) continue
        counts.contracts += 1
        group.grants.push(grant)
      }
    })
  })
  yield* endGroup
  return { ...counts, firstInvalid: invalid, reading: log.result() } satisfies GroupsOutcome
})

const [maxNamed, maxProblems] = [10, 5]

/**
 * Counts the pairs of contracts that clash by a proposed release, and not by its base. `undefined` if there is nothing to
 * compare: no contract names a licensor, or the codes of one of the two say nothing of what is reserved.
 */
export const countNewClashes = Effect.fnUntraced(function* (
  file: string,
  { base, history, release }: { readonly base: Release; readonly history: ReleaseHistory; readonly release: Release }
) {
  if (!hasRoles(base.taxonomy) || !hasRoles(release.taxonomy)) return undefined
  const reader = makeContractReader(history, release, release.taxonomy)
  const reserved = new Map<string, { readonly item: ItemRef; pairs: number }>()
  const counts = { pairs: 0, contracts: 0 }
  const outcome = yield* readContractGroups({
    file,
    fields: contractFields,
    reader,
    before: makeContractReader(history, base),
    onGroup: (_, grants) =>
      Effect.sync(() => {
        const concerned = new Set<unknown>()
        for (const { a, b, verdict } of comparePairs(grants)) {
          const [before, other] = [a.contract.before, b.contract.before]
          if (verdict !== "clash" || before === undefined || other === undefined || clash(before, other) === "clash")
            continue
          counts.pairs += 1
          concerned.add(a).add(b)
          for (const [id, item] of reservedItems(explainPair({ a, b }))) {
            const known = reserved.get(id)
            if (known === undefined) reserved.set(id, { item, pairs: 1 })
            else known.pairs += 1
          }
        }
        counts.contracts += concerned.size
      })
  })
  if (outcome.groups === 0) return undefined
  return { ...counts, reserved: [...reserved.values()].toSorted((left, right) => right.pairs - left.pairs) }
})

/** What one of a pair reserves and the other grants, by id: each once, even if both reserve it. */
const reservedItems = ({ reasons }: PairAnswer): ReadonlyMap<string, ItemRef> =>
  new Map(
    reasons
      .flatMap(({ codes, dimension }) =>
        codes.length === 0 ? [dimensionRef(dimension)] : codes.map((code) => valueRef(dimension, code))
      )
      .map((item) => [toItemId(item), item])
  )

/** In the order of the bytes, as `LC_ALL=C sort` has it. */
const isBefore = (name: string, other: string): boolean => Buffer.compare(Buffer.from(name), Buffer.from(other)) < 0
