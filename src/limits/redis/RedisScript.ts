import type { Quota } from "../../domain/keys/Tier.ts"
import type { Moment } from "../Instant.ts"
import { clockSlack, leftOf, lengths, type Usage, type Window, type WindowName } from "../Windows.ts"

/** What no count or time reaches, and all numbers on the way can hold. */
const mostCounted = 1_000_000_000_000_000

/**
 * Checks and charges both windows of a key in one step. Each key is one string, `<hour's start> <its count> <day's
 * start> <its count>`, which vanishes when both have closed; so both are in one slot of a cluster, whose tag is the
 * key's identifier.
 *
 * Time is Redis's own, so that servers whose clocks differ share one window. What the caller knows comes along, and
 * holds where Redis knows less: its windows go on where Redis lost them (a restart, a flush, a clock that was set), and
 * of two counts of one window the higher one does. So no count ever goes back, and a charge that was made while Redis
 * was away is not forgotten by it.
 *
 * A text that is none of these, or a value of another type, is replaced: whatever begins with the prefix belongs to
 * limits.
 */
export const windowsScript = `
local slack = ${clockSlack}
local hourLength, dayLength = ${lengths.hour}, ${lengths.day}
local now = tonumber(ARGV[2])
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local mended, text = 0, redis.pcall('GET', KEYS[1])
if type(text) == 'table' then
  if not string.find(text.err, 'WRONGTYPE', 1, true) then return text end
  mended, text = 1, false
end
local hourStart, hourUsed, dayStart, dayUsed
if text then
  hourStart, hourUsed, dayStart, dayUsed = string.match(text, '^(%d+) (%d+) (%d+) (%d+)$')
  if not hourStart or math.max(hourStart, hourUsed, dayStart, dayUsed) > ${mostCounted} then
    mended, hourStart, dayStart = 1, nil, nil
  end
end

local function window(start, used, length, known)
  local knownStart, knownAge, knownUsed = tonumber(ARGV[known]), tonumber(ARGV[known + 1]), tonumber(ARGV[known + 2])
  if math.abs(now - knownAge - knownStart) > slack then knownStart = now - knownAge end
  start, used = tonumber(start), tonumber(used)
  if start and now - start >= -slack and now - start < length then
    if knownUsed > used and math.abs(knownStart - start) <= slack then used = knownUsed end
    return start, used
  end
  if knownUsed > 0 then return knownStart, knownUsed end
  return now, 0
end
hourStart, hourUsed = window(hourStart, hourUsed, hourLength, 5)
dayStart, dayUsed = window(dayStart, dayUsed, dayLength, 8)

local allowed = 0
if hourUsed < tonumber(ARGV[3]) and dayUsed < tonumber(ARGV[4]) then allowed = 1 end
if ARGV[1] == 'charge' and allowed == 1 then
  hourUsed, dayUsed = hourUsed + 1, dayUsed + 1
  local closes = math.max(hourStart + hourLength, dayStart + dayLength)
  redis.call('SET', KEYS[1], string.format('%.0f %.0f %.0f %.0f', hourStart, hourUsed, dayStart, dayUsed),
    'PX', string.format('%.0f', closes - now + slack))
end
return { allowed, hourStart, hourUsed, dayStart, dayUsed, now, mended }
`

/** The arguments after the key. `unix` is the time to count by, in epoch milliseconds; 0 for Redis's own. */
export const scriptArguments = (
  action: "charge" | "peek",
  quota: Quota,
  known: Usage,
  now: Moment,
  unix = 0
): ReadonlyArray<string> => [
  action,
  String(unix),
  countText(quota.hour),
  countText(quota.day),
  ...knownText(known.hour, "hour", now),
  ...knownText(known.day, "day", now)
]

export interface ScriptReply {
  readonly allowed: boolean
  readonly usage: Usage
  /** Whether what was under the key was no windows, and was replaced. */
  readonly mended: boolean
}

/** Nothing where this is no reply of the script. `sent` is when it was asked. */
export const readReply = (reply: unknown, sent: Moment): ScriptReply | undefined => {
  if (!Array.isArray(reply) || reply.length !== 7 || !reply.every(Number.isSafeInteger)) return undefined
  const [allowed = 0, hourStart = 0, hourUsed = 0, dayStart = 0, dayUsed = 0, now = 0, mended = 0]: Array<number> =
    reply
  const window = (name: WindowName, start: number, used: number): Window => ({
    // It was asked before it was counted, so the window closes here no later than there.
    end: sent.steady - Math.max(0, now - start) + lengths[name],
    closes: start + lengths[name],
    shown: start + lengths[name],
    used,
    shared: used
  })
  return {
    allowed: allowed === 1,
    usage: { hour: window("hour", hourStart, hourUsed), day: window("day", dayStart, dayUsed) },
    mended: mended === 1
  }
}

/** What is known of a window that has been counted in and is not about to close, by a clock that may be a little off. */
const knownText = (window: Window, name: WindowName, now: Moment): ReadonlyArray<string> => {
  if (window.used === 0 || leftOf(window, now) <= clockSlack) return unknown
  const age = Math.max(0, Math.floor(lengths[name] - leftOf(window, now)))
  return [String(window.closes - lengths[name]), String(age), String(window.used)]
}

const unknown = ["0", "0", "0"]

const countText = (count: number): string => String(count === Infinity ? mostCounted : count)
