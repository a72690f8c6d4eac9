import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { canonicalJson } from "./CanonicalJson.ts"
import type { Event, EventCodec } from "./EventCodec.ts"
import { Digest } from "./Timestamp.ts"

/** Returns the lower-case hexadecimal SHA-256 of bytes, or of a text in UTF-8. The shell provides it. */
type Sha256 = (content: string | Uint8Array) => string

/** The last link of a chain, which the next one continues. */
export interface Head {
  readonly sequence: number
  readonly hash: Digest
}

/** The head of the empty chain. */
export const genesis: Head = { sequence: 0, hash: `sha256:${"0".repeat(64)}` }

/** The events of a chain, or of a part of it, and the head after them. */
export interface Chain<E> {
  readonly events: ReadonlyArray<E>
  /** The hash of the line of each event. */
  readonly hashes: ReadonlyArray<Digest>
  readonly head: Head
}

/** Encodes an event as the canonical line, without its line break, that continues a chain, and returns the new head. */
export const seal = <E extends Event>(
  sha256: Sha256,
  codec: EventCodec<E>,
  head: Head,
  event: NoInfer<E>
): { readonly line: string; readonly head: Head } => {
  const link = { sequence: head.sequence + 1, previous: head.hash, ...codec.encode(event) }
  const text = canonicalJson(link)
  const hash: Digest = `sha256:${sha256(text)}`
  return { line: withHash(text, hash), head: { sequence: link.sequence, hash } }
}

const problems = {
  newer: "NewerVersion",
  unreleased: "UnreleasedVersion",
  unreadable: "Unreadable"
} as const

/**
 * Reads the lines of a ledger that follow a head, all of them by default. Checks each against the chain: canonical
 * form, sequence, previous hash, and its own hash. Fails at the first line that does not hold, or cannot be decoded.
 */
export const verifyChain =
  <E extends Event>(sha256: Sha256, codec: EventCodec<E>) =>
  (text: string, after: Head = genesis): Result.Result<Chain<E>, ChainBroken> => {
    const lines = text.split("\n")
    const events: Array<E> = []
    const hashes: Array<Digest> = []
    let head = after
    if (lines.pop() !== "") return broken(after.sequence + lines.length + 1, { _tag: "Unterminated" })
    for (const line of lines) {
      const link = verifyLine(sha256, head, line)
      if (Result.isFailure(link)) return broken(head.sequence + 1, link.failure)
      const { hash, schema, sequence, type } = link.success
      const event = codec.decode(link.success)
      if (Result.isFailure(event)) {
        return broken(sequence, { _tag: problems[event.failure], type, schema })
      }
      events.push(event.success)
      hashes.push(hash)
      head = { sequence, hash }
    }
    return Result.succeed({ events, hashes, head })
  }

/**
 * Checks that a verified ledger still holds everything up to a head that was read before. As each hash covers the one
 * before it, one line stands for all lines before it.
 */
export const extendsChain = (text: string, { hash, sequence }: Head): Result.Result<void, ChainBroken> => {
  if (sequence === 0) return Result.void
  const line = text.split("\n", sequence)[sequence - 1] ?? ""
  if (line === "") return broken(sequence, { _tag: "Missing" })
  const link = decodeLink(line)
  return Result.isSuccess(link) && link.success.hash === hash ? Result.void : broken(sequence, { _tag: "Rewritten" })
}

/**
 * One line of a ledger: an encoded event and its place in the chain. `hash` covers all other members. `withHash` relies
 * on it that `previous` follows `hash` in the order of keys, so a new member must not sort between them.
 */
type Link = typeof Link.Type
const Link = Schema.Struct({
  sequence: Schema.Natural,
  type: Schema.String,
  schema: Schema.Natural,
  previous: Digest,
  data: Schema.Record(Schema.String, Schema.Unknown),
  hash: Digest
})

const decodeLink = Schema.decodeUnknownResult(Schema.fromJsonString(Link), { onExcessProperty: "error" })

