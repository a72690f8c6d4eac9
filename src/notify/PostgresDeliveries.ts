import { randomUUID } from "node:crypto"
import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { DeliveryState } from "../domain/hooks/Delivery.ts"
import {
  clientOf,
  deliveryTable,
  makePool,
  migrateOn,
  withReconnect,
  withTimeout
} from "../keys/postgres/PostgresDatabase.ts"
import { findDatabase } from "../keys/postgres/PostgresKeyLedger.ts"
import { stateColumns, type DeliveryCounts, type DeliveryStore } from "./DeliveryStore.ts"

/**
 * Stores deliveries in a table beside the events of hooks. Several notifiers share it: a claim is a lease, which is longer
 * than any attempt, so that no subscription gets two messages at once, and none waits for long after a notifier was killed.
 */
export const postgresDeliveries = Effect.fnUntraced(function* (location: string) {
  const database = yield* findDatabase("hook", location)
  const pool = yield* makePool(clientOf(database))
  const owner = randomUUID()
  const run = <A>(use: (sql: PgClient.PgClient) => Effect.Effect<A, SqlError>) =>
    withTimeout(Effect.flatMap(pool.client, use), database)
  const [table] = yield* run(
    (sql) => sql<{ readonly found: boolean }>`SELECT to_regclass(${deliveryTable}) IS NOT NULL AS found`
  )
  if (table?.found !== true) yield* run((sql) => migrateOn(sql, "hook"))

  const store: DeliveryStore = {
    enroll: (active) => {
      const rows = JSON.stringify(active)
      return run((sql) =>
        Effect.asVoid(sql`
          WITH active AS (
            SELECT hook, place FROM json_to_recordset(${rows}::text::json) AS row (hook text, place integer)
          ), stopped AS (
            UPDATE ${sql(deliveryTable)} SET enabled = false WHERE enabled AND hook NOT IN (SELECT hook FROM active)
          )
          INSERT INTO ${sql(deliveryTable)} AS known (hook, place, enabled) SELECT hook, place, true FROM active
          ON CONFLICT (hook) DO UPDATE SET enabled = true WHERE NOT known.enabled`)
      )
    },
    claim: ({ failing, head, limit, now }) =>
      run(
        (sql) => sql<DeliveryState>`
          WITH ready AS (
            SELECT hook AS found FROM ${sql(deliveryTable)}
            WHERE enabled AND place < ${head}::integer AND due <= ${now}::double precision
              AND (failures = 0 OR ${failing}::boolean) AND leased_until < clock_timestamp()
            ORDER BY failures, due LIMIT ${limit}::integer FOR UPDATE SKIP LOCKED
          )
          UPDATE ${sql(deliveryTable)} SET leased_until = clock_timestamp() + interval '60 seconds', owner = ${owner}
          FROM ready WHERE hook = found RETURNING ${sql.literal(stateColumns)}`
      ),
    // Nothing if the lease has ended, and another notifier has the subscription.
    settle: ({ due, failingSince, failures, hook, last, place }) =>
      run((sql) =>
        Effect.asVoid(sql`
          UPDATE ${sql(deliveryTable)} SET place = ${place}::integer, failures = ${failures}::integer,
            failing_since = ${failingSince}::double precision, due = ${due}::double precision, last = ${last},
            leased_until = '-infinity', owner = NULL
          WHERE hook = ${hook} AND owner = ${owner}`)
      ),
    // Polled, so that connections that are dead are found out.
    counts: (head) =>
      withReconnect(
        Effect.flatMap(pool.client, (sql) =>
          Effect.map(
            sql<DeliveryCounts>`
              SELECT count(*)::integer AS pending, (count(*) FILTER (WHERE failures > 0))::integer AS failing
              FROM ${sql(deliveryTable)} WHERE enabled AND place < ${head}::integer`,
            ([row]) => row ?? { pending: 0, failing: 0 }
          )
        ),
        database,
        pool.renew
      ),
    states: run((sql) => sql<DeliveryState>`SELECT ${sql.literal(stateColumns)} FROM ${sql(deliveryTable)}`)
  }
  return store
})
