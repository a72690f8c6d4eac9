import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Queue from "effect/Queue"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import packageJson from "../../package.json" with { type: "json" }
import { decideDelivery, describeOutcome, type DeliveryState } from "../domain/hooks/Delivery.ts"
import { hookEventCodec, HookPaused, HookRemoved, type HookEvent } from "../domain/hooks/HookEvent.ts"
import {
  makeEventProver,
  messageBody,
  nextMessage,
  placeOf,
  planMessages,
  type HookMessage,
  type PlannedMessage,
  type ProveEvent
} from "../domain/hooks/HookMessage.ts"
import {
  changeHook,
  emptyHookRegistry,
  hookStatus,
  replay,
  signingSecrets,
  type Hook,
  type HookRegistry
} from "../domain/hooks/HookRegistry.ts"
import type { KeyRegistry } from "../domain/keys/KeyRegistry.ts"
import type { Event } from "../domain/ledger/EventCodec.ts"
import { timestampOf } from "../domain/ledger/Timestamp.ts"
import { toBase64 } from "../domain/transparency/Bytes.ts"
import { makeLedgerCodec, type EventLedger, type LedgerCodec } from "../keys/KeyLedgerCodec.ts"
import type { LedgerStore } from "../keys/KeyLedgerStore.ts"
import { follow } from "../platform/Follow.ts"
import type { LedgerWithLog } from "../release/log/ReadSignedLog.ts"
import { unsettledMillis, type DeliveryStore } from "./DeliveryStore.ts"
import { deriveSecret, signMessage, type MasterSecrets } from "./HookSecrets.ts"
import type { OutboundMessage, Send } from "./Send.ts"

/** The ledger of hooks. */
export const hookLedgerCodec = makeLedgerCodec<HookRegistry, HookEvent>({
  subject: "hook",
  events: hookEventCodec,
  empty: emptyHookRegistry,
  replay
})

/** Follows a ledger until the scope closes. Fails if it cannot be read at the start; later, the last good state stays. */
export const followLedger = Effect.fnUntraced(function* <
  S,
  Ev extends Event,
  E extends { readonly _tag: string; readonly message: string }
>(
  codec: LedgerCodec<S, Ev>,
  store: Pick<LedgerStore<S, Ev>, "changes" | "pollInterval"> & {
    readonly revision: Effect.Effect<string | undefined, E>
    readonly read: (known: EventLedger<S>) => Effect.Effect<EventLedger<S>, E>
  },
  onChange: Effect.Effect<unknown>
) {
  const revision = yield* store.revision
  let known: EventLedger<S> = yield* store.read(codec.empty)
  const status = yield* follow({
    name: "followLedger",
    applied: { revision },
    revision: store.revision,
    read: Effect.suspend(() => store.read(known)),
    apply: (next) =>
      Effect.suspend(() => {
        known = next
        return onChange
      }),
    isPermanent: ({ _tag }) => _tag !== "KeyLedgerUnavailable",
    reportOnce: ({ _tag }) => _tag,
    interval: store.pollInterval,
    wakeups: store.changes,
    onFailure: (message) => Effect.logError(`The last good state stays in force: ${message}`),
    onRecovery: Effect.logInfo(`The ${codec.subject} ledger can be read again`)
  })
  return { state: () => known.state, failure: () => status().failure }
})

/** The messages of a ledger of releases. */
export interface PlannedLedger {
  readonly messages: ReadonlyArray<PlannedMessage>
  /** The place of all that was published. */
  readonly head: number
  readonly sequence: number
  readonly prove: ProveEvent
}

export const planLedger = ({ ledger, log }: LedgerWithLog): PlannedLedger => ({
  messages: planMessages(ledger.events, ledger.leaves),
  head: placeOf(ledger.head.sequence + 1) - 1,
  sequence: ledger.head.sequence,
  prove:
    log === undefined
      ? () => undefined
      : makeEventProver(
          log.leaves,
          log.checkpoint.size,
          (index) => log.tree.inclusionProof(index, log.checkpoint.size).map(toBase64),
          log.checkpoint.source
        )
})

export interface NotifierOptions {
  readonly hooks: () => HookRegistry
  readonly keys: () => KeyRegistry
  readonly ledger: () => PlannedLedger
  readonly hookStore: LedgerStore<HookRegistry, HookEvent>
  readonly deliveries: DeliveryStore
  readonly masters: MasterSecrets
  /** The base address of the read API, without a slash at its end. */
  readonly service: string
  readonly send: Send
  /** How many messages are sent at a time, without those to slow receivers. */
  readonly parallel: number
  /** Looks for work at once for each element. */
  readonly wakeups: Queue.Queue<void>
}

/** What a notifier does, for metrics. */
export interface NotifierStatus {
  readonly active: number
  readonly paused: number
  readonly pending: number
  readonly failing: number
  readonly inFlight: number
  readonly sequence: number
}

