import { randomInt } from "node:crypto"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import {
  HookAdded,
  hookKinds,
  HookPaused,
  HookRemoved,
  HookResumed,
  HookRotated,
  type HookEvent,
  type HookKind
} from "../../domain/hooks/HookEvent.ts"
import { changeHook, replay, type Hook, type HookRegistry } from "../../domain/hooks/HookRegistry.ts"
import { findKey } from "../../domain/keys/KeyCommands.ts"
import { keyStatus, parseExpiry, resolveExpiry } from "../../domain/keys/KeyRegistry.ts"
import {
  deriveSecret,
  formatHookPublicKey,
  formatHookSecret,
  readMasterSecrets,
  type MasterSecrets
} from "../../notify/HookSecrets.ts"
import { hookLedgerCodec } from "../../notify/Notifier.ts"
import { describeUrlDefect, findUrlDefect } from "../../notify/PublicAddress.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { readLedger } from "../../release/Ledger.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import { actorOption } from "../keys/KeyOptions.ts"
import * as Options from "../options/Options.ts"
import {
  hookArgument,
  hookStoreAt,
  ledgerOptions,
  outboundOptions,
  printHookView,
  readHooks,
  selectHook,
  toHookView
} from "./HookOptions.ts"

const changeOptions = { actor: actorOption, ...ledgerOptions, format: Options.plainFormatOption }

const addOptions = {
  url: Options.textArgument("url", "Address that receives the messages, such as https://example.com/hooks"),
  key: Flag.String("key").pipe(
    Flag.withMetavar("identifier"),
    Options.withNotes("First 12 characters of the API key of the subscriber, with which the hook ends")
  ),
  events: Flag.String("events").pipe(
    Flag.withMetavar("kinds"),
    Options.withNotes(`Kinds of events with commas: ${hookKinds.join(", ")}`, Options.defaultNote("all")),
    Flag.withDefault(hookKinds.join(",")),
    Flag.filterMap(parseKinds, () => `some of ${hookKinds.join(", ")}, with commas`)
  ),
  ...outboundOptions,
  releases: Options.releasesOption,
  ...changeOptions
}

function parseKinds(text: string): Option.Option<readonly [HookKind, ...ReadonlyArray<HookKind>]> {
  const names = text.split(",").map((name) => name.trim())
  const [first, ...rest] = hookKinds.filter((kind) => names.includes(kind))
  const isKnown = names.every((name) => hookKinds.some((kind) => kind === name))
  return first === undefined || !isKnown ? Option.none() : Option.some([first, ...rest])
}

/** `taxonomy hooks add`: subscribes an address to what is published from now on, and prints its secrets, once. */
export const addHook = Options.makeCommand("add", addOptions, {
  "taxonomy hooks add https://example.com/hooks --key nil_AbCdEfGh": "Subscribe to everything",
  "taxonomy hooks add https://example.com/hooks --key nil_AbCdEfGh --events deprecation,end-of-life":
    "Subscribe to what somebody must prepare for"
})(function* (input) {
  const masters = yield* readMasterSecrets
  const { actor, events, releases, url } = input
  const defect = findUrlDefect(url, input)
  if (defect !== undefined) return yield* usageError(describeUrlDefect(defect))
  yield* Effect.scoped(
    Effect.gen(function* () {
      const { keys } = yield* readHooks(input)
      const key = yield* Effect.fromResult(findKey(keys, input.key))
      const date = yield* currentTime
      const status = keyStatus(key, date)
      if (status !== "active")
        return yield* commandRefused(`The key ${key.identifier} is ${status}. Name an active key.`)
      const { head } = yield* readLedger(releases)
      if (head.sequence === 0) {
        return yield* usageError(
          `Nothing is published in ${releases}, so nobody knows what the subscriber has missed. Name the folder of the releases with --releases.`
        )
      }
      const hook = yield* append(input.hooks, (hooks) => {
        const added = HookAdded.make({
          identifier: unusedIdentifier(hooks),
          url: new URL(url).href,
          key: key.identifier,
          events,
          after: head.sequence,
          master: masters.current,
          date,
          actor
        })
        return Result.succeed(added)
      })
      yield* printHookView(toHookView(hook, keys, date), input.format, shownSecrets(masters, hook))
      yield* Console.error("Give the secret to the subscriber now, or the public key alone. It is not shown again.")
    })
  )
})

