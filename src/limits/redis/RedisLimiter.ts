import { hash } from "node:crypto"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { isUnlimited, quotas, type Tier } from "../../domain/keys/Tier.ts"
import { currentInstant, type Instant } from "../Instant.ts"
import { undecided, type LimitDecision, type Limiter, type Verdict } from "../Limiter.ts"
import { makeMemoryLimiter, makeWindowStore } from "../MemoryLimiter.ts"
import { clockTolerance, findRefusal, toAllowance, toVerdict, unlimitedAllowance, type Window } from "../Windows.ts"
import type { RedisAddress } from "./RedisAddress.ts"
import { makeRedisConnector, reasonOf, type RedisConnection } from "./RedisConnection.ts"
import { parseReply, scriptArguments, windowsScript, type Question, type ScriptReply } from "./RedisScript.ts"
import { startTurnTimeout } from "./TurnTimeout.ts"

export interface RedisLimiter extends Limiter {
  readonly status: () => RedisLimiterStatus
}

export interface RedisLimiterStatus {
  /** True while limits are shared; otherwise each server counts alone. */
  readonly isConnected: boolean
  /** Requests that were charged or refused without Redis, since the start. */
  readonly localDecisions: number
  /** Requests that were refused because Redis did not decide. */
  readonly undecided: number
  /** Requests that waited for Redis until the timeout. */
  readonly timeouts: number
  /** Invalid values in Redis that were replaced. */
  readonly replacedValues: number
}

export interface RedisLimiterOptions {
  /** How long a request waits for Redis, without the time in which this process is busy; 50 ms by default. */
  readonly timeoutMillis?: number
  /** Without Redis, `open` lets each server count alone, the default, and `closed` decides nothing. */
  readonly unavailable?: UnavailablePolicy
  /** The prefix of all keys in Redis. */
  readonly keyNamespace?: string
  /** The time of the windows, in milliseconds since the epoch; that of Redis by default. */
  readonly unixMillis?: () => number
}

export type UnavailablePolicy = "open" | "closed"

/**
 * Keeps the windows in Redis, for all servers that share it, with one call per request, and none for a key without limits.
 * Each server remembers the replies and counts on from there while Redis is unavailable, or does not reply in time. After
 * several timeouts in a row the connection is closed, so that no request waits until Redis replies in time again. None
 * fails unless the policy is `closed`.
 *
 * While servers count alone, a key may use its quota at each of them. When Redis is back, the highest count is kept,
 * that of Redis or of a server. Only a request whose connection broke after it was decided locally may be counted twice,
 * and only by Redis.
 */