/**
 * Delivers messages until the scope closes, which waits for those that are being sent. Each subscription has at most one
 * message on its way, so that its order is kept; each message is settled after it was answered, so that it is repeated
 * and never lost if the process ends in between. Returns the status.
 */
export const runNotifier = Effect.fnUntraced(function* (
  options: NotifierOptions
): Effect.fn.Return<() => NotifierStatus, never, Scope.Scope> {
  const { deliveries, hooks, keys, ledger, parallel, wakeups } = options
  const quick = new Set<DeliveryState>()
  const slow = new Set<DeliveryState>()
  const inFlight = () => quick.size + slow.size
  const wake = Queue.offer(wakeups, undefined)
  let enrolled: string | undefined
  let counts = { pending: 0, failing: 0 }
  let active: ReadonlyArray<Hook> = []
  let claimedAt = 0
  let countedAt = 0

  const enroll = Effect.gen(function* () {
    const now = timestampOf(yield* DateTime.now)
    active = [...hooks().values()].filter((hook) => hookStatus(hook, keys(), now) === "active")
    const identity = active.map(({ identifier }) => identifier).join(" ")
    if (identity === enrolled) return
    yield* deliveries.enroll(
      active.map(({ after, identifier }) => ({ hook: identifier, place: placeOf(after + 1) - 1 }))
    )
    enrolled = identity
  })

  const start = (claim: DeliveryState) => {
    quick.add(claim)
    // A receiver that takes longer gives its place to others.
    const slowDown = Effect.suspend(() => {
      if (quick.delete(claim)) slow.add(claim)
      return wake
    }).pipe(Effect.delay(quickMillis))
    return Effect.andThen(Effect.forkChild(slowDown), deliverNext(options, claim)).pipe(
      // The message is repeated later, since nobody knows what was stored.
      Effect.catchCause((cause) =>
        Effect.logError("A delivery could not be settled", cause).pipe(
          Effect.andThen(Clock.currentTimeMillis),
          Effect.andThen((now) => deliveries.settle({ ...claim, due: now + unsettledMillis })),
          Effect.ignore
        )
      ),
      Effect.ensuring(
        Effect.suspend(() => {
          quick.delete(claim)
          slow.delete(claim)
          return wake
        })
      ),
      Effect.forkDetach
    )
  }

  const step = Effect.gen(function* () {
    yield* enroll
    const limit = Math.min(parallel - quick.size, parallel * maxSlowFactor - inFlight())
    // Those that fail, and may take until the timeout each, leave half of the places to the others.
    const failing = slow.size < (parallel * maxSlowFactor) / 2
    const now = yield* Clock.currentTimeMillis
    const { head } = ledger()
    // A few at a time, since each search visits many rows.
    const isWorthwhile = limit >= parallel / 4 || now - claimedAt >= claimMillis
    if (limit > 0 && isWorthwhile) {
      claimedAt = now
      const claims = yield* deliveries.claim({ head, now, limit, failing })
      yield* Effect.forEach(claims, start, { discard: true })
      if (claims.length > 0) return
    }
    if (now - countedAt >= Duration.toMillis(pollInterval)) {
      countedAt = now
      counts = yield* deliveries.counts(head)
    }
    yield* Effect.timeoutOption(Queue.take(wakeups), limit > 0 && !isWorthwhile ? claimMillis : pollInterval)
  })

  const loop = Effect.gen(function* () {
    for (let failures = 0; ;) {
      const result = yield* Effect.result(step)
      if (Result.isSuccess(result)) {
        if (failures > 0) yield* Effect.logInfo("Deliveries go on")
        failures = 0
        continue
      }
      if (failures === 0) yield* Effect.logError(`Nothing is delivered: ${result.failure.message}`)
      failures += 1
      yield* Effect.sleep(pollInterval)
    }
  })
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      while (inFlight() > 0) {
        yield* Effect.timeoutOption(Queue.take(wakeups), Duration.millis(100))
      }
    })
  )
  yield* Effect.forkScoped(loop)

  return () => ({
    ...counts,
    active: active.length,
    paused: [...hooks().values()].filter(({ paused, removed }) => paused?.cause === "failures" && removed === undefined)
      .length,
    inFlight: inFlight(),
    sequence: ledger().sequence
  })
})

/** How often a notifier looks for messages whose time has come, and for keys that have expired. */
const pollInterval = Duration.seconds(1)

const claimMillis = 50

/** After how long a receiver counts as slow. */
const quickMillis = 1000

/** How many times `parallel` are on their way at most, with those to slow receivers. */
const maxSlowFactor = 5