const verifyLine = (sha256: Sha256, head: Head, line: string): Result.Result<Link, ChainProblem> => {
  const decoded = decodeLink(line)
  if (Result.isFailure(decoded)) return Result.fail({ _tag: "NotALink" })
  const link = decoded.success
  const expected = head.sequence + 1
  // In the order of the line, so that its data need not be sorted again, which takes several times as long.
  const { data, hash, previous, schema, sequence, type } = link
  if (canonicalJson({ data, hash, previous, schema, sequence, type }) !== line) {
    return Result.fail({ _tag: "NotCanonical" })
  }
  if (sequence !== expected) return Result.fail({ _tag: "WrongSequence", found: sequence, expected })
  if (previous !== head.hash) return Result.fail({ _tag: "WrongPrevious" })
  return hash === `sha256:${sha256(withoutHash(line, link))}`
    ? Result.succeed(link)
    : Result.fail({ _tag: "WrongHash" })
}

/**
 * The text that the hash of a canonical line covers: the line without the hash itself. Only digests, numbers and a type
 * come after it, and the quotes in a type would be escaped.
 */
const withoutHash = (line: string, { hash }: Link): string => {
  const member = hashMember(hash)
  const start = line.lastIndexOf(member)
  return `${line.slice(0, start)}${line.slice(start + member.length)}`
}

/** The canonical line of a text that its hash covers. `previous` is the key after `hash`. */
const withHash = (text: string, hash: Digest): string => {
  const start = text.lastIndexOf('"previous":')
  return `${text.slice(0, start)}${hashMember(hash)}${text.slice(start)}`
}

const hashMember = (hash: Digest): string => `"hash":"${hash}",`

const broken = (line: number, problem: ChainProblem) => Result.fail(new ChainBroken({ line, problem }))

/** Identifies the bytes of a ledger that was verified, so that only what is appended to them must be read. */
export interface LedgerPrefix {
  readonly head: Head
  /** The number of bytes up to the head. */
  readonly bytes: number
  /** The digest of those bytes. */
  readonly digest: string
}

export const makePrefix = (sha256: Sha256, bytes: Uint8Array, head: Head): LedgerPrefix => ({
  head,
  bytes: bytes.length,
  digest: sha256(bytes)
})

/**
 * Reads the lines that a ledger has gained since a prefix was read. Returns `undefined` if the bytes before them have
 * changed: then the whole ledger must be read.
 */
export const readAppended =
  <E extends Event>(sha256: Sha256, codec: EventCodec<E>) =>
  (prefix: LedgerPrefix, bytes: Uint8Array): Result.Result<Chain<E>, ChainBroken> | undefined => {
    if (sha256(bytes.subarray(0, prefix.bytes)) !== prefix.digest) return undefined
    return Result.flatMap(decodeLedger(bytes.subarray(prefix.bytes), prefix.head), (text) =>
      verifyChain(sha256, codec)(text, prefix.head)
    )
  }

