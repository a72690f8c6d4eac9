import { isAscii, isUtf8 } from "node:buffer"
import { createReadStream, statSync } from "node:fs"
import type { Readable } from "node:stream"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { ReadingLog } from "../../domain/contracts/Impact.ts"
import {
  contractFields,
  makeReadContract,
  type Contract,
  type ContractFields,
  type LineProblem
} from "../../domain/contracts/ReadContract.ts"
import { withProgress } from "../../platform/Progress.ts"
import { toPlatformError } from "../../platform/RegularFiles.ts"
import * as Options from "../options/Options.ts"

/** An option with the name of a field of contracts. */
export const fieldOption = <Name extends keyof ContractFields>(
  name: Name,
  option: `${Name}-field`,
  content: string
): Flag.Flag<string> =>
  Options.textOptionOr(option, `Field with ${content}. Dots lead into objects`, contractFields[name]).pipe(
    Flag.withMetavar("field")
  )

/** The options of commands that read contracts, by the field that they name. */
export const fieldOptions = {
  id: fieldOption("id", "id-field", "the id of the contract"),
  version: fieldOption("version", "version-field", "the release that the config was written for"),
  config: fieldOption("config", "config-field", "the config"),
  license: fieldOption("license", "license-field", "the code of a base license, which counts if there is no config")
}

/** A contract, and where it was read. */
export interface PlacedContract {
  readonly contract: Contract
  readonly file: string
  readonly line: number
}

interface ContractFiles<E, R> {
  /** `-` is standard input. */
  readonly files: ReadonlyArray<string>
  readonly fields: ContractFields
  readonly log: ReadingLog
  /** Takes contracts in the order of the lines. */
  readonly onContracts: (contracts: ReadonlyArray<PlacedContract>) => Effect.Effect<void, E, R>
}

/** Reads the contracts of files, one to a line, and keeps a few hundred kilobytes of them at a time. */
export const readContracts = <E, R>({ fields, files, log, onContracts }: ContractFiles<E, R>) => {
  const readContract = makeReadContract(fields)
  const readFile = Effect.fnUntraced(function* (path: string, onBytes: (bytes: number) => void) {
    const file = path === standardInput ? "standard input" : path
    let contracts: Array<PlacedContract> = []
    const reader = makeLineReader({
      onProblem: (problem, line) => log.addUnreadable({ file, line, problem }),
      onLine: (text, line) => {
        const contract = readContract(text)
        if (typeof contract === "string") log.addUnreadable({ file, line, problem: contract }, text)
        else contracts.push({ contract, file, line })
      }
    })
    const stream = yield* Effect.acquireRelease(
      Effect.sync(() => openStream(path)),
      (opened) => Effect.sync(() => opened.destroy())
    )
    const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
    const next = Effect.tryPromise({ try: () => chunks.next(), catch: toPlatformError(path) })
    for (let chunk = yield* next; chunk.done !== true; chunk = yield* next) {
      reader.push(chunk.value)
      yield* onContracts(contracts)
      contracts = []
      onBytes(chunk.value.length)
    }
    reader.end()
    yield* onContracts(contracts)
  }, Effect.scoped)
  return withProgress("Reading contracts, in MB", megabytesOf(files), (advance) => {
    const onBytes = makeStepCounter(advance)
    return Effect.forEach(files, (path) => readFile(path, onBytes), { discard: true })
  })
}

const standardInput = "-"

const openStream = (path: string): Readable =>
  path === standardInput ? process.stdin : createReadStream(path, { highWaterMark: chunkBytes })

const chunkBytes = 65_536

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
}

/** The longest line. A contract takes a few kilobytes. */
export const maxLineBytes = 1_048_576

/** Reads chunks line by line and keeps at most one line of them. A byte order mark is no part of the first line. */
export const makeLineReader = (handlers: LineHandlers) => {
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
  const push = (chunk: Buffer): void => {
    const first = chunk.indexOf(lineFeed)
    if (first !== -1) {
      keep(chunk.subarray(0, first))
      finish()
    }
    const last = chunk.lastIndexOf(lineFeed)
    if (last > first) readWholeLines(chunk.subarray(first + 1, last + 1))
    keep(chunk.subarray(last + 1))
  }
  const end = (): void => {
    if (length > 0) finish()
  }
  return { push, end }
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
