import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { type KeyEvent, keyEventCodec } from "../../../../src/domain/keys/KeyEvent.ts"
import { date, holder } from "../../../support/arbitrary/keyStories.ts"

const identifier = "nil_AAAAAAAA"
const issued = { _tag: "KeyIssued", identifier, sha256: "0".repeat(64), ...holder, date } as const
const revoked = { _tag: "KeyRevoked", identifier, reason: "Lost.", date } as const

describe("keyEventCodec", () => {
  it.each<readonly [schema: number, event: KeyEvent]>([
    [1, issued],
    [1, { ...issued, replaces: "nil_BBBBBBBB" }],
    [2, { ...issued, actor: "Ada" }],
    [2, { ...issued, contact: "legal@example.com" }],
    [2, { ...issued, expires: "2027-01-01T00:00:00Z" }],
    [1, revoked],
    [2, { ...revoked, actor: "Ada" }],
    [1, { _tag: "KeyChanged", identifier, tier: "free", contact: null, expires: null, actor: "Ada", date }]
  ])("writes the lowest schema that holds an event, %i, and reads it again", (schema, event) => {
    const encoded = keyEventCodec.encode(event)
    assert.deepStrictEqual([encoded.type, encoded.schema], [event._tag, schema])
    assert.deepStrictEqual(keyEventCodec.decode(encoded), Result.succeed(event))
  })

  it("takes schemas that it does not know for those of a newer version", () => {
    const { data, type } = keyEventCodec.encode(issued)
    assert.deepStrictEqual(keyEventCodec.decode({ type, schema: 3, data }), Result.fail("newer"))
    assert.deepStrictEqual(keyEventCodec.decode({ type: "KeyLent", schema: 1, data }), Result.fail("newer"))
    const withActor = { ...data, actor: "Ada" }
    assert.deepStrictEqual(keyEventCodec.decode({ type, schema: 1, data: withActor }), Result.fail("unreadable"))
  })
})