/** Decodes the bytes of a ledger that follow a head. */
export const decodeLedger = (bytes: Uint8Array, { sequence }: Head): Result.Result<string, ChainBroken> => {
  try {
    return Result.succeed(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    // Of bytes that are not UTF-8 it is a `TypeError` (WHATWG Encoding). Otherwise the text is longer than the engine permits.
    const _tag = error instanceof TypeError ? "NotUtf8" : "TooLong"
    return Result.fail(new ChainBroken({ line: sequence + 1, problem: { _tag } }))
  }
}

interface ViolationFacts {
  readonly event: string
  readonly subject: string
  readonly reference?: string
}

const violations = {
  repeated: ({ event, subject }) => `it repeats the event ${event} of ${subject}`,
  "unknown-subject": ({ event, subject }) => `its event ${event} is about ${subject}, which no earlier event created`,
  "unknown-reference": ({ event, reference, subject }) =>
    `its event ${event} of ${subject} refers to ${reference}, which no earlier event created`,
  "ended-subject": ({ event, subject }) => `its event ${event} is about ${subject}, which an earlier event ended`,
  "newest-major": ({ subject }) => `it ends ${subject}, which is the newest major`
} as const satisfies Readonly<Record<string, (facts: ViolationFacts) => string>>

/** An event that contradicts the events before it: no version of this program would have written it. */
export type InvariantViolation = typeof InvariantViolation.Type
export const InvariantViolation = Schema.Struct({
  event: Schema.String,
  /** The release, major or key that the event concerns. */
  subject: Schema.String,
  reason: Schema.Literals(Struct.keys(violations)),
  /** The release or key that the event refers to. */
  reference: Schema.optionalKey(Schema.String)
})

/** Damage about which nothing varies. */
const damages = {
  Empty: "the file is empty",
  Unterminated: "it does not end in a line break",
  Missing: "it was read before and is missing now",
  Rewritten: "it differs from what was read before, so the ledger was rewritten",
  NotUtf8: "the file is not valid UTF-8",
  // The text is longer than the engine permits, which is 512 MiB in V8.
  TooLong: "more follows than this program can read at once",
  NotALink: "it is not an event in the form of a ledger",
  NotCanonical: "it is not canonical JSON, so it was altered",
  WrongPrevious: "it does not continue the line before it",
  WrongHash: "its hash does not match its content, so it was altered"
} as const

/** The first thing wrong with a ledger. */
export type ChainProblem = typeof ChainProblem.Type
export const ChainProblem = Schema.Union([
  Schema.Struct({ _tag: Schema.Literals(Struct.keys(damages)) }),
  Schema.TaggedStruct("WrongSequence", { found: Schema.Natural, expected: Schema.Natural }),
  Schema.TaggedStruct("NewerVersion", { type: Schema.String, schema: Schema.Natural }),
  Schema.TaggedStruct("UnreleasedVersion", { type: Schema.String, schema: Schema.Natural }),
  Schema.TaggedStruct("Unreadable", { type: Schema.String, schema: Schema.Natural }),
  Schema.TaggedStruct("Contradiction", { violation: InvariantViolation })
])

/** A ledger does not hold what was once written, or holds what only a newer version can read. */
export class ChainBroken extends Schema.TaggedError<ChainBroken>()("ChainBroken", {
  line: Schema.Natural,
  problem: ChainProblem
}) {
  /** The check of the pipeline that finds this. */
  get rule() {
    switch (this.problem._tag) {
      case "Empty":
      case "Unterminated":
      case "Missing":
        return "ledger/torn"
      case "NewerVersion":
        return "ledger/newer-version"
      case "UnreleasedVersion":
      case "Unreadable":
        return "ledger/unreadable-event"
      case "Contradiction":
        return "ledger/contradiction"
      default:
        return "ledger/broken-chain"
    }
  }

  override get message() {
    return formatChainProblem(this)
  }
}

/** The facts of a `ChainBroken`, for findings. */
export type ChainDamage = { readonly line: number; readonly problem: ChainProblem }

export const formatChainProblem = ({ line, problem }: ChainDamage): string =>
  problem._tag === "NewerVersion" || problem._tag === "UnreleasedVersion"
    ? `Line ${line} of the ledger contains ${describeProblem(problem)}`
    : `Line ${line} of the ledger is damaged: ${describeProblem(problem)}`

/** The error of a ledger file without a byte: the ledger of no events has no file. */
export const emptyLedgerFile = () => new ChainBroken({ line: 1, problem: { _tag: "Empty" } })

const describeProblem = (problem: ChainProblem): string => {
  switch (problem._tag) {
    case "WrongSequence":
      return `its sequence number is ${problem.found}, not ${problem.expected}`
    case "NewerVersion":
      return `an event of type ${JSON.stringify(problem.type)}, schema ${problem.schema}, written by a newer version`
    case "UnreleasedVersion":
      return `an event of type ${JSON.stringify(problem.type)}, schema ${problem.schema}, written by an unreleased version of this program`
    case "Unreadable":
      return `its data do not match schema ${problem.schema} of ${problem.type}`
    case "Contradiction":
      return violations[problem.violation.reason](problem.violation)
    default:
      return damages[problem._tag]
  }
}
