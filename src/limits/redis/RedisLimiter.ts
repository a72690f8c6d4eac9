import { hash } from "node:crypto"
import * as Effect from "effect/Effect"
import { isUnlimited, quotas, type Tier } from "../../domain/keys/Tier.ts"
import {
  clockTolerance,
  currentInstant,
  findRefusal,
  makeMemoryLimiter,
  makeWindowStore,
  remainingMillis,
  toAllowance,
  toVerdict,
  undecided,
  unlimitedAllowance,
  windowMillis,
  type Instant,
  type LimitDecision,
  type Limiter,
  type Usage,
  type Verdict,
  type Window,
  type WindowName
} from "../Limiter.ts"
import { makeRedisConnector, reasonOf, type RedisAddress, type RedisConnection } from "./RedisConnection.ts"

export type RedisLimiter = Effect.Success<ReturnType<typeof makeRedisLimiter>>

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
 * While servers count alone, a key may use its quota at each of them. When Redis is back, each adds what it has counted
 * alone. Of the requests that Redis got and did not answer, nobody knows which it has counted: for them, the higher count
 * of Redis and of the server is kept. Only a request whose connection broke after it was decided locally may be counted
 * twice, and only by Redis.
 */
export const makeRedisLimiter = Effect.fnUntraced(function* (
  address: RedisAddress,
  { keyNamespace = "taxonomy:limits:", timeoutMillis = 50, unavailable = "open", unixMillis }: RedisLimiterOptions = {}
) {
  const store = makeWindowStore()
  const local = makeMemoryLimiter(store)
  const services = yield* Effect.context()
  const counts = {
    /** Requests that were charged or refused without Redis, since the start. */
    localDecisions: 0,
    /** Requests that were refused because Redis did not decide. */
    undecided: 0,
    /** Requests that waited for Redis until the timeout. */
    timeouts: 0,
    /** Invalid values in Redis that were replaced. */
    replacedValues: 0
  }
  let consecutiveTimeouts = 0

  /** The keys that this server has counted alone. */
  const countedAlone = new Set<string>()

  const argumentsOf = (question: Question): ReadonlyArray<string> => {
    const { day, hour } = store.get(question.keyPrefix, question.now)
    const rest = scriptArguments(question, { hour, day }, unixMillis?.())
    // Told once, so that no count is added twice.
    hour.alone = day.alone = 0
    return ["1", `${keyNamespace}{${question.keyPrefix}}`, ...rest]
  }

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

  const remember = (keyPrefix: string, { hasReplaced, usage }: ScriptReply, now: Instant): void => {
    const known = store.get(keyPrefix, now)
    const hour = mergeWindow(known.hour, usage.hour)
    const day = mergeWindow(known.day, usage.day)
    if (hour !== known.hour || day !== known.day) store.set(keyPrefix, { hour, day }, now)
    if (!hasReplaced) return
    counts.replacedValues++
    Effect.runForkWith(services)(
      Effect.logWarning(`Replaced an invalid value of ${keyNamespace}{${keyPrefix}} in Redis at ${address.shown}`)
    )
  }

  /** Tells Redis what this server has counted alone, also of keys that send no more requests. */
  const tellCounts = Effect.fnUntraced(function* (connection: RedisConnection) {
    const keys = [...countedAlone]
    countedAlone.clear()
    const now = yield* currentInstant
    yield* Effect.forEach(
      keys,
      (keyPrefix) =>
        call(connection, { action: "peek", keyPrefix, tier: "enterprise", now, cost: 0 }, firstTimeoutMillis, (reply) =>
          remember(keyPrefix, reply, now)
        ),
      { concurrency: 100, discard: true }
    )
  })

  const currentConnection = yield* makeRedisConnector({
    address,
    consequence: unavailable === "closed" ? "keys with a limit are refused with 503" : "each server counts alone",
    // The first call takes longer, on both sides.
    probe: (connection) =>
      probeWithin(connection, firstTimeoutMillis).pipe(
        Effect.andThen(probeWithin(connection, timeoutMillis)),
        Effect.andThen(tellCounts(connection))
      )
  })

  const countAlone = (keyPrefix: string, now: Instant, cost: number): void => {
    const { day, hour } = store.get(keyPrefix, now)
    hour.alone += cost
    day.alone += cost
    countedAlone.add(keyPrefix)
  }

  const onTimeout = (connection: RedisConnection): void => {
    counts.timeouts++
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
      const connection = currentConnection()
      const decideLocally = (): Effect.Effect<LimitDecision> => {
        if (unavailable === "closed") {
          counts.undecided++
          return Effect.succeed(undecided)
        }
        return Effect.mapEager(local[action](keyPrefix, tier, now, cost), (decision) => {
          // A request that may go on is charged after that.
          if (action === "charge" || !decision.allowed) counts.localDecisions++
          if (connection === undefined && action === "charge" && decision.allowed) countAlone(keyPrefix, now, cost)
          return decision
        })
      }
      if (connection === undefined) return decideLocally()
      const question: Question = { action, keyPrefix, tier, now, cost }
      const asked = call(connection, question, timeoutMillis, (reply) => remember(keyPrefix, reply, now))
      return Effect.flatMap(asked, (reply) => {
        if (reply === undefined) {
          // Not if the call failed because the connection had ended.
          if (currentConnection() === connection) onTimeout(connection)
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
    /** `isConnected` is true while limits are shared; otherwise each server counts alone. */
    status: () => ({ isConnected: currentConnection() !== undefined, ...counts })
  } satisfies Limiter & { readonly status: unknown }
})

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
  known.used = Math.max(known.used, stored.used + known.alone)
  known.shared = Math.max(known.shared, stored.used)
  return known
}

/** Greater than any count or time, and exact in every number type on the way. */
const maxCount = 1_000_000_000_000_000

/**
 * Checks and charges both windows of an API key with the cost of a request, in one step. Redis stores one string per key, `<start of hour> <count>
 * <start of day> <count>`, which expires when both windows have closed. One string is in one slot of a cluster, and its
 * hash tag is the key prefix.
 *
 * The time is that of Redis, so servers with different clocks share one window. The caller sends the windows that it
 * knows. They continue if Redis has lost them (a restart, a flush, a clock that was set), and of two counts of one
 * window the higher is kept. So counts never decrease. What the caller has counted alone is added, also by a peek or a
 * refusal. An older window with a higher count wins: a call that Redis executes after a long pause opens its window too
 * late.
 *
 * A value of another form or type is replaced: every key with the prefix belongs to the limits.
 */
export const windowsScript = `
local slack = ${clockTolerance}
local hourLength, dayLength = ${windowMillis.hour}, ${windowMillis.day}
local now = tonumber(ARGV[2])
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local replaced, text = 0, redis.pcall('GET', KEYS[1])
if type(text) == 'table' then
  if not string.find(text.err, 'WRONGTYPE', 1, true) then return text end
  replaced, text = 1, false
end
local hourStart, hourUsed, dayStart, dayUsed
if text then
  hourStart, hourUsed, dayStart, dayUsed = string.match(text, '^(%d+) (%d+) (%d+) (%d+)$')
  if not hourStart or math.max(hourStart, hourUsed, dayStart, dayUsed) > ${maxCount} then
    replaced, hourStart, dayStart = 1, nil, nil
  end
end

local told = 0
local function window(start, used, length, known)
  local knownStart, knownAge, knownUsed, alone =
    tonumber(ARGV[known]), tonumber(ARGV[known + 1]), tonumber(ARGV[known + 2]), tonumber(ARGV[known + 3])
  if math.abs(now - knownAge - knownStart) > slack then knownStart = now - knownAge end
  told = math.max(told, alone)
  start, used = tonumber(start), tonumber(used)
  if start and now - start >= -slack and now - start < length then
    local isOlder = knownStart < start - slack and now - knownStart < length
    if isOlder and knownUsed + alone > used then start = knownStart end
    if math.abs(knownStart - start) <= slack then used = math.max(used, knownUsed) end
    return start, used + alone
  end
  if knownUsed + alone > 0 then return knownStart, knownUsed + alone end
  return now, 0
end
hourStart, hourUsed = window(hourStart, hourUsed, hourLength, 5)
dayStart, dayUsed = window(dayStart, dayUsed, dayLength, 9)

local cost = tonumber(ARGV[13])
local allowed = 0
if hourUsed + cost <= tonumber(ARGV[3]) and dayUsed + cost <= tonumber(ARGV[4]) then allowed = 1 end
local charged = ARGV[1] == 'charge' and allowed == 1
if charged then hourUsed, dayUsed = hourUsed + cost, dayUsed + cost end
if charged or told > 0 then
  local ends = math.max(hourStart + hourLength, dayStart + dayLength)
  redis.call('SET', KEYS[1], string.format('%.0f %.0f %.0f %.0f', hourStart, hourUsed, dayStart, dayUsed),
    'PX', string.format('%.0f', ends - now + slack))
end
return { allowed, hourStart, hourUsed, dayStart, dayUsed, now, replaced }
`

const digest = hash("sha1", windowsScript)

/** A request of an API key. */
export interface Question {
  readonly action: "charge" | "peek"
  readonly keyPrefix: string
  readonly tier: Tier
  readonly now: Instant
  /** How many plain requests it costs. */
  readonly cost: number
}

/** The arguments after the key. `unixMillis` is the time to count by; 0 for that of Redis. */
export const scriptArguments = (
  { action, cost, now, tier }: Question,
  known: Usage,
  unixMillis = 0
): ReadonlyArray<string> => [
  action,
  String(unixMillis),
  formatCount(quotas[tier].hour),
  formatCount(quotas[tier].day),
  ...formatWindow(known.hour, "hour", now),
  ...formatWindow(known.day, "day", now),
  String(cost)
]

export interface ScriptReply {
  readonly allowed: boolean
  readonly usage: Usage
  /** True if the stored value was invalid, and was replaced. */
  readonly hasReplaced: boolean
}

/** Returns `undefined` if this is not a reply of the script. `sent` is the time of the call. */
export const parseReply = (reply: unknown, sent: Instant): ScriptReply | undefined => {
  if (!isScriptReply(reply)) return undefined
  const [allowed, hourStart, hourUsed, dayStart, dayUsed, now, replaced] = reply
  const window = (name: WindowName, start: number, used: number): Window => ({
    // The call precedes the count, so the window ends here no later than there.
    endMillis: sent.monotonicMillis - Math.max(0, now - start) + windowMillis[name],
    resetAt: start + windowMillis[name],
    advertisedResetAt: start + windowMillis[name],
    used,
    shared: used,
    alone: 0
  })
  return {
    allowed: allowed === 1,
    usage: { hour: window("hour", hourStart, hourUsed), day: window("day", dayStart, dayUsed) },
    hasReplaced: replaced === 1
  }
}

type RawReply = readonly [number, number, number, number, number, number, number]

const isScriptReply = (reply: unknown): reply is RawReply =>
  Array.isArray(reply) && reply.length === 7 && reply.every(Number.isSafeInteger)

/**
 * Formats a window with its age, unless it is about to end by a clock that may be slightly wrong. The age is rounded down,
 * so that a window that Redis has lost ends there no earlier than here.
 */
const formatWindow = (window: Window, name: WindowName, now: Instant): ReadonlyArray<string> => {
  if (remainingMillis(window, now) <= clockTolerance) return unknown
  const age = Math.max(0, Math.floor(windowMillis[name] - remainingMillis(window, now)))
  return [window.resetAt - windowMillis[name], age, window.used - window.alone, window.alone].map(String)
}

const unknown = ["0", "0", "0", "0"]

const formatCount = (count: number): string => String(count === Infinity ? maxCount : count)

/**
 * Calls back after a timeout, unless the returned function is called before. It counts quarters, of which each ends no
 * sooner than the event loop turns, and so leaves out the time in which this process was busy. A process that has read a
 * large release for 200 ms has neither sent its commands nor read the replies that are there. One timer would take that
 * for a Redis that does not reply.
 */
export const startTurnTimeout = (timeoutMillis: number, onTimeout: () => void): (() => void) => {
  let quarters = 0
  let reading: NodeJS.Immediate | undefined
  const timer = setInterval(() => {
    quarters += 1
    if (quarters < 4) return
    clearInterval(timer)
    // What has arrived in the meantime is read first, in this turn of the event loop.
    reading = setImmediate(onTimeout)
  }, timeoutMillis / 4)
  return () => {
    clearInterval(timer)
    clearImmediate(reading)
  }
}
