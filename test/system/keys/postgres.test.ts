import { inspect } from "node:util"
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { KeyIssued } from "../../../src/domain/keys/KeyEvent.ts"
import { emptyKeyLedger, encodeKeyEvents } from "../../../src/keys/KeyLedgerCodec.ts"
import { signPresentLedger } from "../../../src/keys/log/SignKeyLedger.ts"
import { verifySignedLedger } from "../../../src/keys/log/VerifyKeyLedger.ts"
import { patience } from "../../support/Patience.ts"
import { runKeys } from "../cli/keys/runKeys.ts"
import { keyStoreContract } from "./contract.ts"
import { checkpointOf, forgeKey, makeSigner } from "./forgery.ts"
import {
  clientOf,
  databaseWithRoles,
  describeWithPostgres,
  disconnect,
  ledgerIn,
  postgresLedger,
  temporaryDatabase
} from "./Postgres.ts"
import { proxyTo } from "./proxy.ts"
import { ringOn } from "./ringContract.ts"
import { holder, storeIn } from "./storeIn.ts"
import { until } from "./TestLedger.ts"
import { tlsFront } from "./tlsFront.ts"

describeWithPostgres("the key store in PostgreSQL", () => {
  keyStoreContract(postgresLedger)

  it.live("creates its tables once if several stores issue the first key", () =>
    Effect.gen(function* () {
      const { url } = yield* temporaryDatabase
      const stores = yield* Effect.all(Array.from({ length: 6 }, () => storeIn(url)))
      yield* Effect.forEach(stores, (store) => store.issue(holder), { concurrency: "unbounded" })
      assert.strictEqual((yield* (yield* storeIn(url)).keys).size, 6)
      const { code, stdout } = yield* runKeys(["migrate", "--keys", url])
      assert.deepStrictEqual([code, stdout], [0, "The tables are up to date."])
    })
  )

  it.live("encrypts the connection and verifies the certificate against the authority in the URL", () =>
    Effect.gen(function* () {
      const { url } = yield* temporaryDatabase
      const front = yield* tlsFront(url)
      const migrate = (parameters: string) => runKeys(["migrate", "--keys", `${front.url}?${parameters}`])
      for (const mode of ["require", "verify-ca", "verify-full"]) {
        const unknown = yield* migrate(`sslmode=${mode}`)
        assert.deepStrictEqual([unknown.code, unknown.stdout], [3, ""])
        assert.match(
          unknown.message,
          /no connection to the database \(self-signed certificate.*; name the certificate of its authority with sslrootcert=FILE/
        )
        const { code } = yield* migrate(`sslmode=${mode}&sslrootcert=${encodeURIComponent(front.certificate)}`)
        assert.strictEqual(code, 0)
      }
      const before = front.encrypted()
      const store = yield* storeIn(`${front.url}?sslrootcert=${encodeURIComponent(front.certificate)}`)
      yield* store.issue(holder)
      assert.isAbove(front.encrypted(), before)

      const missing = yield* migrate("sslmode=require&sslrootcert=/nowhere/ca.crt")
      assert.strictEqual(missing.code, 2)
      assert.include(missing.message, "The certificate /nowhere/ca.crt in sslrootcert cannot be read")
    })
  )

  it.live("decides again after a concurrent writer has appended first", () =>
    Effect.gen(function* () {
      const { name, server, sql, url } = yield* temporaryDatabase
      const store = yield* storeIn(url)
      yield* store.issue(holder)
      const ledger = yield* store.ledger.read(emptyKeyLedger)
      const rival = { identifier: "nil_AAAAAAAA", sha256: "0".repeat(64), date: "2026-01-01T00:00:00Z" } as const
      const [line] = encodeKeyEvents(ledger, [KeyIssued.make({ ...rival, ...holder })])
      const issuing = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`INSERT INTO taxonomy_key_events VALUES (2, ${line})`
          const issuing = yield* Effect.forkChild(store.issue(holder))
          const waiting = server<{ pid: number }>`SELECT pid FROM pg_stat_activity
            WHERE datname = ${name} AND wait_event_type = 'Lock'`
          yield* waiting.pipe(
            Effect.repeat({ until: (rows) => rows.length === 1, schedule: Schedule.spaced(Duration.millis(10)) }),
            Effect.timeout(patience)
          )
          return issuing
        })
      )
      const { event } = yield* Fiber.join(issuing)
      const identifiers = [...(yield* store.keys).keys()].slice(1)
      assert.deepStrictEqual(identifiers, ["nil_AAAAAAAA", event.identifier])
    })
  )

  it.live("signs again after a concurrent writer has signed first", () =>
    Effect.gen(function* () {
      const database = yield* temporaryDatabase
      const { name, server, sql, url } = database
      const [stolen, next] = yield* Effect.promise(() => Promise.all([makeSigner(), makeSigner()]))
      yield* (yield* storeIn(url, undefined, stolen.signingKeys)).issue(holder)
      const { lines } = forgeKey(yield* ledgerIn(database).lines)
      const { ledger } = yield* storeIn(url, undefined, next.signingKeys)
      const replacing = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE taxonomy_key_checkpoints IN EXCLUSIVE MODE`
          const options = { isKeyReplaced: true, acceptsUnsigned: false }
          const replacing = yield* Effect.forkChild(
            ledger.writeCheckpoint((present) => signPresentLedger(present, next.signingKeys, options))
          )
          yield* server`SELECT pid FROM pg_stat_activity WHERE datname = ${name} AND wait_event_type = 'Lock'`.pipe(
            Effect.repeat({ until: (rows) => rows.length === 1, schedule: Schedule.spaced(Duration.millis(10)) }),
            Effect.timeout(patience)
          )
          yield* sql`INSERT INTO taxonomy_key_events VALUES (2, ${lines[1]})`
          yield* sql`INSERT INTO taxonomy_key_checkpoints (size, note)
            VALUES (2, ${checkpointOf(lines, stolen.signingKeys)})`
          return replacing
        })
      )
      assert.strictEqual((yield* Fiber.join(replacing)).log.size, 2)
      yield* verifySignedLedger(url, yield* ledger.readSigned(emptyKeyLedger), next.trust)
    })
  )

  it.live("refuses rows whose numbers differ from those of their events", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* temporaryDatabase
      const store = yield* storeIn(url)
      yield* store.issue(holder)
      yield* store.issue(holder)
      yield* sql`UPDATE taxonomy_key_events SET sequence = 7 WHERE sequence = 2`
      const error = yield* Effect.flip(store.issue(holder))
      assert.strictEqual(error._tag, "KeyLedgerBroken")
      assert.include(error.message, "its sequence number is 7, not 2")
    })
  )

  it.live("works for a server that may only read and an operator who may only read and append", () =>
    Effect.gen(function* () {
      const { role, sql, url, urlFor } = yield* databaseWithRoles
      const [reader, operator] = [yield* role("reader"), yield* role("operator")]
      const [reading, operating] = [yield* storeIn(urlFor(reader)), yield* storeIn(urlFor(operator))]

      const untilMigrated = yield* Effect.flip(operating.issue(holder))
      assert.strictEqual(untilMigrated._tag, "KeyLedgerUnavailable")
      assert.include(untilMigrated.message, `"taxonomy keys migrate"`)
      const { is } = yield* ringOn(urlFor(reader))

      const unfit = yield* runKeys(["migrate", "--keys", urlFor(operator)])
      assert.strictEqual(unfit.code, 3)
      assert.match(
        unfit.message,
        /this user lacks a privilege .*\. Run it as the owner of the tables, or as a user who may create/
      )
      assert.notInclude(unfit.message, "missing")
      const { code, stdout } = yield* runKeys(["migrate", "--keys", url])
      assert.deepStrictEqual([code, stdout], [0, "The tables were created."])
      const grant = Effect.fnUntraced(function* (name: string) {
        yield* sql`GRANT SELECT ON ${sql(name)} TO ${sql(reader)}, ${sql(operator)}`
        yield* sql`GRANT INSERT ON ${sql(name)} TO ${sql(operator)}`
      })
      yield* grant("taxonomy_key_events")
      assert.include(
        (yield* Effect.flip(operating.issue(holder))).message,
        "Grant this user SELECT on taxonomy_key_checkpoints"
      )
      const { trust } = yield* Effect.promise(() => makeSigner())
      assert.include(
        (yield* Effect.flip(ringOn(urlFor(reader), [], { trust }))).message,
        "Grant this user SELECT on taxonomy_key_checkpoints"
      )
      yield* grant("taxonomy_key_checkpoints")

      assert.include(
        (yield* runKeys(["migrate", "--keys", urlFor(operator)])).message,
        "Run it as the owner of the tables"
      )
      const { event, key } = yield* operating.issue(holder)
      yield* is(key, "Accepted")
      yield* operating.revoke(event.identifier, "Lost.")
      yield* is(key, "Revoked")
      const refused = yield* Effect.flip(reading.issue(holder))
      assert.match(refused.message, /this user lacks a privilege \(permission denied for table taxonomy_key_events\)$/)
      const client = yield* clientOf(urlFor(operator))
      for (const forbidden of [
        client`UPDATE taxonomy_key_events SET line = ''`,
        client`DELETE FROM taxonomy_key_events`,
        client`TRUNCATE taxonomy_key_events`
      ]) {
        assert.strictEqual((yield* Effect.flip(forbidden)).reason._tag, "AuthorizationError")
      }
    })
  )

  it.live("lets everybody go on who used the tables before a migration, whoever runs it", () =>
    Effect.gen(function* () {
      const { role, sql, url, urlFor } = yield* databaseWithRoles
      const [owner, operator, reader] = [yield* role("owner"), yield* role("operator"), yield* role("reader")]
      yield* runKeys(["migrate", "--keys", url])
      // The database as the version before checkpoints left it.
      yield* sql`DROP TABLE taxonomy_key_checkpoints, taxonomy_key_usage, taxonomy_key_uses`
      yield* sql`DELETE FROM taxonomy_key_migrations WHERE migration_id >= 2`
      yield* sql`ALTER TABLE taxonomy_key_events OWNER TO ${sql(owner)}`
      const { event } = yield* (yield* storeIn(urlFor(owner))).issue(holder)
      const migrated = yield* runKeys(["migrate", "--keys", url])
      assert.deepStrictEqual([migrated.code, migrated.stdout], [0, "The tables were created."])
      yield* (yield* storeIn(urlFor(owner))).revoke(event.identifier, "Lost.")

      yield* sql`DROP TABLE taxonomy_key_checkpoints, taxonomy_key_usage, taxonomy_key_uses`
      yield* sql`DELETE FROM taxonomy_key_migrations WHERE migration_id >= 2`
      yield* sql`GRANT SELECT ON taxonomy_key_events TO ${sql(reader)}`
      yield* sql`GRANT SELECT, INSERT, UPDATE ON taxonomy_key_events TO ${sql(operator)}`
      yield* runKeys(["migrate", "--keys", url])
      const { key } = yield* (yield* storeIn(urlFor(operator))).issue(holder)
      yield* (yield* ringOn(urlFor(reader))).is(key, "Accepted")
      const granted = yield* sql<{ grantee: string; privileges: string }>`
        SELECT grantee, string_agg(privilege_type, ', ' ORDER BY privilege_type) AS privileges
        FROM information_schema.role_table_grants WHERE table_name = 'taxonomy_key_checkpoints'
          AND grantee IN (${owner}, ${operator}, ${reader}) GROUP BY grantee ORDER BY privileges, grantee`
      assert.deepStrictEqual(granted, [
        { grantee: operator, privileges: "INSERT, SELECT" },
        { grantee: owner, privileges: "INSERT, SELECT" },
        { grantee: reader, privileges: "SELECT" }
      ])
    })
  )

  it.live("reports a missing database without its password and exits with 3", () =>
    Effect.gen(function* () {
      const { urlFor } = yield* temporaryDatabase
      const nowhere = "postgres://operator:hunter2@127.0.0.1:1/keys"
      for (const url of [nowhere, `${nowhere}?password=hunter3`, urlFor("nobody-of-that-name", "hunter2")]) {
        const { code, message, stderr, stdout } = yield* runKeys(["list", "--keys", url])
        assert.deepStrictEqual([code, stdout], [3, ""])
        assert.include(message, "cannot be used")
        const starting = yield* Effect.flip(ringOn(url))
        assert.strictEqual(starting._tag, "KeyLedgerUnavailable")
        assert.notInclude(message + stderr + inspect(starting, { depth: 9, showHidden: true }), "hunter")
      }
    })
  )
})

describeWithPostgres("the key ring over PostgreSQL", () => {
  it.live("polls at once after a notification, also on the connection that replaces a lost one", () =>
    Effect.gen(function* () {
      const database = yield* temporaryDatabase
      const { name, server, url } = database
      const store = yield* storeIn(url)
      const { event: first, key } = yield* store.issue(holder)
      const { is } = yield* ringOn(url, [], { pollInterval: Duration.hours(1) })
      /** The connection that listens, once it does, and is not the one that did. */
      const listening = (last = 0) =>
        server<{ pid: number }>`SELECT pid FROM pg_stat_activity
          WHERE datname = ${name} AND query LIKE 'LISTEN %' AND state = 'idle' AND pid <> ${last}`.pipe(
          Effect.repeat({ until: (rows) => rows.length === 1, schedule: Schedule.spaced(Duration.millis(10)) }),
          Effect.map((rows) => rows[0]?.pid),
          Effect.timeout(patience)
        )
      const pid = yield* listening()
      yield* is(key, "Accepted")
      yield* store.revoke(first.identifier, "Lost.")
      yield* is(key, "Revoked")

      yield* disconnect(database)
      yield* listening(pid)
      const { key: next } = yield* store.issue(holder)
      yield* is(next, "Accepted")
    })
  )

  it.live("replaces dead connections and follows a revocation", () =>
    Effect.gen(function* () {
      const { url } = yield* temporaryDatabase
      const store = yield* storeIn(url)
      const { event, key } = yield* store.issue(holder)
      const { event: later, key: second } = yield* store.issue(holder)
      const proxy = yield* proxyTo(url)
      const { is, logged, status } = yield* ringOn(proxy.url)
      for (const [identifier, revoked] of [
        [event.identifier, key],
        [later.identifier, second]
      ] as const) {
        yield* is(revoked, "Accepted")
        proxy.blackHole()
        yield* store.revoke(identifier, "Lost.")
        yield* is(revoked, "Revoked")
      }
      assert.deepStrictEqual([logged, status().reason], [[], undefined])
    })
  )

  it.live("ends while the database is silent", () =>
    Effect.gen(function* () {
      const { name, server, url } = yield* temporaryDatabase
      const store = yield* storeIn(url)
      const { key } = yield* store.issue(holder)
      const proxy = yield* proxyTo(url)
      const scope = yield* Scope.make()
      const { is } = yield* Scope.provide(ringOn(proxy.url), scope)
      yield* is(key, "Accepted")
      yield* server`SELECT pid FROM pg_stat_activity
        WHERE datname = ${name} AND query LIKE 'LISTEN %' AND state = 'idle'`.pipe(
        Effect.repeat({ until: (rows) => rows.length === 1, schedule: Schedule.spaced(Duration.millis(10)) }),
        Effect.timeout(patience)
      )
      yield* proxy.silent(Scope.close(scope, Exit.void))
    })
  )

  it.live("ends while the database answers to LISTEN, and to nothing after it", () =>
    Effect.gen(function* () {
      const { url } = yield* temporaryDatabase
      yield* (yield* storeIn(url)).issue(holder)
      const proxy = yield* proxyTo(url)
      proxy.holdAnswerTo("LISTEN ")
      const scope = yield* Scope.make()
      yield* Scope.provide(ringOn(proxy.url), scope)
      yield* until(proxy.hasAnswer)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow
      proxy.answer()
      yield* Fiber.join(closing)
    })
  )

  it.live("keeps the last good keys while the database is silent, and recovers", () =>
    Effect.gen(function* () {
      const { url } = yield* temporaryDatabase
      const store = yield* storeIn(url)
      const { event, key } = yield* store.issue(holder)
      const proxy = yield* proxyTo(url)
      const { is, logged } = yield* ringOn(proxy.url)
      yield* is(key, "Accepted")
      for (const [index, outage] of [proxy.refusing, proxy.silent].entries()) {
        yield* outage(
          Effect.gen(function* () {
            yield* until(() => logged.length === 2 * index + 1)
            assert.match(logged.at(-1) ?? "", /last good keys stay in force: .* cannot be used/)
            yield* is(key, "Accepted")
          })
        )
        yield* until(() => logged.length === 2 * index + 2)
      }
      yield* store.revoke(event.identifier, "Lost.")
      yield* is(key, "Revoked")
    })
  )
})
