import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { canonicalJson } from "./CanonicalJson.ts"
import { ChainBroken, type ChainProblem } from "./ChainBroken.ts"
import { Digest } from "./Digest.ts"
import type { Event, EventCodec } from "./EventCodec.ts"

/** Returns the lower-case hexadecimal SHA-256 of bytes, or of a text in UTF-8. The shell provides it. */
export type Sha256 = (content: string | Uint8Array) => string

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
