import { isAscii, isUtf8 } from "node:buffer"
import { createReadStream, statSync } from "node:fs"
import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import { assess, type Assessment } from "../../domain/contracts/Assess.ts"
import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { makeImpactCount, makeReadingLog } from "../../domain/contracts/Impact.ts"
import {
  makeReadContract,
  type Contract,
  type ContractFields,
  type LineProblem
} from "../../domain/contracts/ReadContract.ts"
import { releaseOfHistory } from "../../domain/contracts/ReleaseOfHistory.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { proposedRelease, type Decision } from "../../domain/release/PublishRelease.ts"
import type { Release, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { releasesBySelector } from "../../domain/release/ReleaseLines.ts"
import { withProgress } from "../../platform/Progress.ts"
import { toPlatformError } from "../../platform/RegularFiles.ts"
import { type ContractsReport, makeLabels } from "../../report/ImpactText.ts"
import type { Report } from "../../report/Report.ts"
import type { WriteAffected } from "./Impact.ts"

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
        const assessContract = assessOf(contract.version)
        if (assessContract === undefined) return log.addUnknown(contract.version)
        const assessment = assessContract(contract)
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
  const contractRelease = memoizeByIdentity((release: Release) => releaseOfHistory(history, release))
  return (version: string): ((contract: Contract) => Assessment) | undefined => {
    const release = releases.get(version)
    return release && (({ config }) => assess(config, contractRelease(release), target))
  }
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

interface LineHandlers {
  /** `number` begins with 1. Blank lines are left out. */
  readonly onLine: (text: string, number: number) => void
  readonly onProblem: (problem: LineProblem, number: number) => void
  readonly onBytes: (count: number) => void
}

/** The longest line. A contract takes a few kilobytes. */
export const maxLineBytes = 1_048_576

/** Reads a stream line by line and keeps at most one line of it. A byte order mark is no part of the first line. */
export const readLines = async (chunks: AsyncIterable<Buffer>, handlers: LineHandlers): Promise<void> => {
  let number = 0
  let parts: Array<Buffer> = []
  let length = 0
  const keep = (part: Buffer): void => {
    length += part.length
    // The rest of a line that is too long is counted only.
    if (length > maxLineBytes) parts = []
    else if (part.length > 0) parts.push(part)
  }
  const finish = (): void => {
    number += 1
    if (length > maxLineBytes) handlers.onProblem("too-long", number)
    else if (length > 0) readLine(parts, number, handlers)
    parts = []
    length = 0
  }
  /** Text is checked and decoded fastest in large pieces. Only a broken line in it needs a look at each. */
  const readWholeLines = (lines: Buffer): void => {
    const encoding = isAscii(lines) ? "latin1" : isUtf8(lines) ? "utf8" : undefined
    const isOneByOne = encoding === undefined || lines.length > maxLineBytes
    for (let start = 0, end = 0; start < lines.length; start = end + 1) {
      end = lines.indexOf(lineFeed, start)
      if (isOneByOne) {
        keep(lines.subarray(start, end))
        finish()
      } else {
        number += 1
        tellLine(lines.toString(encoding, start, end), number, handlers)
      }
    }
  }
  for await (const chunk of chunks) {
    const first = chunk.indexOf(lineFeed)
    if (first !== -1) {
      keep(chunk.subarray(0, first))
      finish()
    }
    const last = chunk.lastIndexOf(lineFeed)
    if (last > first) readWholeLines(chunk.subarray(first + 1, last + 1))
    keep(chunk.subarray(last + 1))
    handlers.onBytes(chunk.length)
  }
  if (length > 0) finish()
}

const readLine = (parts: ReadonlyArray<Buffer>, number: number, handlers: LineHandlers): void => {
  const [first] = parts
  const bytes = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts)
  if (!isUtf8(bytes)) return handlers.onProblem("not-utf8", number)
  const text = bytes.toString("utf8")
  tellLine(number === 1 && text.startsWith("\uFEFF") ? text.slice(1) : text, number, handlers)
}

const tellLine = (text: string, number: number, { onLine }: LineHandlers): void => {
  if (text.charCodeAt(0) > space || text.trim() !== "") onLine(text, number)
}

const [lineFeed, space] = [0x0a, 0x20]

/**
 * Adds to a report what the proposed release does to the contracts of a file. A file that cannot be read is a part of the
 * report, too: the sources are not to blame for it.
 */
export const addContracts = (
  report: Report,
  file: string,
  { decision, history }: { readonly decision: Decision; readonly history: ReleaseHistory }
): Effect.Effect<Report> => {
  const release = proposedRelease(history, decision)
  return assessFiles({
    files: [file],
    fields: { id: "id", version: "version", config: "config" },
    history,
    target: releaseOfHistory(history, release),
    writeAffected: () => undefined
  }).pipe(
    Effect.map((assessed): ContractsReport => {
      const target = { version: release.version, isDraft: true }
      return { _tag: "Assessed", report: { ...assessed, target, labelOf: makeLabels(history, release.taxonomy) } }
    }),
    Effect.catch((error: PlatformError) =>
      Effect.succeed<ContractsReport>({ _tag: "Unread", reason: error.reason._tag })
    ),
    Effect.map((contracts) => ({ ...report, contracts }))
  )
}
