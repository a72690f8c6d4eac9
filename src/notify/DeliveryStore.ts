import { closeSync, openSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { DeliveryState } from "../domain/hooks/Delivery.ts"
import { KeyLedgerUnavailable } from "../keys/KeyLedgerError.ts"

/** Which subscriptions a notifier wants to deliver to. */
export interface ClaimOptions {
  /** The place after the last message: subscriptions that have come so far have nothing to get. */
  readonly head: number
  readonly now: number
  readonly limit: number
  /** False to leave out those whose last attempt failed. */
  readonly failing: boolean
}

/** How many subscriptions have something to get, and to how many of them the last attempt failed. */
export interface DeliveryCounts {
  readonly pending: number
  readonly failing: number
}

/** The port of a backend that stores how far messages are delivered. What it has stored survives the end of a process. */
export interface DeliveryStore {
  /** Starts new subscriptions at a place. From now on, only the given ones are claimed. */
  readonly enroll: (
    active: ReadonlyArray<Pick<DeliveryState, "hook" | "place">>
  ) => Effect.Effect<void, KeyLedgerUnavailable>
  /** Takes subscriptions that are due. Nobody else gets them until they are settled, or this process is gone. */
  readonly claim: (options: ClaimOptions) => Effect.Effect<ReadonlyArray<DeliveryState>, KeyLedgerUnavailable>
  /** Stores the state of a claimed subscription, and gives it back. */
  readonly settle: (state: DeliveryState) => Effect.Effect<void, KeyLedgerUnavailable>
  readonly counts: (head: number) => Effect.Effect<DeliveryCounts, KeyLedgerUnavailable>
  /** All states, of subscriptions that were removed too. */
  readonly states: Effect.Effect<ReadonlyArray<DeliveryState>, KeyLedgerUnavailable>
}

/** The columns of a state, in all backends. */
export const stateColumns = 'hook, place, failures, failing_since AS "failingSince", due, last'

/**
 * Stores deliveries in an SQLite file beside the ledger of hooks. One notifier at a time uses it, which the caller makes
 * sure of with a lock; commands may read it meanwhile.
 */
export const fileDeliveries = (path: string) =>
  Effect.gen(function* () {
    const attempt = <A>(run: () => A): Effect.Effect<A, KeyLedgerUnavailable> =>
      Effect.try({
        try: run,
        catch: (error) =>
          new KeyLedgerUnavailable({
            subject: "hook",
            location: path,
            reason: error instanceof Error ? error.message : String(error)
          })
      })
    const database = yield* Effect.acquireRelease(
      attempt(() => open(path)),
      (database) => Effect.sync(() => database.close())
    )
    const prepared = yield* attempt(() => ({
      disable: database.prepare("UPDATE deliveries SET enabled = 0"),
      enable: database.prepare(
        `INSERT INTO deliveries (hook, place, enabled) VALUES (?, ?, 1) ON CONFLICT (hook) DO UPDATE SET enabled = 1`
      ),
      ready: database.prepare(
        `SELECT ${stateColumns} FROM deliveries WHERE enabled = 1 AND place < ? AND due <= ? AND failures <= ?
         ORDER BY failures, due LIMIT ?`
      ),
      settle: database.prepare(
        `UPDATE deliveries SET place = ?, failures = ?, failing_since = ?, due = ?, last = ? WHERE hook = ?`
      ),
      counts: database.prepare(
        `SELECT count(*) AS pending, count(*) FILTER (WHERE failures > 0) AS failing
         FROM deliveries WHERE enabled AND place < ?`
      ),
      states: database.prepare(`SELECT ${stateColumns} FROM deliveries`)
    }))
    /** Until when claimed subscriptions are held. Their claims end with this process, the only one that delivers. */
    const held = new Map<string, number>()

    const store: DeliveryStore = {
      enroll: (active) =>
        attempt(() => {
          database.exec("BEGIN IMMEDIATE")
          try {
            prepared.disable.run()
            for (const { hook, place } of active) prepared.enable.run(hook, place)
            database.exec("COMMIT")
          } finally {
            if (database.isTransaction) database.exec("ROLLBACK")
          }
        }),
      claim: ({ failing, head, limit, now }) =>
        attempt(() => {
          const ready = prepared.ready.all(head, now, failing ? Number.MAX_SAFE_INTEGER : 0, limit + held.size)
          const claims = ready.map(toState).filter(({ hook }) => (held.get(hook) ?? 0) <= now)
          for (const { hook } of claims.slice(0, limit)) held.set(hook, Infinity)
          return claims.slice(0, limit)
        }),
      settle: ({ due, failingSince, failures, hook, last, place }) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          attempt(() => {
            // Not again at once, if this fails: on a full disk, a message would be repeated without end.
            held.set(hook, now + unsettledMillis)
            prepared.settle.run(place, failures, failingSince, due, last, hook)
            held.delete(hook)
          })
        ),
      counts: (head) =>
        attempt(() => {
          const row = prepared.counts.get(head)
          return { pending: Number(row?.["pending"]), failing: Number(row?.["failing"]) }
        }),
      states: attempt(() => prepared.states.all().map(toState))
    }
    return store
  })

/** When a subscription is due again whose state could not be stored, in milliseconds. */
export const unsettledMillis = 60_000

/** The file with the deliveries of a ledger of hooks in a file. */
export const deliveriesFileOf = (hooks: string): string => `${hooks}.deliveries`

const open = (path: string): DatabaseSync => {
  // Addresses can be secrets of their holders.
  closeSync(openSync(path, "a", 0o600))
  const database = new DatabaseSync(path, { timeout: 5000 })
  // A crash of the machine may lose the last deliveries, which are then repeated. A crash of the process loses none.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
  database.exec(`CREATE TABLE IF NOT EXISTS deliveries (
    hook TEXT PRIMARY KEY,
    place INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    failing_since INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL DEFAULT 0,
    last TEXT NOT NULL DEFAULT '',
    enabled INTEGER NOT NULL
  ) WITHOUT ROWID`)
  database.exec("CREATE INDEX IF NOT EXISTS due ON deliveries (enabled, failures, due)")
  return database
}

const toState = (row: Readonly<Record<string, unknown>>): DeliveryState => ({
  hook: String(row["hook"]),
  place: Number(row["place"]),
  failures: Number(row["failures"]),
  failingSince: Number(row["failingSince"]),
  due: Number(row["due"]),
  last: String(row["last"])
})
