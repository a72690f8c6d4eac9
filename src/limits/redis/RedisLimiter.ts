import { hash } from "node:crypto"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { quotas, type Tier } from "../../domain/keys/Tier.ts"
import { currentMoment, type Moment } from "../Instant.ts"
import type { Limiter, Verdict } from "../Limiter.ts"
import { makeMemoryLimiter } from "../MemoryLimiter.ts"
import { allowanceOf, clockSlack, refusalOf, verdictOf, type Window } from "../Windows.ts"
import { makeWindowStore } from "../WindowStore.ts"
import type { RedisAddress } from "./RedisAddress.ts"
import { makeRedisLink, reasonOf, type RedisConnection } from "./RedisConnection.ts"
import { readReply, scriptArguments, windowsScript, type ScriptReply } from "./RedisScript.ts"

export interface RedisLimiter extends Limiter {
  readonly status: () => RedisLimiterStatus
}

export interface RedisLimiterStatus {
  /** Whether limits are shared now; if not, each server counts by itself. */
  readonly connected: boolean
  /** Requests that were decided without Redis, since the start. */
  readonly decidedAlone: number
  /** Those of them that waited for Redis in vain. */
  readonly waitedInVain: number
  /** Values in Redis that were no windows, and were replaced. */
  readonly mended: number
  /** Why Redis was away last. */
  readonly lastError: string | undefined
}

export interface RedisLimiterOptions {
  /** How long a request waits for Redis before it is decided without, in milliseconds. */
  readonly answerWithin?: number
  /** What the names of all keys in Redis begin with. */
  readonly prefix?: string
  /** The time by which windows open and close, in epoch milliseconds; Redis's own clock where this is not given. */
  readonly unixTime?: () => number
}

/**
 * Keeps the windows in Redis, for all servers that share it, with one call a request. Each server remembers what it was
 * told and goes on from there by itself whenever Redis is away, or does not answer within 50 ms; no request fails or
 * waits longer for it. After several such waits in a row Redis is taken to be away, so that nobody waits any more,
 * until it answers in time again.
 *
 * While servers count alone, a key may use its quota at each of them. When Redis is back, of its count and that of each
 * server the highest holds. A call that was not waited for is not taken back: where Redis still gets to it, the same
 * request is counted there too, and the higher count is again the right one. Only a request whose connection broke
 * after it was decided alone may be counted twice, and only by Redis.
 */
