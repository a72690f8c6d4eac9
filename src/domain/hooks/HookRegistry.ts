import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { keyStatus, type KeyRegistry } from "../keys/KeyRegistry.ts"
import type { InvariantViolation } from "../ledger/HashChain.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { didYouMean } from "../taxonomy/Suggestion.ts"
import type { HookAdded, HookEvent, HookId, HookPaused, HookRemoved } from "./HookEvent.ts"

/** A subscription: the fold of its events. */
export interface Hook extends Omit<HookAdded, "_tag" | "master"> {
  /** The newest first. Older ones sign until their end. */
  readonly secrets: ReadonlyArray<HookSecret>
  readonly paused?: Pick<HookPaused, "cause" | "date" | "actor">
  /** When the hook was resumed last. */
  readonly resumed?: Timestamp
  readonly removed?: Pick<HookRemoved, "cause" | "date" | "actor">
}

/** From what the secrets of a hook are derived. */
export interface HookSecret {
  /** Counts from 1, for each hook. */
  readonly generation: number
  readonly master: string
  /** It signs before this instant; absent for the current one. */
  readonly until?: Timestamp
}

/** The state of all hooks in the order in which they were added. */
export type HookRegistry = ReadonlyMap<HookId, Hook>

export const emptyHookRegistry: HookRegistry = new Map()

/** Folds events into a registry. Fails at the first event that violates an invariant. */
export const replay = (
  events: ReadonlyArray<HookEvent>,
  before: HookRegistry
): Result.Result<HookRegistry, { readonly index: number; readonly violation: InvariantViolation }> => {
  const draft = new Map(before)
  for (const [index, event] of events.entries()) {
    const hook = draft.get(event.identifier)
    const reason = violationOf(hook, event)
    if (reason !== undefined) {
      return Result.fail({ index, violation: { event: event._tag, subject: event.identifier, reason } })
    }
    draft.set(event.identifier, hookAfter(hook, event))
  }
  return Result.succeed(draft)
}

const violationOf = (hook: Hook | undefined, { _tag }: HookEvent): InvariantViolation["reason"] | undefined => {
  if (_tag === "HookAdded") return hook === undefined ? undefined : "repeated"
  if (hook === undefined) return "unknown-subject"
  if (hook.removed !== undefined) return "ended-subject"
  return (_tag === "HookPaused" && hook.paused !== undefined) || (_tag === "HookResumed" && hook.paused === undefined)
    ? "repeated"
    : undefined
}

const hookAfter = (hook: Hook | undefined, event: HookEvent): Hook => {
  if (event._tag === "HookAdded" || hook === undefined) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every other event is of a hook that was added
    const { _tag, master, ...added } = event as HookAdded
    return { ...added, secrets: [{ generation: 1, master }] }
  }
  const { actor, date } = event
  const by = { date, ...(actor === undefined ? {} : { actor }) }
  switch (event._tag) {
    case "HookRotated": {
      const generation = (hook.secrets[0]?.generation ?? 0) + 1
      const old = hook.secrets.map((secret) => ({ ...secret, until: secret.until ?? event.overlap }))
      return { ...hook, secrets: [{ generation, master: event.master }, ...old] }
    }
    case "HookPaused":
      return { ...hook, paused: { ...by, cause: event.cause } }
    case "HookResumed": {
      const { paused: _, ...rest } = hook
      return { ...rest, resumed: date }
    }
    case "HookRemoved":
      return { ...hook, removed: { ...by, cause: event.cause } }
  }
}

/** The secrets with which a message is signed at a time. */
export const signingSecrets = ({ secrets }: Hook, now: Timestamp): ReadonlyArray<HookSecret> =>
  // All timestamps have one form, so that their texts are in the order of time.
  secrets.filter(({ until }) => until === undefined || until > now)

/** Whether a hook gets messages, and if not, why. */
export type HookStatus = "active" | "paused" | "removed" | "key-revoked" | "key-expired" | "key-unknown"

/** A hook ends with its API key, and begins again if the expiry of the key is moved. */
export const hookStatus = (hook: Hook, keys: KeyRegistry, now: Timestamp): HookStatus => {
  if (hook.removed !== undefined) return "removed"
  const key = keys.get(hook.key)
  if (key === undefined) return "key-unknown"
  const status = keyStatus(key, now)
  if (status !== "active") return `key-${status}`
  return hook.paused === undefined ? "active" : "paused"
}

/** Finds a hook by its identifier, or by an unambiguous start of it. */
export const findHook = (hooks: HookRegistry, text: string): Result.Result<Hook, HookUnknown> => {
  const exact = hooks.get(text)
  if (exact !== undefined) return Result.succeed(exact)
  const found =
    text.length > marker.length ? [...hooks.values()].filter(({ identifier }) => identifier.startsWith(text)) : []
  const [first] = found
  if (first !== undefined && found.length === 1) return Result.succeed(first)
  const candidates = found.map(({ identifier }) => identifier)
  const hint = didYouMean(text, hooks.keys())
  return Result.fail(new HookUnknown({ text, candidates, ...(hint === undefined ? {} : { hint }) }))
}

const marker = "hook_"

/** Decides the event of a command on a hook that was added. */
export const changeHook = <E extends Exclude<HookEvent, HookAdded>>(
  hooks: HookRegistry,
  event: E
): Result.Result<E, HookUnknown | HookUnchanged> => {
  const hook = hooks.get(event.identifier)
  const reason = violationOf(hook, event)
  if (hook === undefined) return Result.fail(new HookUnknown({ text: event.identifier, candidates: [] }))
  if (reason === undefined) return Result.succeed(event)
  const state = reason === "ended-subject" ? "removed" : event._tag === "HookPaused" ? "paused" : "not paused"
  return Result.fail(new HookUnchanged({ identifier: hook.identifier, state }))
}

export class HookUnknown extends Schema.TaggedError<HookUnknown>()("HookUnknown", {
  text: Schema.String,
  /** The hooks that begin with the text, if there are several. */
  candidates: Schema.Array(Schema.String),
  hint: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    const { candidates, hint = "Run taxonomy hooks list to see all hooks.", text } = this
    return candidates.length > 1
      ? `"${text}" matches several hooks: ${candidates.join(", ")}. Give all characters.`
      : `Unknown hook "${text}". ${hint}`
  }
}

/** A change of a hook to what it is already, or of one that ended. */
export class HookUnchanged extends Schema.TaggedError<HookUnchanged>()("HookUnchanged", {
  identifier: Schema.String,
  state: Schema.Literals(["removed", "paused", "not paused"])
}) {
  override get message() {
    return `The hook ${this.identifier} is ${this.state}. Nothing changed.`
  }
}