const unusedIdentifier = (hooks: HookRegistry): string => {
  const digit = () => alphabet.charAt(randomInt(alphabet.length))
  const identifier = `hook_${Array.from({ length: 12 }, digit).join("")}`
  return hooks.has(identifier) ? unusedIdentifier(hooks) : identifier
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The secrets of the newest generation. */
const shownSecrets = (masters: MasterSecrets, { identifier, secrets: [newest] }: Hook) => {
  const derived = newest && deriveSecret(masters, identifier, newest)
  return derived === undefined ? {} : { secret: formatHookSecret(derived), public_key: formatHookPublicKey(derived) }
}

/** Appends the event of a decision, and returns the hook after it. */
const append = Effect.fnUntraced(function* <E>(
  location: string,
  decide: (hooks: HookRegistry) => Result.Result<HookEvent, E>
) {
  const store = yield* hookStoreAt(location)
  const { events, hooks } = yield* store.transact(
    hookLedgerCodec.empty,
    (hooks) => Result.map(decide(hooks), (event) => ({ events: [event], hooks })),
    undefined
  )
  const [event] = events
  const after = Result.getOrThrow(replay(events, hooks))
  const hook = after.get(event?.identifier ?? "")
  return hook ?? (yield* Effect.die(new Error("The event is of no hook")))
})

/** Changes the hook that a command names, and prints it. */
const change = (
  input: Options.InputOf<typeof hookOptions>,
  eventOf: (facts: {
    readonly identifier: string
    readonly date: string
    readonly actor: string
  }) => Exclude<HookEvent, HookAdded>,
  shown: (hook: Hook) => object = () => ({})
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { hooks, keys } = yield* readHooks(input)
      const { identifier } = yield* selectHook(hooks, input.identifier)
      const date = yield* currentTime
      const hook = yield* append(input.hooks, (present) =>
        changeHook(present, eventOf({ identifier, date, actor: input.actor }))
      )
      yield* printHookView(toHookView(hook, keys, date), input.format, shown(hook))
    })
  )

const hookOptions = { identifier: hookArgument, ...changeOptions }

const rotateOptions = {
  overlap: Flag.String("overlap").pipe(
    Flag.withMetavar("duration"),
    Options.withNotes("How long the old secrets sign, too", Options.defaultNote("24h")),
    Flag.withDefault("24h"),
    Flag.filterMap(
      (text) => Option.fromUndefinedOr(/^\d+[dh]$/.test(text) ? parseExpiry(text) : undefined),
      () => "a duration such as 24h or 7d"
    )
  ),
  ...hookOptions
}

/** `taxonomy hooks rotate`: gives a hook new secrets and prints them, once. The old ones sign, too, for a while. */
export const rotateHook = Options.makeCommand("rotate", rotateOptions, {
  "taxonomy hooks rotate hook_AbCdEfGhIjKl": "Make new secrets. The old ones sign for a day",
  "taxonomy hooks rotate hook_AbCdEfGhIjKl --overlap 1h": "Replace a secret that was leaked"
})(function* (input) {
  const masters = yield* readMasterSecrets
  yield* change(
    input,
    (facts) => {
      const overlap = resolveExpiry(input.overlap, facts.date) ?? facts.date
      return HookRotated.make({ ...facts, master: masters.current, overlap })
    },
    (hook) => shownSecrets(masters, hook)
  )
  yield* Console.error("Give the secret to the subscriber now, or the public key alone. It is not shown again.")
})

/** `taxonomy hooks pause`: keeps messages back until the hook is resumed. */
export const pauseHook = Options.makeCommand("pause", hookOptions, {
  "taxonomy hooks pause hook_AbCdEfGhIjKl": "Keep messages back while a receiver is repaired"
})(function* (input) {
  yield* change(input, (facts) => HookPaused.make({ ...facts, cause: "operator" }))
})

/** `taxonomy hooks resume`: delivers all messages since a hook was paused. */
export const resumeHook = Options.makeCommand("resume", hookOptions, {
  "taxonomy hooks resume hook_AbCdEfGhIjKl": "Deliver what was kept back, in order"
})(function* (input) {
  yield* change(input, (facts) => HookResumed.make(facts))
})

/** `taxonomy hooks remove`: ends a hook for good. */
export const removeHook = Options.makeCommand("remove", hookOptions, {
  "taxonomy hooks remove hook_AbCdEfGhIjKl": "End a subscription"
})(function* (input) {
  yield* change(input, (facts) => HookRemoved.make({ ...facts, cause: "operator" }))
})
