import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { KeyIdentifier } from "../domain/keys/ApiKey.ts"
import { KeyEvent, KeyRevoked } from "../domain/keys/KeyEvent.ts"
import { evolve, isActive, noKeys, replay, type KeyRecord, type Keys } from "../domain/keys/KeyRegistry.ts"
import { ChainBroken, continues, genesis, Link, open, seal, type Head } from "../domain/ledger/HashChain.ts"
import { sha256 } from "../platform/Sha256.ts"

/** A ledger of keys that was read and is sound. */
export interface KeyLedger {
  /** Its lines, each with its line break. */
  readonly text: string
  readonly head: Head
  readonly keys: Keys
  /** What there is of a last line that was cut short, which the rest is without. */
  readonly torn?: TornLine
}

export interface TornLine {
  readonly text: string
  /** Of the key that the line was about, where that can be read. */
  readonly identifier?: KeyIdentifier
}

export const emptyLedger: KeyLedger = { text: "", head: genesis, keys: noKeys }

/**
 * Verifies and replays the text of a ledger. It must still hold what was read before: ledgers only grow, and a shorter
 * one may be sound and would bring revoked keys back. What was read before is compared and not verified again, for a
 * long ledger takes a tenth of a second and requests wait meanwhile.
 */
export const parseLedger = (text: string, before: KeyLedger): Result.Result<KeyLedger, ChainBroken> => {
  const longer = before.text !== "" && text.startsWith(before.text) ? extended(text, before) : undefined
  // What is unusual is read from its beginning, which tells where it goes wrong.
  return longer === undefined
    ? Result.flatMap(parseWhole(text), (ledger) => Result.map(continues(text, before.head), () => ledger))
    : Result.succeed(longer)
}

/**
 * A ledger's text without a last line that was cut short, and that line. A whole line that lacks only its break is given
 * it. What is not the beginning of a line stays, to be refused.
 */
export const withoutTornLine = (text: string): { readonly text: string; readonly torn?: TornLine } => {
  const end = text.lastIndexOf("\n") + 1
  const rest = text.slice(end)
  if (Result.isSuccess(decodeLink(rest))) return { text: `${text}\n` }
  // Every line is one object, of which a part is no JSON.
  const cutShort = rest.startsWith("{") && Result.isFailure(decodeJson(rest))
  if (!cutShort) return { text }
  const identifier = namedIdentifier.exec(rest)?.[1]
  return { text: text.slice(0, end), torn: { text: rest, ...(identifier === undefined ? {} : { identifier }) } }
}

/**
 * The keys that a ledger lets in. A key that a line was about which is not known in full counts as revoked: that may
 * have been what the line said.
 */
export const keysInForce = ({ keys, torn }: KeyLedger): Keys => {
  const key = tornKey(keys, torn)
  return key === undefined
    ? keys
    : evolve(keys, KeyRevoked.make({ identifier: key.identifier, reason: "cut short", date: key.date }))
}

/** What is wrong with a ledger whose last line was cut short, and what to do; nothing of one that is whole. */
export const tornSentence = (path: string, { keys, torn }: KeyLedger): string | undefined => {
  if (torn === undefined) return undefined
  const key = tornKey(keys, torn)
  const rest =
    key !== undefined
      ? `It was about ${key.identifier}, which is not accepted. Revoke that key again.`
      : torn.identifier !== undefined
        ? `It was about ${torn.identifier}, which is no active key. If it was to issue that key, issue another.`
        : "If it was to revoke a key, revoke that again."
  return `The last line of ${path} was cut short and is left out. ${rest}`
}

/** The active key that a line was about which is not known in full. */
export const tornKey = (keys: Keys, torn: TornLine | undefined): KeyRecord | undefined => {
  const key = torn?.identifier === undefined ? undefined : keys.get(torn.identifier)
  return key !== undefined && isActive(key) ? key : undefined
}

/** The line, without its break, that adds an event to a ledger. */
export const lineAfter = ({ head }: KeyLedger, event: KeyEvent): string => seal(sha256, head, encodeEvent(event)).line

const parseWhole = (text: string): Result.Result<KeyLedger, ChainBroken> =>
  Result.flatMap(openLedger(text), ({ events, head }) =>
    Result.mapBoth(replay(events), {
      onFailure: ({ index, reason }) => new ChainBroken({ rule: "ledger/contradiction", line: index + 1, reason }),
      onSuccess: (keys) => ({ text, head, keys })
    })
  )

const extended = (text: string, before: KeyLedger): KeyLedger | undefined => {
  const lines = text.slice(before.text.length).split("\n")
  if (lines.pop() !== "") return undefined
  let { head } = before
  const events: Array<KeyEvent> = []
  for (const line of lines) {
    const link = decodeLink(line)
    if (Result.isFailure(link)) return undefined
    const event = decodeEvent({ ...link.success.data, _tag: link.success.type })
    if (Result.isFailure(event)) return undefined
    const sealed = seal(sha256, head, encodeEvent(event.success))
    if (sealed.line !== line) return undefined
    head = sealed.head
    events.push(event.success)
  }
  const keys = replay(events, before.keys)
  return Result.isSuccess(keys) ? { text, head, keys: keys.success } : undefined
}

/** In a text of a person the quotes would be escaped. */
const namedIdentifier = /"identifier":"(nil_[0-9A-Za-z]{8})/

const strict = { onExcessProperty: "error" } as const

const eventTypes = new Set(KeyEvent.members.map((member) => member.fields._tag.schema.literal))

const encodeEvent = Schema.encodeSync(KeyEvent, strict)

const decodeEvent = Schema.decodeUnknownResult(KeyEvent, strict)

const decodeLink = Schema.decodeUnknownResult(Schema.fromJsonString(Link), strict)

const decodeJson = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Unknown))

const openLedger = open(sha256, decodeEvent, eventTypes)
