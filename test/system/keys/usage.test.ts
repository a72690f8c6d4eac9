import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { pause } from "../../support/Patience.ts"
import { runKeys } from "../cli/keys/runKeys.ts"
import { serverProcess } from "../server/many/ServerProcess.ts"
import { publishRelease, vocabulary } from "../server/releases.ts"
import { send } from "../server/request.ts"
import { holder, storeIn, temporaryLedger } from "./storeIn.ts"

describe("the usage of a key", () => {
  it.live("is shown by keys show and list, and in metrics", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      yield* publishRelease(`${folder}/releases`, "1.0.0", vocabulary("EDU"))
      const store = yield* storeIn(path)
      const used = yield* store.issue({ ...holder, tier: "free" })
      const unused = yield* store.issue(holder)
      const { adminUrl, metric, port } = yield* serverProcess(["--releases", `${folder}/releases`, "--keys", path])
      const headers = { Authorization: `Bearer ${Redacted.value(used.key)}` }
      const statuses = yield* Effect.forEach(
        Array.from({ length: 102 }),
        () => Effect.map(send(port, "/api/taxonomy/v1/schema", { headers }), ({ status }) => status),
        { concurrency: 4 }
      )
      assert.deepStrictEqual([statuses.filter((status) => status === 200).length, statuses.length], [100, 102])

      const location = ["--keys", path, "--admin-url", adminUrl()]
      const shown = yield* runKeys(["show", used.event.identifier, ...location]).pipe(
        Effect.repeat({ until: ({ stdout }) => /^Requests {2,}102 since /m.test(stdout), schedule: pause })
      )
      assert.match(shown.stdout, /^Refused {2,}2 of these, beyond the limits$/m)
      assert.match(shown.stdout, /^Last used {2,}\d{4}-\S+Z$/m)
      const other = yield* runKeys(["show", unused.event.identifier, ...location])
      assert.match(other.stdout, /^Requests {2,}0 since \S+Z$/m)
      assert.match(other.stdout, /^Last used {2,}not since \S+Z$/m)
      const listed = yield* runKeys(["list", ...location])
      const [header = "", first = "", second = ""] = listed.stdout.split("\n")
      assert.include(header, "Last used")
      assert.match(first, / \d{4}-\d\d-\d\dT\d\d:\d\d {2,}Acme$/)
      assert.match(second, /production {2,}Acme$/)
      const near = yield* metric("taxonomy_keys_near_limit").pipe(
        Effect.repeat({ until: (value) => value._tag === "Some" && value.value === 1, schedule: pause })
      )
      assert.deepPropertyVal(near, "value", 1)

      const unknown = yield* runKeys([
        "show",
        used.event.identifier,
        "--keys",
        path,
        "--admin-url",
        "http://127.0.0.1:1"
      ])
      assert.deepStrictEqual([unknown.code, /^Requests/m.test(unknown.stdout)], [0, false])
      assert.match(
        unknown.stderr,
        /^warning: The usage of keys is unknown, since http:\/\/127\.0\.0\.1:1 did not tell it: /
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
