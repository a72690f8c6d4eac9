import { quotas, type Tier } from "../../domain/keys/Tier.ts"
import type { Instant } from "../Instant.ts"
import type { WindowName } from "../Limiter.ts"
import { clockTolerance, remainingMillis, windowMillis, type Usage, type Window } from "../Windows.ts"

/** Greater than any count or time, and exact in every number type on the way. */
const maxCount = 1_000_000_000_000_000

/**
 * Checks and charges both windows of an API key with the cost of a request, in one step. Redis stores one string per key, `<start of hour> <count>
 * <start of day> <count>`, which expires when both windows have closed. One string is in one slot of a cluster, and its
 * hash tag is the key prefix.
 *
 * The time is that of Redis, so servers with different clocks share one window. The caller sends the windows that it
 * knows. They continue if Redis has lost them (a restart, a flush, a clock that was set), and of two counts of one
 * window the higher is kept. So counts never decrease, and charges made during an outage reach Redis afterwards. An
 * older window with a higher count wins: a call that Redis executes after a long pause opens its window too late.
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

local function window(start, used, length, known)
  local knownStart, knownAge, knownUsed = tonumber(ARGV[known]), tonumber(ARGV[known + 1]), tonumber(ARGV[known + 2])
  if math.abs(now - knownAge - knownStart) > slack then knownStart = now - knownAge end
  start, used = tonumber(start), tonumber(used)
  if start and now - start >= -slack and now - start < length then
    if knownUsed > used then
      if knownStart < start - slack and now - knownStart < length then return knownStart, knownUsed end
      if math.abs(knownStart - start) <= slack then used = knownUsed end
    end
    return start, used
  end
  if knownUsed > 0 then return knownStart, knownUsed end
  return now, 0
end
hourStart, hourUsed = window(hourStart, hourUsed, hourLength, 5)
dayStart, dayUsed = window(dayStart, dayUsed, dayLength, 8)

local cost = tonumber(ARGV[11])
local allowed = 0
if hourUsed + cost <= tonumber(ARGV[3]) and dayUsed + cost <= tonumber(ARGV[4]) then allowed = 1 end
if ARGV[1] == 'charge' and allowed == 1 then
  hourUsed, dayUsed = hourUsed + cost, dayUsed + cost
  local ends = math.max(hourStart + hourLength, dayStart + dayLength)
  redis.call('SET', KEYS[1], string.format('%.0f %.0f %.0f %.0f', hourStart, hourUsed, dayStart, dayUsed),
    'PX', string.format('%.0f', ends - now + slack))
end
return { allowed, hourStart, hourUsed, dayStart, dayUsed, now, replaced }
`

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
    shared: used
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
  return [String(window.resetAt - windowMillis[name]), String(age), String(window.used)]
}

const unknown = ["0", "0", "0"]

const formatCount = (count: number): string => String(count === Infinity ? maxCount : count)
