import type { ContractProblem } from "./ReadContract.ts"

/** A line that is no contract. */
export interface UnreadableLine {
  readonly file: string
  readonly line: number
  readonly problem: ContractProblem
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
export interface ReadingLog {
  readonly addUnreadable: (line: UnreadableLine) => void
  readonly addUnknown: (version: string) => void
  readonly result: () => ReadingOutcome
}

export const makeReadingLog = (): ReadingLog => {
  const firstUnreadable: Array<UnreadableLine> = []
  const unknownVersions = new Map<string, number>()
  let [unreadable, unknown] = [0, 0]
  return {
    addUnreadable: (line) => {
      unreadable += 1
      if (firstUnreadable.length < maxNamed) firstUnreadable.push(line)
    },
    addUnknown: (version) => {
      unknown += 1
      const known = unknownVersions.get(version)
      if (known !== undefined || unknownVersions.size < maxNamed) unknownVersions.set(version, (known ?? 0) + 1)
    },
    result: () => ({ unreadable, firstUnreadable, unknown, unknownVersions })
  }
}

const maxNamed = 10
