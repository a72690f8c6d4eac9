import { findJsonError } from "../JsonError.ts"
import { toItemId } from "../taxonomy/ItemRef.ts"
import type { Assessment, Breakage, DeprecatedReference } from "./Assess.ts"
import type { ContractProblem } from "./ReadContract.ts"

/** What a release does to many contracts. */
export interface Impact {
  readonly contracts: number
  readonly verdicts: Readonly<Record<Assessment["verdict"], number>>
  /** The broken contracts whose configs can be migrated without a decision. */
  readonly migratable: number
  /** The reasons of broken contracts, the most frequent first. */
  readonly breakages: ReadonlyArray<BreakageCount>
  /** The deprecated items that contracts name, the most frequent first. */
  readonly deprecations: ReadonlyArray<DeprecationCount>
}

export interface BreakageCount {
  /** As the first of the contracts has it. */
  readonly breakage: Breakage
  readonly contracts: number
}

export interface DeprecationCount {
  readonly reference: DeprecatedReference
  readonly contracts: number
}

/** Counts assessments one by one. What it keeps grows with the items of the taxonomy, not with the contracts. */
export const makeImpactCount = () => {
  const verdicts = { valid: 0, deprecated: 0, broken: 0, invalid: 0 }
  const breakages = makeTally<Breakage>(({ _tag, item }) => `${_tag} ${toItemId(item)}`)
  const deprecations = makeTally<DeprecatedReference>(({ item }) => toItemId(item))
  let migratable = 0
  return {
    add: ({ broken, deprecated, migration, verdict }: Assessment): void => {
      verdicts[verdict] += 1
      breakages.add(broken)
      deprecations.add(deprecated)
      if (verdict === "broken" && migration?.config !== undefined) migratable += 1
    },
    result: (): Impact => ({
      contracts: Object.values(verdicts).reduce((sum, count) => sum + count, 0),
      verdicts: { ...verdicts },
      migratable,
      breakages: breakages.result().map(([breakage, contracts]) => ({ breakage, contracts })),
      deprecations: deprecations.result().map(([reference, contracts]) => ({ reference, contracts }))
    })
  }
}

/** Counts the contracts of each fact. A contract that has a fact at several places counts once. */
const makeTally = <A>(keyOf: (fact: A) => string) => {
  const counts = new Map<string, { readonly first: A; contracts: number }>()
  return {
    add: (facts: ReadonlyArray<A>): void => {
      if (facts.length === 0) return
      for (const [key, fact] of new Map(facts.map((fact) => [keyOf(fact), fact]))) {
        const known = counts.get(key)
        if (known === undefined) counts.set(key, { first: fact, contracts: 1 })
        else known.contracts += 1
      }
    },
    result: (): ReadonlyArray<readonly [A, number]> =>
      [...counts]
        .sort(([leftKey, left], [rightKey, right]) =>
          left.contracts === right.contracts ? (leftKey < rightKey ? -1 : 1) : right.contracts - left.contracts
        )
        .map(([, { contracts, first }]) => [first, contracts])
  }
}

/** A line that is no contract. */
interface UnreadableLine {
  readonly file: string
  readonly line: number
  readonly problem: ContractProblem
  /** Where a line stops being JSON. */
  readonly column?: number
}

/** What was read and could not be assessed. */
export interface ReadingOutcome {
  readonly unreadable: number
  /** The first of them. */
  readonly firstUnreadable: ReadonlyArray<UnreadableLine>
  /** The contracts of versions that no release has. */
  readonly unknown: number
  /** The first of these versions, with their contracts. */
  readonly unknownVersions: ReadonlyMap<string, number>
}

/** Collects what cannot be assessed, in constant memory. */
export const makeReadingLog = () => {
  const firstUnreadable: Array<UnreadableLine> = []
  const unknownVersions = new Map<string, number>()
  let [unreadable, unknown] = [0, 0]
  return {
    /** `text` is that of the line, if it has one. */
    addUnreadable: (line: UnreadableLine, text = ""): void => {
      unreadable += 1
      if (firstUnreadable.length >= maxNamed) return
      const { column } = (line.problem === "not-json" ? findJsonError(text) : undefined) ?? {}
      firstUnreadable.push({ ...line, ...(column === undefined ? {} : { column }) })
    },
    addUnknown: (version: string): void => {
      unknown += 1
      const known = unknownVersions.get(version)
      if (known !== undefined || unknownVersions.size < maxNamed) unknownVersions.set(version, (known ?? 0) + 1)
    },
    result: (): ReadingOutcome => ({
      unreadable,
      // What is no contract is known before what cannot be assessed.
      firstUnreadable: firstUnreadable.toSorted((left, right) =>
        left.file === right.file ? left.line - right.line : 0
      ),
      unknown,
      unknownVersions
    })
  }
}

export type ReadingLog = ReturnType<typeof makeReadingLog>

const maxNamed = 10
