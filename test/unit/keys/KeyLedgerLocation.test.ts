import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { findKeyLedger } from "../../../src/keys/KeyLedgerLocation.ts"

layer(NodeServices.layer)("findKeyLedger", (it) => {
  it.effect.each([
    ["", "--keys is empty. Name a file"],
    ["Postgres:keys", "Start the URL with Postgres://"],
    ...[
      "mysql://operator:secret@db/keys",
      "jdbc:postgresql://operator:secret@db/keys",
      " postgres://operator:secret@db/keys",
      "operator:secret@db:5432/keys",
      "db:5432/keys",
      "host=db password=secret dbname=keys"
    ].map(
      (location) =>
        [
          location,
          "--keys is neither a file nor a URL that starts with postgres:// or postgresql://. Begin the path of a file with ./ if it looks like an address"
        ] as const
    )
  ] as const)("refuses %j, and repeats no password", ([location, message]) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(findKeyLedger(location))
      assert.strictEqual(refused.message, message)
    })
  )

  it.effect("takes a scheme in upper case", () =>
    Effect.gen(function* () {
      assert.isDefined((yield* findKeyLedger("POSTGRES://operator@db/keys")).migrate)
    })
  )

  it.effect.each(["keys.ndjson", "./a:b/keys.ndjson", "C:keys.ndjson"])("takes %j for a file", (location) =>
    Effect.gen(function* () {
      const { hasPassword, migrate } = yield* findKeyLedger(location)
      assert.deepStrictEqual([hasPassword, migrate], [false, undefined])
    })
  )
})
