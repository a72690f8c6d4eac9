import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import type { KeyEvent } from "../../domain/keys/KeyEvent.ts"
import type { KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { ChainBroken } from "../../domain/ledger/HashChain.ts"
import { makeLogTree } from "../../release/log/CheckpointFile.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { emptyKeyLedger, extendKeyLedger, parseKeyLedger, type KeyLedger } from "../KeyLedgerCodec.ts"
import { KeyLedgerBroken, KeyLedgerNotEmpty, KeyLedgerUnavailable } from "../KeyLedgerError.ts"
import { KeyLedgerStore, type KeyLedgerCopy, type SignedKeyLedger } from "../KeyLedgerStore.ts"
import { orRefuse, type KeySigningRefusal } from "../log/KeySigningRefused.ts"
import { parseKeyCheckpoint, signNextEvent } from "../log/SignKeyLedger.ts"
import { makeAlterationCheck } from "./AlterationCheck.ts"
import { clientOf, migrateOn } from "./PostgresClient.ts"
import { checkpointTable, table } from "./PostgresMigrations.ts"
import { makePool } from "./PostgresPool.ts"
import {
  append,
  fillTables,
  insertCheckpoint,
  selectEvents,
  selectEventsFrom,
  selectRevision,
  selectSigned,
  selectSignedRevision,
  type EventRow,
  type FoundTables
} from "./PostgresQueries.ts"
import { makeTables } from "./PostgresTables.ts"
import { withReconnect, withTimeout, type Hint } from "./PostgresTimeouts.ts"
import type { PostgresDatabase } from "./PostgresUrl.ts"

/**
 * Stores the key ledger in a table of PostgreSQL, and its checkpoints in another. A row is a line of the ledger file,
 * with the same hash chain. The first key creates the tables, or `migratePostgres` before that. From then on, a server
 * needs the privilege to SELECT, an operator also to INSERT, and nobody any other.
 */
export const postgresKeyLedger = (database: PostgresDatabase) =>
  Layer.effect(
    KeyLedgerStore,
    Effect.gen(function* () {
      const { shown: location } = database
      const pool = yield* withTimeout(makePool(clientOf(database)), database)
      const tables = makeTables(pool)
      const overtaken = new KeyLedgerUnavailable({
        location,
        reason: `gave up after ${maxAttempts} attempts because of concurrent writes`
      })

      const parse = (rows: ReadonlyArray<EventRow>, known: KeyLedger) =>
        Effect.mapError(Effect.fromResult(parseRows(rows, known)), (cause) => new KeyLedgerBroken({ location, cause }))

      const checkAlterations = makeAlterationCheck()
      /** What the check said before the last reading of all rows. */
      let unaltered: string | undefined

      const read = Effect.fn("PostgresKeyLedger.read")(function* (known: KeyLedger) {
        const alterations = yield* withTimeout(tables.ifEvents(checkAlterations), database)
        if (alterations !== undefined && alterations === unaltered && known.head.sequence > 0) {
          const from = (sql: PgClient.PgClient) => selectEventsFrom(sql, known.head.sequence)
          const rows = yield* withTimeout(tables.ifEvents(from), database)
          const extended = extendRows(rows ?? [], known)
          if (extended !== undefined) return extended
        }
        const rows = yield* withTimeout(tables.ifEvents(selectEvents), database)
        const { ledger } = yield* parse(rows ?? [], known)
        unaltered = alterations
        return ledger
      })

      /** The ledger, its checkpoint, and the row of that. */
      const load = Effect.fn("PostgresKeyLedger.readSigned")(function* (known: KeyLedger) {
        const rows = yield* withTimeout(tables.ifSignedEvents(selectSigned), database, mayNotRead)
        const { bytes, ledger } = yield* parse(rows?.events ?? [], known)
        const log = makeLogTree(ledger.leaves)
        const checkpoint = yield* parseKeyCheckpoint(location, rows?.checkpoint?.note, log)
        const signed: SignedKeyLedger = { ledger, bytes, log, checkpoint }
        return { signed, row: rows?.checkpoint }
      })

      /** The connection, with the tables that a change needs. */
      const prepare = Effect.fnUntraced(function* (note: string | undefined) {
        const sql = pool.client()
        const { checkpoints, events } = tables.found()
        if (!events || (note !== undefined && !checkpoints)) {
          yield* withTimeout(migrateOn(sql), database, mayNotMigrate(events ? checkpointTable : table))
        }
        return sql
      })

      const transact = Effect.fn("PostgresKeyLedger.transact")(function* <A extends { readonly event: KeyEvent }, E>(
        decide: (keys: KeyRegistry) => Result.Result<A, E>,
        signingKeys: SigningKeys | undefined
      ) {
        for (let attempt = 0; attempt < maxAttempts; attempt++) {
          const { row, signed } = yield* load(emptyKeyLedger)
          const { head, keys } = signed.ledger
          const decision = yield* Effect.fromResult(decide(keys))
          const { line, note } = yield* orRefuse(location, signNextEvent(signed, decision.event, signingKeys))
          const seen = tables.found().checkpoints ? { id: row?.id ?? null } : undefined
          const event = { sequence: head.sequence + 1, line }
          const sql = yield* prepare(note)
          if (yield* withTimeout(append(sql, { event, note, head, seen }), database, mayBeWritten)) return decision
        }
        return yield* overtaken
      })

      const writeCheckpoint = Effect.fn("PostgresKeyLedger.writeCheckpoint")(function* (
        sign: (present: SignedKeyLedger) => Result.Result<string, KeySigningRefusal>
      ) {
        for (let attempt = 0; attempt < maxAttempts; attempt++) {
          const { row, signed } = yield* load(emptyKeyLedger)
          const note = yield* orRefuse(location, sign(signed))
          const sql = yield* prepare(note)
          const checkpoint = { size: signed.log.size, note, seen: { id: row?.id ?? null } }
          if (yield* withTimeout(insertCheckpoint(sql, checkpoint), database, mayBeWritten)) return signed
        }
        return yield* overtaken
      })

      const fill = Effect.fn("PostgresKeyLedger.fill")(function* ({ bytes, checkpoint }: KeyLedgerCopy) {
        const lines = new TextDecoder().decode(bytes).split("\n").slice(0, -1)
        yield* load(emptyKeyLedger)
        const sql = yield* prepare(checkpoint?.source)
        const events = lines.map((line, index) => ({ sequence: index + 1, line }))
        const isFilled = yield* withTimeout(fillTables(sql, events, checkpoint), database, mayBeWritten)
        if (!isFilled) return yield* new KeyLedgerNotEmpty({ location })
      })

      const revisionOf = (
        select: (
          sql: PgClient.PgClient,
          found: FoundTables
        ) => Effect.Effect<ReadonlyArray<{ readonly revision: string | null }>, SqlError>,
        ifTables: typeof tables.ifSignedEvents,
        hint?: Hint
      ) => {
        const query = ifTables((sql, found) =>
          Effect.zipWith(select(sql, found), checkAlterations(sql), (rows, alterations) => {
            return `${rows[0]?.revision ?? ""} ${alterations}`
          })
        )
        return withReconnect(query, database, pool.renew, hint)
      }

      return KeyLedgerStore.of({
        location,
        read,
        revision: revisionOf(selectRevision, tables.ifEvents),
        readSigned: (known) => Effect.map(load(known), ({ signed }) => signed),
        signedRevision: revisionOf(selectSignedRevision, tables.ifSignedEvents, mayNotRead),
        changes: pool.notifications(table).pipe(Stream.retry(Schedule.spaced(Duration.seconds(1))), Stream.orDie),
        transact,
        writeCheckpoint,
        fill
      })
    })
  )

/** The known ledger with the rows after its head; `undefined` if they do not continue it. */
const extendRows = ([head, ...appended]: ReadonlyArray<EventRow>, known: KeyLedger): KeyLedger | undefined => {
  if (head?.sequence !== known.head.sequence || !head.line.includes(`"hash":"${known.head.hash}"`)) return undefined
  if (appended.some(({ sequence }, index) => sequence !== known.head.sequence + index + 1)) return undefined
  if (appended.length === 0) return known
  const text = appended.map(({ line }) => `${line}\n`).join("")
  return Result.getOrElse(extendKeyLedger(new TextEncoder().encode(text), known), () => undefined)
}

const parseRows = (rows: ReadonlyArray<EventRow>, known: KeyLedger) => {
  const misplaced = rows.findIndex(({ sequence }, index) => sequence !== index + 1)
  if (misplaced === -1) {
    const bytes = new TextEncoder().encode(rows.map(({ line }) => `${line}\n`).join(""))
    return Result.map(parseKeyLedger(bytes, known), (ledger) => ({ ledger, bytes }))
  }
  const [found, expected] = [rows[misplaced]?.sequence ?? 0, misplaced + 1]
  return Result.fail(new ChainBroken({ line: expected, problem: { _tag: "WrongSequence", found, expected } }))
}

// Another writer succeeds at each attempt, so the loop ends.
const maxAttempts = 1000

const mayBeWritten: Hint = (error) =>
  error === undefined || error.reason._tag === "ConnectionError"
    ? ". The change may have been written. Run taxonomy keys list to see it"
    : ""

const mayNotRead: Hint = (error) =>
  error?.reason._tag === "AuthorizationError"
    ? `. Grant this user SELECT on ${checkpointTable}, which tells if the ledger is signed`
    : ""

const mayNotMigrate =
  (missing: string): Hint =>
  (error) =>
    error?.reason._tag === "AuthorizationError"
      ? `. The table ${missing} is missing. Run "taxonomy keys migrate" as a user who may create it`
      : ""
