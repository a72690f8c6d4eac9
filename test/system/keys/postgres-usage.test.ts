import { readFile } from "node:fs/promises"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { findKeyLedger } from "../../../src/keys/KeyLedgerLocation.ts"
import { makeUsageRecorder } from "../../../src/usage/UsageRecorder.ts"
import type { KeyUse } from "../../../src/usage/UsageReport.ts"
import { runKeys } from "../cli/keys/runKeys.ts"
import { quiet } from "../limits/redis.ts"
import { databaseWithRoles, describeWithPostgres, temporaryDatabase } from "./Postgres.ts"

const [first, second] = ["nil_AAAAAAAA", "nil_BBBBBBBB"]
const request = { isRefused: false, isNearLimit: false }
const used = { release: "1.0.0", isPinned: false, deprecated: [] }

/** A recorder of a server, which is stopped by closing its scope. */
const server = Effect.fnUntraced(function* (url: string) {
  const { usage } = yield* findKeyLedger(url).pipe(Effect.provide(NodeServices.layer))
  const scope = yield* Scope.make()
  const store = usage ?? assert.fail("no store")
  const recorder = yield* Scope.provide(makeUsageRecorder({ store, batchSize: 2 }), scope)
  return { ...recorder, store, stop: Scope.close(scope, Exit.void) }
})

const manyMachines = new URL("../../../docs/how-to/many-machines.md", import.meta.url)

/** The privileges that the document grants. */
const grants = Effect.promise(async () =>
  (/```sql\n([^`]*)/.exec(await readFile(manyMachines, "utf8"))?.[1] ?? "").split(";\n").filter((text) => text !== "")
)

describeWithPostgres("the usage of keys in PostgreSQL", () => {
  it.live("adds up over servers with the documented privileges, and outlives them", () =>
    Effect.gen(function* () {
      const { role, sql, url, urlFor } = yield* databaseWithRoles
      yield* runKeys(["migrate", "--keys", url])
      const [servers, operators] = [yield* role("servers"), yield* role("operators")]
      for (const grant of yield* grants) {
        const named = grant.replace("key_servers", servers).replace("key_operators", operators)
        yield* sql.unsafe(named)
      }
      const [one, other] = [yield* server(urlFor(servers)), yield* server(urlFor(servers))]
      const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
      const noon = Date.parse(`${day}T12:00:00.123Z`)
      one.counter.count({ ...request, keyPrefix: first, unixMillis: noon, used })
      one.counter.count({ ...request, keyPrefix: first, unixMillis: noon, isRefused: true })
      other.counter.count({ ...request, keyPrefix: first, unixMillis: noon - 1000, used: { ...used, isPinned: true } })
      for (const [keyPrefix, name] of [
        [first, "use_type/OLD"],
        [second, "use_type/OLD"],
        [second, "NIL-OLD"]
      ] as const)
        other.counter.count({ ...request, keyPrefix, unixMillis: noon - 1000, used: { ...used, deprecated: [name] } })
      yield* Effect.all([one.stop, other.stop], { concurrency: "unbounded" })

      const { counter, read, readUses, stop } = yield* server(urlFor(servers))
      const usage = { identifier: first, requests: 4, refused: 1, last_used_at: `${day}T12:00:00.123Z` }
      const others = { identifier: second, requests: 2, refused: 0, last_used_at: `${day}T11:59:59.123Z` }
      const all = yield* read(undefined)
      assert.sameDeepMembers([...all.keys], [usage, others])
      assert.deepStrictEqual([(yield* read(second)).since, (yield* read(second)).keys], [all.since, [others]])
      assert.deepStrictEqual((yield* read("nil_CCCCCCCC")).keys, [])
      const on = { first_used_on: day, last_used_on: day }
      const uses: ReadonlyArray<KeyUse> = [
        { identifier: first, kind: "default", name: "1.0.0", requests: 2, ...on },
        { identifier: first, kind: "deprecated", name: "use_type/OLD", requests: 1, ...on },
        { identifier: first, kind: "pinned", name: "1.0.0", requests: 1, ...on },
        { identifier: second, kind: "default", name: "1.0.0", requests: 2, ...on },
        { identifier: second, kind: "deprecated", name: "NIL-OLD", requests: 1, ...on },
        { identifier: second, kind: "deprecated", name: "use_type/OLD", requests: 1, ...on }
      ]
      assert.deepStrictEqual(yield* readUses({ since: day, until: day }), uses)
      // Days are added up, and days before and after a period are not in it.
      yield* sql`INSERT INTO taxonomy_key_uses SELECT day - n, key, kind, name, requests FROM taxonomy_key_uses,
        unnest(ARRAY[3, 401]) AS n`
      const before = (days: number) => DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.makeUnsafe(day), { days }))
      const [since, expired] = [before(3), before(500)]
      const [sum] = yield* readUses({ since: since, until: day })
      assert.deepInclude(sum, { requests: 4, first_used_on: since, last_used_on: day })
      assert.deepStrictEqual(yield* readUses({ since: since, until: since }).pipe(Effect.map((u) => u.length)), 6)
      // The next write gives up what is older than 400 days.
      assert.strictEqual((yield* readUses({ since: expired, until: day }))[0]?.requests, 6)
      counter.count({ ...request, keyPrefix: second, unixMillis: noon, used })
      assert.strictEqual((yield* readUses({ since: expired, until: day }))[0]?.requests, 4)
      yield* stop

      // Whoever manages keys reads the counts and cannot change them.
      const { counter: denied, store, stop: end } = yield* server(urlFor(operators))
      assert.lengthOf((yield* store.read(undefined)).keys, 2)
      denied.count({ ...request, keyPrefix: second, unixMillis: noon, used })
      const refused = yield* Effect.flip(store.add(denied.take()))
      assert.match(refused.reason, /this user lacks a privilege \(permission denied for table taxonomy_key_us/)
      yield* end
    })
  )

  it.live(
    "is kept while the database is away or lacks its tables, and written once, in batches, when they are there",
    () =>
      Effect.gen(function* () {
        const { sql, url } = yield* temporaryDatabase
        const { counter, read, stop } = yield* server(url)
        const now = yield* Clock.currentTimeMillis
        const count = (keyPrefix: string) => counter.count({ ...request, keyPrefix, unixMillis: now, used })
        for (const key of [first, second, "nil_CCCCCCCC"]) count(key)
        const missing = yield* Effect.flip(read(undefined))
        assert.match(
          missing.message,
          /relation "taxonomy_key_usage" does not exist\. Create it with taxonomy keys migrate$/
        )
        yield* runKeys(["migrate", "--keys", url])
        count(first)
        const { keys } = yield* read(undefined)
        assert.sameMembers(
          keys.map(({ identifier, requests }) => `${identifier} ${requests}`),
          [`${first} 2`, `${second} 1`, "nil_CCCCCCCC 1"]
        )
        yield* stop
        const rows = yield* sql<{ sum: string }>`SELECT sum(requests)::text FROM taxonomy_key_uses`
        assert.deepStrictEqual(rows, [{ sum: "4" }])
      }).pipe(Effect.provide(quiet))
  )
})