export const makeRedisLimiter: (
  address: RedisAddress,
  options?: RedisLimiterOptions
) => Effect.Effect<RedisLimiter, never, Scope.Scope> = Effect.fnUntraced(function* (
  address,
  { keyNamespace = "taxonomy:limits:", timeoutMillis = 50, unavailable = "open", unixMillis } = {}
) {
  const store = makeWindowStore()
  const local = makeMemoryLimiter(store)
  const services = yield* Effect.context()
  let localDecisions = 0
  let undecidedRequests = 0
  let timeouts = 0
  let consecutiveTimeouts = 0
  let replacedValues = 0

  const argumentsOf = (question: Question): ReadonlyArray<string> => [
    "1",
    `${keyNamespace}{${question.keyPrefix}}`,
    ...scriptArguments(question, store.get(question.keyPrefix, question.now), unixMillis?.())
  ]

  /** Succeeds with the reply, or with `undefined` after the timeout. `onReply` is called with a late one, too. */
  const call = (
    { end, send }: RedisConnection,
    question: Question,
    waitMillis: number,
    onReply: (reply: ScriptReply) => void = () => undefined
  ) =>
    Effect.callback<ScriptReply | undefined>((resume) => {
      const rest = argumentsOf(question)
      const settle = (reply?: ScriptReply): void => {
        cancelTimeout()
        resume(Effect.succeed(reply))
      }
      const cancelTimeout = startTurnTimeout(waitMillis, settle)
      send(["EVALSHA", digest, ...rest])
        // A script that Redis does not know has charged nothing.
        .catch((error: unknown) => {
          if (!reasonOf(error).startsWith("NOSCRIPT")) throw error
          return send(["EVAL", windowsScript, ...rest])
        })
        .then((value) => {
          const reply = parseReply(value, question.now)
          if (reply === undefined) throw new Error("The server at this address is not a Redis")
          onReply(reply)
          settle(reply)
        })
        .catch((error: unknown) => {
          end(reasonOf(error))
          settle()
        })
    })

  const probeWithin = Effect.fnUntraced(function* (connection: RedisConnection, millis: number) {
    const now = yield* currentInstant
    // Charged like a request, since a read-only Redis is of no use.
    const question: Question = { action: "charge", keyPrefix: "probe", tier: "enterprise", now, cost: 1 }
    if ((yield* call(connection, question, millis)) === undefined) return yield* Effect.fail(noReply(millis))
  })

  const connector = yield* makeRedisConnector({
    address,
    consequence: unavailable === "closed" ? "keys with a limit are refused with 503" : "each server counts alone",
    // The first call takes longer, on both sides.
    probe: (connection) =>
      Effect.andThen(probeWithin(connection, firstTimeoutMillis), probeWithin(connection, timeoutMillis))
  })

  const remember = (keyPrefix: string, { hasReplaced, usage }: ScriptReply, now: Instant): void => {
    const known = store.get(keyPrefix, now)
    const hour = mergeWindow(known.hour, usage.hour)
    const day = mergeWindow(known.day, usage.day)
    if (hour !== known.hour || day !== known.day) store.set(keyPrefix, { hour, day }, now)
    if (!hasReplaced) return
    replacedValues++
    Effect.runForkWith(services)(
      Effect.logWarning(`Replaced an invalid value of ${keyNamespace}{${keyPrefix}} in Redis at ${address.shown}`)
    )
  }

  const onTimeout = (connection: RedisConnection): void => {
    timeouts++
    consecutiveTimeouts++
    if (consecutiveTimeouts < maxConsecutiveTimeouts) return
    consecutiveTimeouts = 0
    connection.end(`${noReply(timeoutMillis)}, ${maxConsecutiveTimeouts} times in a row`)
  }

  const decide =
    (action: Question["action"]) =>
    (keyPrefix: string, tier: Tier, now: Instant, cost = 1): Effect.Effect<LimitDecision> => {
      const quota = quotas[tier]
      if (isUnlimited(quota)) return Effect.succeed(unlimitedAllowance(now))
      const known = store.get(keyPrefix, now)
      const refusal = findRefusal(known, quota, now, cost)
      // An exhausted window counts no more requests. Redis closes it, by a clock that may differ slightly.
      if (
        refusal !== undefined &&
        known[refusal.exceeded].shared + cost > refusal.limit &&
        refusal.retryAfterSeconds * 1000 > clockTolerance
      ) {
        return Effect.succeed(refusal)
      }
      const decideLocally = (): Effect.Effect<LimitDecision> => {
        if (unavailable === "closed") {
          undecidedRequests++
          return Effect.succeed(undecided)
        }
        return Effect.mapEager(local[action](keyPrefix, tier, now, cost), (decision) => {
          // A request that may go on is charged after that.
          if (action === "charge" || !decision.allowed) localDecisions++
          return decision
        })
      }
      const connection = connector.connection()
      if (connection === undefined) return decideLocally()
      const question: Question = { action, keyPrefix, tier, now, cost }
      const asked = call(connection, question, timeoutMillis, (reply) => remember(keyPrefix, reply, now))
      return Effect.flatMap(asked, (reply) => {
        if (reply === undefined) {
          // Not if the call failed because the connection had ended.
          if (connector.connection() === connection) onTimeout(connection)
          return decideLocally()
        }
        consecutiveTimeouts = 0
        return Effect.succeed(verdictFromReply(reply, question))
      })
    }

  return {
    charge: decide("charge"),
    peek: decide("peek"),
    size: store.size,
    forgotten: store.forgotten,
    status: () => ({
      isConnected: connector.connection() !== undefined,
      localDecisions,
      undecided: undecidedRequests,
      timeouts,
      replacedValues
    })
  }
})

const digest = hash("sha1", windowsScript)

/** After so many timeouts in a row, Redis is considered unavailable. */
const maxConsecutiveTimeouts = 5
const firstTimeoutMillis = 1000

const noReply = (millis: number): string => `No reply within ${millis} ms`

const verdictFromReply = ({ allowed, usage }: ScriptReply, { action, cost, now, tier }: Question): Verdict => {
  const quota = quotas[tier]
  return allowed && action === "charge" ? toAllowance(usage, quota, now) : toVerdict(usage, quota, now, cost)
}

/** Redis decides which window is open. Of two counts of one window the higher is correct, since counts never decrease. */
const mergeWindow = (known: Window, stored: Window): Window => {
  // A window that was only peeked at is not open.
  if (stored.used === 0) return known
  if (known.used === 0 || known.resetAt !== stored.resetAt) return stored
  known.used = Math.max(known.used, stored.used)
  known.shared = Math.max(known.shared, stored.used)
  return known
}
