import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { generateApiKey, toKeyPrefix } from "../../../../src/domain/keys/ApiKey.ts"
import { issue, revoke } from "../../../../src/domain/keys/KeyCommands.ts"
import { emptyKeyRegistry, evolve, type ApiKeyRecord } from "../../../../src/domain/keys/KeyRegistry.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { makeStatusFlags } from "../../../../src/server/workers/StatusFlags.ts"
import { followKeys } from "../../../../src/server/workers/thread/FollowedKeys.ts"
import type { WorkerLink } from "../../../../src/server/workers/thread/WorkerLink.ts"
import type { Order } from "../../../../src/server/workers/WorkerMessages.ts"
import { holder } from "../../../system/keys/storeIn.ts"

const date = "2026-01-01T00:00:00Z"
const keyOf = (byte: number) => generateApiKey((count) => new Uint8Array(count).fill(byte))
const [kept, lost] = [keyOf(1), keyOf(2)]
const keys = [kept, lost].reduce((before, key) => {
  const fingerprint = { keyPrefix: toKeyPrefix(key), sha256: sha256(key) }
  return evolve(before, Result.getOrThrow(issue(before, { key: fingerprint, holder, date })))
}, emptyKeyRegistry)
const revoked = evolve(keys, Result.getOrThrow(revoke(keys, { keyPrefix: toKeyPrefix(lost), reason: "Lost.", date })))

describe("followKeys", () => {
  it("puts a change into force, and indexes no other key again", () => {
    let give: (order: Order) => void = () => assert.fail("Nobody listens")
    const link: WorkerLink = {
      tell: () => undefined,
      onOrder: (listener) => void (give = listener),
      onMessage: () => undefined
    }
    let indexed = 0
    const counted = [...keys.values()].map((key): ApiKeyRecord => ({
      ...key,
      get sha256() {
        indexed++
        return key.sha256
      }
    }))
    const { authenticate } = followKeys(link, { changed: counted }, [], makeStatusFlags())
    assert.strictEqual(indexed, 2)
    assert.strictEqual(authenticate(`Bearer ${lost}`)._tag, "Accepted")

    const changed = [...revoked.values()].filter((key) => key.revoked !== undefined)
    give({ _tag: "Keys", update: { changed } })
    assert.strictEqual(authenticate(`Bearer ${lost}`)._tag, "Revoked")
    give({ _tag: "Keys", update: { changed: [] } })
    assert.strictEqual(authenticate(`Bearer ${lost}`)._tag, "Revoked")
    assert.strictEqual(authenticate(`Bearer ${kept}`)._tag, "Accepted")
    assert.strictEqual(indexed, 2)
  })
})
