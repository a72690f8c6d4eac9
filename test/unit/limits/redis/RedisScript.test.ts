import { assert, describe, it } from "@effect/vitest"
import { quotas } from "../../../../src/domain/keys/Tier.ts"
import { currentUsage, type Instant, type Usage } from "../../../../src/limits/Limiter.ts"
import { parseReply, scriptArguments } from "../../../../src/limits/redis/RedisLimiter.ts"
import { at, day, hour, start } from "../../../support/limits/contract.ts"

/** The present, so many milliseconds ago. Without fractions, so that the sums are exact. */
const ago = (millis: number): Instant => ({ unixMillis: start - millis, monotonicMillis: 10 * day - millis })

/** Windows that opened so many milliseconds ago. */
const usageOf = (age: number, used: number, alone = 0): Usage => {
  const { day, hour } = currentUsage(undefined, ago(age))
  return { hour: { ...hour, used, alone }, day: { ...day, used, alone } }
}

describe("scriptArguments", () => {
  const question = { action: "charge", keyPrefix: "key", tier: "free", now: ago(0), cost: 5 } as const
  const known = (usage: Usage) => scriptArguments(question, usage).slice(4, 12)

  it("names what to do at which quota and cost", () => {
    const sent = scriptArguments(question, usageOf(0, 0))
    assert.deepStrictEqual([...sent.slice(0, 4), sent.at(-1)], ["charge", "0", "100", String(quotas.free.day), "5"])
  })

  it("names start, age and count of each window, so that Redis can restore it", () => {
    const window = [String(start - 1500), "1500", "7", "0"]
    assert.deepStrictEqual(known(usageOf(1500, 7)), [...window, ...window])
  })

  it("names apart what was counted alone, so that Redis can add it", () => {
    const window = [String(start - 1500), "1500", "4", "3"]
    assert.deepStrictEqual(known(usageOf(1500, 7, 3)), [...window, ...window])
  })

  it("rounds the age down, so that a restored window ends no earlier than here", () => {
    const [, hourAge, , , , dayAge] = known(usageOf(1500.9, 7))
    assert.deepStrictEqual([hourAge, dayAge], ["1500", "1500"])
  })

  it("leaves out a window that may be over by the clock of Redis", () => {
    const ofHour = (age: number) => known(usageOf(age, 7)).slice(0, 3)
    assert.deepStrictEqual(ofHour(hour - 30_000), ["0", "0", "0"])
    assert.strictEqual(ofHour(hour - 30_001)[2], "7")
    assert.strictEqual(known(usageOf(hour, 7))[6], "7")
  })
})

describe("parseReply", () => {
  const reply = [1, start - hour / 2, 3, start - day / 2, 40, start, 0]

  it("places the windows on the monotonic clock", () => {
    const parsed = parseReply(reply, at(start)) ?? assert.fail()
    assert.deepInclude(parsed, { allowed: true, hasReplaced: false })
    const { day: dayWindow, hour: hourWindow } = parsed.usage
    const [hourReset, dayReset] = [start + hour / 2, start + day / 2]
    assert.include(hourWindow, { used: 3, shared: 3, resetAt: hourReset, advertisedResetAt: hourReset })
    assert.include(dayWindow, { used: 40, shared: 40, resetAt: dayReset, advertisedResetAt: dayReset })
    assert.approximately(hourWindow.endMillis, at(start + hour / 2).monotonicMillis, 0.001)
    assert.approximately(dayWindow.endMillis, at(start + day / 2).monotonicMillis, 0.001)
  })

  it.each([
    ["a text", "OK"],
    ["nothing", null],
    ["too few numbers", reply.slice(1)],
    ["too many numbers", [...reply, 0]],
    ["a text among the numbers", reply.map(String)],
    ["a fraction", [...reply.slice(1), 0.5]]
  ])("takes %s for a reply of another server", (_, other) => {
    assert.isUndefined(parseReply(other, at(start)))
  })
})
