import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { findKeyLedger } from "../../../src/keys/KeyLedgerLocation.ts"

layer(NodeServices.layer)("findKeyLedger", (it) => {
  it.effect.each([
    ["", "--keys is empty. Name a file"],
    ["Postgres:keys", "Start the URL with Postgres://"],
    [
      "mysql://operator:secret@db/keys",
      "--keys takes a file or a URL that starts with postgres://, postgresql://. mysql:// is not supported"
    ]
  ] as const)("refuses %j, and repeats no password", ([location, message]) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(findKeyLedger(location))
      assert.strictEqual(refused.message, message)
    })
  )

  it.effect.each(["keys.ndjson", "./a:b/keys.ndjson", "C:keys.ndjson"])("takes %j for a file", (location) =>
    Effect.gen(function* () {
      const { hasPassword, migrate } = yield* findKeyLedger(location)
      assert.deepStrictEqual([hasPassword, migrate], [false, undefined])
    })
  )
})