export const makeRedisLimiter: (
  address: RedisAddress,
  options?: RedisLimiterOptions
) => Effect.Effect<RedisLimiter, never, Scope.Scope> = Effect.fnUntraced(function* (
  address,
  { answerWithin = 50, prefix = "taxonomy:limits:", unixTime } = {}
) {
  const store = makeWindowStore()
  const local = makeMemoryLimiter(store)
  const services = yield* Effect.context()
  let decidedAlone = 0
  let waitedInVain = 0
  let inARow = 0
  let mended = 0

  const argumentsOf = ({ action, identifier, now, tier }: Question): ReadonlyArray<string> => [
    "1",
    `${prefix}{${identifier}}`,
    ...scriptArguments(action, quotas[tier], store.at(identifier, now), now, unixTime?.())
  ]

  /** Tells what Redis says, or nothing where it does not say it in time. What it says later is told to `late`. */
  const ask = (
    { end, send }: RedisConnection,
    question: Question,
    within: number,
    tell: (reply: ScriptReply | undefined) => void,
    late: (reply: ScriptReply) => void
  ): void => {
    const rest = argumentsOf(question)
    let waiting = true
    const stopWaiting = (reply: ScriptReply | undefined): void => {
      clearTimeout(timer)
      waiting = false
      tell(reply)
    }
    const timer = setTimeout(() => {
      // What came while this process was busy is still to be read, and is in time.
      setImmediate(() => {
        if (waiting) stopWaiting(undefined)
      })
    }, within)
    send(["EVALSHA", digest, ...rest])
      // A script that Redis does not know has charged nothing.
      .catch((error: unknown) => {
        if (!reasonOf(error).startsWith("NOSCRIPT")) throw error
        return send(["EVAL", windowsScript, ...rest])
      })
      .then((answer) => {
        const reply = readReply(answer, question.now)
        if (reply === undefined) throw new Error("What answers is no Redis")
        if (waiting) stopWaiting(reply)
        else late(reply)
      })
      .catch((error: unknown) => {
        end(reasonOf(error))
        if (waiting) stopWaiting(undefined)
      })
  }

  const answersWithin = (connection: RedisConnection, millis: number): Effect.Effect<void, string> =>
    Effect.flatMap(currentMoment, (now) =>
      Effect.callback<void, string>((resume) => {
        // Charged as a request is, since a Redis that can be read but not written is of no use.
        const question: Question = { action: "charge", identifier: "probe", tier: "enterprise", now }
        const tell = (reply: ScriptReply | undefined): void =>
          resume(reply === undefined ? Effect.fail(noAnswer(millis)) : Effect.void)
        ask(connection, question, millis, tell, () => undefined)
      })
    )

  const link = yield* makeRedisLink({
    address,
    // The first call takes longer, here and there.
    probe: (connection) =>
      Effect.andThen(answersWithin(connection, firstAnswerMillis), answersWithin(connection, answerWithin))
  })

  const learn = (identifier: string, { mended: replaced, usage }: ScriptReply, now: Moment): void => {
    const known = store.at(identifier, now)
    const hour = learned(known.hour, usage.hour)
    const day = learned(known.day, usage.day)
    if (hour !== known.hour || day !== known.day) store.keep(identifier, { hour, day }, now)
    if (!replaced) return
    mended++
    Effect.runForkWith(services)(
      Effect.logWarning(`What Redis at ${address.shown} had under ${prefix}{${identifier}} was no window of a limit`)
    )
  }

  /** One request has waited in vain, and did not hear that the connection had ended. */
  const waitedFor = (connection: RedisConnection): void => {
    waitedInVain++
    inARow++
    if (inARow < patience) return
    inARow = 0
    connection.end(`${noAnswer(answerWithin)}, ${patience} times in a row`)
  }

  const decide =
    (action: Action) =>
    (identifier: string, tier: Tier, now: Moment): Effect.Effect<Verdict> => {
      const quota = quotas[tier]
      const known = store.at(identifier, now)
      const refusal = refusalOf(known, quota, now)
      // Nobody is counted in a window that is exhausted. Who closes it is Redis, by a clock that may be a little off.
      if (
        refusal !== undefined &&
        known[refusal.exceeded].shared >= refusal.limit &&
        refusal.retryAfterSeconds * 1000 > clockSlack
      ) {
        return Effect.succeed(refusal)
      }
      const alone = (): Verdict => {
        decidedAlone++
        return local[action](identifier, tier, now)
      }
      const connection = link.connection()
      if (connection === undefined) return Effect.succeed(alone())
      return Effect.callback((resume) =>
        ask(
          connection,
          { action, identifier, tier, now },
          answerWithin,
          (reply) => {
            if (reply === undefined) {
              if (link.connection() === connection) waitedFor(connection)
              return resume(Effect.succeed(alone()))
            }
            inARow = 0
            learn(identifier, reply, now)
            resume(Effect.succeed(toldVerdict(reply, tier, action, now)))
          },
          (reply) => learn(identifier, reply, now)
        )
      )
    }

  return {
    charge: decide("charge"),
    peek: decide("peek"),
    size: store.size,
    status: () => ({
      connected: link.connection() !== undefined,
      decidedAlone,
      waitedInVain,
      mended,
      lastError: link.lastError()
    })
  }
})

type Action = "charge" | "peek"

interface Question {
  readonly action: Action
  readonly identifier: string
  readonly tier: Tier
  readonly now: Moment
}

const digest = hash("sha1", windowsScript)

/** How many requests wait in vain, one after the other, before Redis is taken to be away. */
const patience = 5

const firstAnswerMillis = 1000

const noAnswer = (millis: number): string => `No answer within ${millis} ms`

const toldVerdict = ({ allowed, usage }: ScriptReply, tier: Tier, action: Action, now: Moment): Verdict => {
  const quota = quotas[tier]
  return allowed && action === "charge" ? allowanceOf(usage, quota, now) : verdictOf(usage, quota, now)
}

/** Redis decides which window is open; the higher count of one window is right, for none goes back. */
const learned = (known: Window, told: Window): Window => {
  // A window that is only looked at is not open.
  if (told.used === 0) return known
  if (known.used === 0 || known.closes !== told.closes) return told
  known.used = Math.max(known.used, told.used)
  known.shared = Math.max(known.shared, told.used)
  return known
}
