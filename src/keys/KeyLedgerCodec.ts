import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { KeyPrefix } from "../domain/keys/ApiKey.ts"
import { KeyRevoked, type KeyEvent } from "../domain/keys/KeyEvent.ts"
import { keyEventCodec } from "../domain/keys/KeyEventCodec.ts"
import {
  evolve,
  isActive,
  emptyKeyRegistry,
  replay,
  type ApiKeyRecord,
  type KeyRegistry
} from "../domain/keys/KeyRegistry.ts"
import { ChainBroken } from "../domain/ledger/ChainBroken.ts"
import { extendsChain, genesis, isLink, seal, verifyChain, type Head } from "../domain/ledger/HashChain.ts"
import { sha256 } from "../platform/Sha256.ts"

/** A ledger of keys that was read and is sound. */
export interface KeyLedger {
  /** Its lines, each with its line break. */
  readonly text: string
  readonly head: Head
  readonly keys: KeyRegistry
  /** What there is of a last line that was cut short, which the rest is without. */
  readonly torn?: TornLine
}

export interface TornLine {
  readonly text: string
  /** Of the key that the line was about, where that can be read. */
  readonly identifier?: KeyPrefix
}

export const emptyLedger: KeyLedger = { text: "", head: genesis, keys: emptyKeyRegistry }

/**
 * Verifies and replays the text of a ledger. It must still hold what was read before: ledgers only grow, and a shorter
 * one may be sound and would bring revoked keys back. What was read before is compared and not verified again, for a
 * long ledger takes a tenth of a second and requests wait meanwhile.
 */
export const parseLedger = (text: string, before: KeyLedger): Result.Result<KeyLedger, ChainBroken> => {
  return before.text !== "" && text.startsWith(before.text)
    ? parseAfter(text, before)
    : Result.flatMap(parseAfter(text, emptyLedger), (ledger) =>
        Result.map(extendsChain(text, before.head), () => ledger)
      )
}

/**
 * A ledger's text without a last line that was cut short, and that line. A whole line that lacks only its break is given
 * it. What is not the beginning of a line stays, to be refused.
 */
export const withoutTornLine = (text: string): { readonly text: string; readonly torn?: TornLine } => {
  const end = text.lastIndexOf("\n") + 1
  const rest = text.slice(end)
  if (isLink(rest)) return { text: `${text}\n` }
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
export const keysInForce = ({ keys, torn }: KeyLedger): KeyRegistry => {
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
export const tornKey = (keys: KeyRegistry, torn: TornLine | undefined): ApiKeyRecord | undefined => {
  const key = torn?.identifier === undefined ? undefined : keys.get(torn.identifier)
  return key !== undefined && isActive(key) ? key : undefined
}

/** The line, without its break, that adds an event to a ledger. */
export const lineAfter = ({ head }: KeyLedger, event: KeyEvent): string => seal(sha256, keyEventCodec, head, event).line

/** Verifies and replays what a text holds beyond a ledger that it begins with. */
const parseAfter = (text: string, before: KeyLedger): Result.Result<KeyLedger, ChainBroken> =>
  Result.flatMap(verifyKeyChain(text.slice(before.text.length), before.head), ({ events, head }) =>
    Result.mapBoth(replay(events, before.keys), {
      onFailure: ({ index, violation }) =>
        new ChainBroken({
          line: before.head.sequence + index + 1,
          problem: { _tag: "Contradiction", violation }
        }),
      onSuccess: (keys) => ({ text, head, keys })
    })
  )

/** In a text of a person the quotes would be escaped. */
const namedIdentifier = /"identifier":"(nil_[0-9A-Za-z]{8})/

const decodeJson = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Unknown))

const verifyKeyChain = verifyChain(sha256, keyEventCodec)