/** Sends the next message to a claimed subscription, and settles it. */
const deliverNext = Effect.fnUntraced(function* (options: NotifierOptions, claim: DeliveryState) {
  const { deliveries, hooks, keys, ledger, masters, send, service } = options
  const { head, messages, prove } = ledger()
  const hook = hooks().get(claim.hook)
  const now = yield* DateTime.now
  if (hook === undefined || hookStatus(hook, keys(), timestampOf(now)) !== "active")
    return yield* deliveries.settle(claim)
  const found = nextMessage(messages, hook, claim.place)
  if (found === undefined) return yield* deliveries.settle({ ...claim, place: head })
  const { message, previous } = found
  const request = requestOf(hook, message.id, messageBody(message, previous, service, prove), {
    masters,
    service,
    now
  })
  if (request === undefined) {
    yield* Effect.logError(`The master secret of ${hook.identifier} is missing. Add it, or run taxonomy hooks rotate`)
    const due = DateTime.toEpochMillis(now) + unsettledMillis
    return yield* deliveries.settle({ ...claim, due, last: "secret-missing" })
  }
  const [duration, outcome] = yield* Effect.timed(send(request))
  const { state, verdict } = decideDelivery(outcome, {
    state: claim,
    place: message.place,
    now: yield* Clock.currentTimeMillis,
    resumedAt: hook.resumed === undefined ? 0 : DateTime.toEpochMillis(DateTime.makeUnsafe(hook.resumed)),
    random: yield* Random.next
  })
  yield* Metric.update(attempts(verdict), 1)
  yield* logAttempt(hook, message, {
    verdict,
    outcome: describeOutcome(outcome),
    duration_ms: Math.round(Duration.toMillis(duration)),
    attempt: claim.failures + 1,
    ...(verdict === "retry" ? { next_attempt: DateTime.formatIso(DateTime.makeUnsafe(state.due)) } : {})
  })
  // The ledger says first why nothing more is delivered. Killed in between, the next attempt finds the hook stopped.
  if (verdict === "gone" || verdict === "paused") yield* stopHook(options, hook, verdict)
  const isLast = verdict === "delivered" && nextMessage(messages, hook, message.place) === undefined
  yield* deliveries.settle(isLast ? { ...state, place: head } : state)
})

const stopHook = Effect.fnUntraced(function* (
  { hookStore }: NotifierOptions,
  { identifier }: Hook,
  verdict: "gone" | "paused"
) {
  const facts = { identifier, date: timestampOf(yield* DateTime.now), actor: "taxonomy notify" }
  const event =
    verdict === "gone"
      ? HookRemoved.make({ ...facts, cause: "gone" })
      : HookPaused.make({ ...facts, cause: "failures" })
  yield* hookStore
    .transact(
      hookLedgerCodec.empty,
      (hooks) => Result.map(changeHook(hooks, event), (event) => ({ events: [event] })),
      undefined
    )
    .pipe(
      // An operator was faster.
      Effect.catchTags({ HookUnchanged: () => Effect.void, HookUnknown: () => Effect.void })
    )
})

const logAttempt = (
  { identifier, url }: Hook,
  { id }: PlannedMessage,
  facts: Readonly<Record<string, string | number>> & { readonly verdict: string }
) => {
  const log = facts.verdict === "delivered" ? Effect.logInfo("delivery") : Effect.logWarning("delivery")
  // Paths and queries of addresses can hold secrets.
  return Effect.annotateLogs(log, { hook: identifier, host: new URL(url).host, message_id: id, ...facts })
}

const attempts = (verdict: string) =>
  Metric.counter("taxonomy_hooks_attempts_total", {
    description: "Attempts to deliver a message, by what followed",
    incremental: true,
    attributes: { verdict }
  })

interface SigningFacts {
  readonly masters: MasterSecrets
  readonly service: string
  readonly now: DateTime.DateTime
}

/**
 * Makes the request of a message: the headers of Standard Webhooks, and those of CloudEvents in binary mode, for which
 * the body is the data of the event. Returns `undefined` if the current secret cannot be derived.
 */
export const requestOf = (
  hook: Hook,
  id: string,
  message: Pick<HookMessage, "timestamp"> & { readonly type: string; readonly data: object },
  { masters, now, service }: SigningFacts
): OutboundMessage | undefined => {
  const body = JSON.stringify(message)
  const timestamp = Math.floor(DateTime.toEpochMillis(now) / 1000)
  const secrets = signingSecrets(hook, timestampOf(now)).map((secret) => deriveSecret(masters, hook.identifier, secret))
  if (secrets[0] === undefined) return undefined
  const known = secrets.filter((secret) => secret !== undefined)
  return {
    url: hook.url,
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": `taxonomy-notify/${packageJson.version}`,
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signMessage(known, { id, timestamp, body }),
      "ce-specversion": "1.0",
      "ce-id": id,
      "ce-source": service,
      "ce-type": message.type,
      "ce-time": message.timestamp
    }
  }
}
