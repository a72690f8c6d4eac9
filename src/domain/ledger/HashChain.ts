import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Digest } from "../release/ReleaseEvent.ts"
import { canonicalJson } from "./CanonicalJson.ts"

/** The lower-case hexadecimal SHA-256 of a text in UTF-8; the shell brings it. */
export type Sha256 = (text: string) => string

/** The last link of a chain: what the next one continues. */
export interface Head {
  readonly sequence: number
  readonly hash: Digest
}

/** What the first link continues. */
export const genesis: Head = { sequence: 0, hash: `sha256:${"0".repeat(64)}` }

/** One line of a ledger: an event in the envelope that makes it part of the chain. `hash` covers all the rest. */
export type Link = typeof Link.Type
export const Link = Schema.Struct({
  sequence: Schema.Natural,
  type: Schema.String,
  schema: Schema.Natural,
  previous: Digest,
  data: Schema.Record(Schema.String, Schema.Unknown),
  hash: Digest
})

/** The number of the form that events of every type have today. */
export const currentSchema = 1

/** The canonical line, without its line break, that continues a chain with an event, and the chain's new head. */
export const seal = (
  sha256: Sha256,
  head: Head,
  { _tag, ...data }: { readonly _tag: string }
): { readonly line: string; readonly head: Head } => {
  const link = { sequence: head.sequence + 1, type: _tag, schema: currentSchema, previous: head.hash, data }
  const hash: Digest = `sha256:${sha256(canonicalJson(link))}`
  return { line: canonicalJson({ ...link, hash }), head: { sequence: link.sequence, hash } }
}

/**
 * The events of a ledger's text, each line checked against the chain: canonical form, sequence, the hash before and
 * its own. Fails at the first line that is not what was once written, or that only a newer version can read.
 */
export const open =
  <E>(sha256: Sha256, decode: (event: unknown) => Result.Result<E, unknown>, types: ReadonlySet<string>) =>
  (text: string): Result.Result<{ readonly events: ReadonlyArray<E>; readonly head: Head }, ChainBroken> => {
    const lines = text.split("\n")
    const events: Array<E> = []
    let head = genesis
    if (lines.pop() !== "") return broken(lines.length + 1, "ledger/torn", "it does not end in a line break")
    for (const [index, line] of lines.entries()) {
      const opened = openLine(sha256, head, line)
      if (Result.isFailure(opened)) return broken(index + 1, "ledger/broken-chain", opened.failure)
      const link = opened.success
      if (!types.has(link.type) || link.schema !== currentSchema) {
        const what = `an event of type ${JSON.stringify(link.type)}, schema ${link.schema}`
        return broken(index + 1, "ledger/newer-version", `it holds ${what}, written by a newer version`)
      }
      const event = decode({ ...link.data, _tag: link.type })
      if (Result.isFailure(event)) {
        return broken(index + 1, "ledger/unreadable-event", "its event is not of the form that events have")
      }
      events.push(event.success)
      head = { sequence: link.sequence, hash: link.hash }
    }
    return Result.succeed({ events, head })
  }

/** A ledger is not what was once written. */
export class ChainBroken extends Schema.TaggedError<ChainBroken>()("ChainBroken", {
  rule: Schema.Literals([
    "ledger/torn",
    "ledger/broken-chain",
    "ledger/newer-version",
    "ledger/unreadable-event",
    "ledger/contradiction"
  ]),
  line: Schema.Natural,
  reason: Schema.String
}) {
  override get message() {
    const found = this.rule === "ledger/newer-version" ? "cannot be read" : "is not sound"
    return `Line ${this.line} of the ledger ${found}: ${this.reason}`
  }
}

/** What is wrong with a file that has no byte left; the ledger of no events has no file. */
export const torn = new ChainBroken({ rule: "ledger/torn", line: 1, reason: "the file is empty, as no run leaves it" })

/**
 * Whether a sound ledger still holds what it held when its head was the given one. As each hash covers the one before
 * it, one line tells of all before it as well.
 */
export const continues = (text: string, { hash, sequence }: Head): Result.Result<void, ChainBroken> => {
  if (sequence === 0) return Result.void
  const line = text.split("\n", sequence)[sequence - 1] ?? ""
  if (line === "") return broken(sequence, "ledger/torn", "it was there before, and is gone")
  const link = decodeLink(line)
  return Result.isSuccess(link) && link.success.hash === hash
    ? Result.void
    : broken(sequence, "ledger/broken-chain", "it is not what it was before, so the ledger was rewritten")
}

const decodeLink = Schema.decodeUnknownResult(Schema.fromJsonString(Link), { onExcessProperty: "error" })

const openLine = (sha256: Sha256, head: Head, line: string): Result.Result<Link, string> => {
  const decoded = decodeLink(line)
  if (Result.isFailure(decoded)) return Result.fail("it is not an event in the form of a ledger")
  const link = decoded.success
  if (canonicalJson(link) !== line) return Result.fail("it is not in canonical form, so it was altered")
  if (link.sequence !== head.sequence + 1) return Result.fail(`it is number ${link.sequence}, not ${head.sequence + 1}`)
  if (link.previous !== head.hash) return Result.fail("it does not continue the line before it")
  return link.hash === `sha256:${sha256(withoutHash(line, link))}`
    ? Result.succeed(link)
    : Result.fail("its hash is not that of its content, so it was altered")
}

/**
 * The text that a canonical line's hash covers: the line without the hash itself. Only digests and numbers, and a type
 * whose quotes would be escaped, come after it.
 */
const withoutHash = (line: string, { hash }: Link): string => {
  const member = `"hash":"${hash}",`
  const start = line.lastIndexOf(member)
  return `${line.slice(0, start)}${line.slice(start + member.length)}`
}

const broken = (line: number, rule: ChainBroken["rule"], reason: string) =>
  Result.fail(new ChainBroken({ line, rule, reason }))
