import * as Schema from "effect/Schema"

/** An event that contradicts the events before it: no version of this program would have written it. */
export type InvariantViolation = typeof InvariantViolation.Type
export const InvariantViolation = Schema.Struct({
  event: Schema.String,
  /** The release, major or key that the event concerns. */
  subject: Schema.String,
  reason: Schema.Literals(["repeated", "unknown-subject", "unknown-reference", "ended-subject", "newest-major"]),
  /** The release or key that the event refers to. */
  reference: Schema.optionalKey(Schema.String)
})

/** The first thing wrong with a ledger. */
export type ChainProblem = typeof ChainProblem.Type
export const ChainProblem = Schema.Union([
  Schema.TaggedStruct("Empty", {}),
  Schema.TaggedStruct("Unterminated", {}),
  /** A line that was read before is missing. */
  Schema.TaggedStruct("Missing", {}),
  /** A line differs from what was read before. */
  Schema.TaggedStruct("Rewritten", {}),
  Schema.TaggedStruct("NotUtf8", {}),
  /** The text is longer than the engine permits, which is 512 MiB in V8. */
  Schema.TaggedStruct("TooLong", {}),
  Schema.TaggedStruct("NotALink", {}),
  Schema.TaggedStruct("NotCanonical", {}),
  Schema.TaggedStruct("WrongSequence", { found: Schema.Natural, expected: Schema.Natural }),
  Schema.TaggedStruct("WrongPrevious", {}),
  Schema.TaggedStruct("WrongHash", {}),
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
    case "Empty":
      return "the file is empty"
    case "Unterminated":
      return "it does not end in a line break"
    case "Missing":
      return "it was read before and is missing now"
    case "Rewritten":
      return "it differs from what was read before, so the ledger was rewritten"
    case "NotUtf8":
      return "the file is not valid UTF-8"
    case "TooLong":
      return "more follows than this program can read at once"
    case "NotALink":
      return "it is not an event in the form of a ledger"
    case "NotCanonical":
      return "it is not canonical JSON, so it was altered"
    case "WrongSequence":
      return `its sequence number is ${problem.found}, not ${problem.expected}`
    case "WrongPrevious":
      return "it does not continue the line before it"
    case "WrongHash":
      return "its hash does not match its content, so it was altered"
    case "NewerVersion":
      return `an event of type ${JSON.stringify(problem.type)}, schema ${problem.schema}, written by a newer version`
    case "UnreleasedVersion":
      return `an event of type ${JSON.stringify(problem.type)}, schema ${problem.schema}, written by an unreleased version of this program`
    case "Unreadable":
      return `its data do not match schema ${problem.schema} of ${problem.type}`
    case "Contradiction":
      return describeViolation(problem.violation)
  }
}

const describeViolation = ({ event, reason, reference, subject }: InvariantViolation): string => {
  switch (reason) {
    case "repeated":
      return `it repeats the event ${event} of ${subject}`
    case "unknown-subject":
      return `its event ${event} is about ${subject}, which no earlier event created`
    case "unknown-reference":
      return `its event ${event} of ${subject} refers to ${reference}, which no earlier event created`
    case "ended-subject":
      return `its event ${event} is about ${subject}, which an earlier event ended`
    case "newest-major":
      return `it ends ${subject}, which is the newest major`
  }
}
