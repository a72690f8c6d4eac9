import { createReadStream, statSync } from "node:fs"
import * as Effect from "effect/Effect"
import { makeAssess, type Assess } from "../../domain/contracts/Assess.ts"
import type { Assessment } from "../../domain/contracts/Assessment.ts"
import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { makeImpactCount } from "../../domain/contracts/impact/Impact.ts"
import { makeReadContract, type Contract, type ContractFields } from "../../domain/contracts/impact/ReadContract.ts"
import { makeReadingLog } from "../../domain/contracts/impact/ReadingLog.ts"
import { releaseOfHistory } from "../../domain/contracts/ReleaseOfHistory.ts"
import { isObject } from "../../domain/Json.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Release, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { releasesBySelector } from "../../domain/release/VersionSelectors.ts"
import { withProgress } from "../../platform/Progress.ts"
import { toPlatformError } from "../../platform/RegularFiles.ts"
import type { WriteAffected } from "./AffectedFile.ts"
import { readLines } from "./ReadLines.ts"

interface Assessing {
  readonly files: ReadonlyArray<string>
  readonly fields: ContractFields
  readonly history: ReleaseHistory
  readonly target: ContractRelease
  readonly writeAffected: WriteAffected
}

/** Assesses the contracts of files one by one. What it keeps does not grow with them. */
export const assessFiles = ({ fields, files, history, target, writeAffected }: Assessing) => {
  const count = makeImpactCount()
  const log = makeReadingLog()
  const assessOf = makeAssessors(history, target)
  const readContract = makeReadContract(fields)
  const readFile = (path: string, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<void> => {
    const file = path === standardInput ? "standard input" : path
    return readLines(openStream(path, signal), {
      onBytes,
      onProblem: (problem, line) => log.addUnreadable({ file, line, problem }),
      onLine: (text, line) => {
        const contract = readContract(text)
        if (typeof contract === "string") return log.addUnreadable({ file, line, problem: contract })
        const assess = assessOf(contract.version)
        if (assess === undefined) return log.addUnknown(contract.version)
        const assessment = assess(contract)
        count.add(assessment)
        writeAffected(contract, { file, line }, assessment)
      }
    })
  }
  return withProgress("Reading contracts, in MB", megabytesOf(files), (advance) => {
    const onBytes = makeStepCounter(advance)
    return Effect.forEach(files, (path) =>
      Effect.tryPromise({ try: (signal) => readFile(path, signal, onBytes), catch: toPlatformError(path) })
    )
  }).pipe(Effect.map(() => ({ impact: count.result(), reading: log.result() })))
}

const standardInput = "-"

const openStream = (path: string, signal: AbortSignal): AsyncIterable<Buffer> =>
  path === standardInput ? process.stdin : createReadStream(path, { highWaterMark: chunkBytes, signal })

const chunkBytes = 262_144

/** Makes the function that assesses the contracts of a version, such as `1.2.0` or `1.2`, when a contract needs it. */
const makeAssessors = (history: ReleaseHistory, target: ContractRelease) => {
  const releases = releasesBySelector(history)
  const assessOf = memoizeByIdentity((release: Release) =>
    assessRepeatedOnce(makeAssess(releaseOfHistory(history, release), target))
  )
  const known = new Map<string, AssessContract>()
  return (version: string): AssessContract | undefined => {
    const assess = known.get(version)
    if (assess !== undefined) return assess
    const release = releases.get(version)
    if (release === undefined) return undefined
    const made = assessOf(release)
    known.set(version, made)
    return made
  }
}

type AssessContract = (contract: Contract) => Assessment

const assessRepeatedOnce = (assess: Assess): AssessContract => {
  const assessOnce = memoizeByIdentity(assess)
  return ({ config, isRepeated }) => (isRepeated && isObject(config) ? assessOnce(config) : assess(config))
}

/** The size of all files; `undefined` if one of them is a pipe or missing. */
const megabytesOf = (files: ReadonlyArray<string>): number | undefined => {
  const sizes = files.map((path) => (path === standardInput ? undefined : sizeOf(path)))
  return sizes.includes(undefined)
    ? undefined
    : Math.floor(sizes.reduce<number>((sum, size = 0) => sum + size, 0) / megabyte)
}

const sizeOf = (path: string): number | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true ? found.size : undefined
}

const megabyte = 1_000_000

/** Advances by a step for each megabyte. */
const makeStepCounter = (advance: () => void) => {
  let rest = 0
  return (bytes: number): void => {
    rest += bytes
    for (; rest >= megabyte; rest -= megabyte) advance()
  }
}
