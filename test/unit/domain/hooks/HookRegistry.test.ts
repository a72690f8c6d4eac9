import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import {
  HookAdded,
  HookPaused,
  HookRemoved,
  HookResumed,
  HookRotated,
  type HookEvent
} from "../../../../src/domain/hooks/HookEvent.ts"
import {
  changeHook,
  emptyHookRegistry,
  findHook,
  hookStatus,
  replay,
  signingSecrets
} from "../../../../src/domain/hooks/HookRegistry.ts"
import type { KeyRegistry } from "../../../../src/domain/keys/KeyRegistry.ts"
import { holder } from "../../../support/arbitrary/keyStories.ts"

const identifier = "hook_AAAAAAAAAAAA"
const date = "2026-11-28T12:00:00Z"
const added = HookAdded.make({
  identifier,
  url: "https://example.com/hooks",
  key: "nil_AAAAAAAA",
  events: ["release"],
  after: 1,
  master: "0123abcd",
  date
})
const paused = HookPaused.make({ identifier, date, cause: "failures", actor: "taxonomy notify" })
const removed = HookRemoved.make({ identifier, date, cause: "gone" })
const resumed = HookResumed.make({ identifier, date })

const hooksAfter = (...events: ReadonlyArray<HookEvent>) => Result.getOrThrow(replay(events, emptyHookRegistry))

const key = { identifier: "nil_AAAAAAAA", sha256: "0".repeat(64), ...holder, date }
const keys: KeyRegistry = new Map([[key.identifier, key]])

const statusAfter = (...events: ReadonlyArray<HookEvent>) => {
  const hook = hooksAfter(added, ...events).get(identifier)
  return hook && hookStatus(hook, keys, date)
}

describe("hookStatus", () => {
  it("follows the events of a hook", () => {
    assert.deepStrictEqual(
      [statusAfter(), statusAfter(paused), statusAfter(paused, resumed), statusAfter(paused, removed)],
      ["active", "paused", "active", "removed"]
    )
  })

  it("follows the key of the subscriber", () => {
    const hook = hooksAfter(added).get(identifier)
    if (hook === undefined) throw new Error("missing")
    const withKey = (changes: object): KeyRegistry => new Map([[key.identifier, { ...key, ...changes }]])
    assert.strictEqual(hookStatus(hook, withKey({ revoked: { date, reason: "Leaked" } }), date), "key-revoked")
    assert.strictEqual(hookStatus(hook, withKey({ expiry: { at: date, since: date } }), date), "key-expired")
    assert.strictEqual(hookStatus(hook, new Map(), date), "key-unknown")
  })
})

describe("replay", () => {
  it.each([
    [[added, added], "repeated"],
    [[paused], "unknown-subject"],
    [[added, removed, resumed], "ended-subject"],
    [[added, paused, paused], "repeated"],
    [[added, resumed], "repeated"]
  ])("refuses a history that no program writes: %#", (events, reason) => {
    const outcome = replay(events, emptyHookRegistry)
    assert.strictEqual(Result.isFailure(outcome) ? outcome.failure.violation.reason : undefined, reason)
  })
})

describe("signingSecrets", () => {
  it("has the old secret until the overlap ends", () => {
    const rotated = HookRotated.make({ identifier, master: "89abcdef", overlap: "2026-11-29T12:00:00Z", date })
    const hook = hooksAfter(added, rotated).get(identifier)
    if (hook === undefined) throw new Error("missing")
    const generations = (now: string) => signingSecrets(hook, now).map(({ generation, master }) => [generation, master])
    assert.deepStrictEqual(generations("2026-11-29T11:59:59Z"), [
      [2, "89abcdef"],
      [1, "0123abcd"]
    ])
    assert.deepStrictEqual(generations("2026-11-29T12:00:00Z"), [[2, "89abcdef"]])
  })
})

describe("findHook and changeHook", () => {
  const second = HookAdded.make({ ...added, identifier: "hook_AAAAAAAAAAAB" })
  const hooks = hooksAfter(added, second)

  it("finds a hook by an unambiguous start", () => {
    assert.strictEqual(Result.getOrThrow(findHook(hooks, "hook_AAAAAAAAAAAB")).identifier, second.identifier)
    assert.strictEqual(Result.getOrThrow(findHook(hooksAfter(added), "hook_A")).identifier, identifier)
  })

  it("names the candidates of an ambiguous start, and a hint for an unknown one", () => {
    const messageOf = (text: string) => {
      const found = findHook(hooks, text)
      return Result.isFailure(found) ? found.failure.message : undefined
    }
    assert.include(messageOf("hook_A"), "matches several hooks: hook_AAAAAAAAAAAA, hook_AAAAAAAAAAAB")
    assert.include(messageOf("hook_"), 'Unknown hook "hook_"')
  })

  it("refuses changes that change nothing, and of hooks that ended", () => {
    const stateOf = (event: typeof paused | typeof resumed, ...events: ReadonlyArray<HookEvent>) => {
      const outcome = changeHook(hooksAfter(added, ...events), event)
      return Result.isFailure(outcome) ? outcome.failure.message : undefined
    }
    assert.include(stateOf(paused, paused), "is paused. Nothing changed.")
    assert.include(stateOf(resumed), "is not paused. Nothing changed.")
    assert.include(stateOf(paused, removed), "is removed. Nothing changed.")
    assert.isUndefined(stateOf(resumed, paused))
  })
})
