import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import type { Event } from "../../domain/ledger/EventCodec.ts"
import { ChainBroken, type Head } from "../../domain/ledger/HashChain.ts"
import type { StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { makeLogTree } from "../../release/log/CheckpointFile.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { makePostgresUsageStore } from "../../usage/PostgresUsageStore.ts"
import type { EventLedger, LedgerCodec, LedgerSubject } from "../KeyLedgerCodec.ts"
import { KeyLedgerBroken, KeyLedgerNotEmpty, KeyLedgerUnavailable } from "../KeyLedgerError.ts"
import { KeyLocationInvalid, type LedgerBackend } from "../KeyLedgerLocation.ts"
import type { Decision, KeyLedgerCopy, LedgerStore, SignedLedger } from "../KeyLedgerStore.ts"
import { cachedSealFile, readKeySeal, writeKeySeal, type KeySeal } from "../KeySeal.ts"
import { orRefuse, type KeySigningRefusal, parseKeyCheckpoint, signNextEvents } from "../log/SignKeyLedger.ts"
import {
  clientOf,
  migrateOn,
  tablesOf,
  type LedgerTables,
  makePool,
  withReconnect,
  withTimeout,
  type Hint,
  type PostgresDatabase,
  sqlStateOf,
  type PostgresPool,
  migratePostgres,
  parsePostgresUrl
} from "./PostgresDatabase.ts"

/** The backend of `postgres://` locations. */
export const postgresBackend = Effect.fnUntraced(function* <S, Ev extends Event>(
  codec: LedgerCodec<S, Ev>,
  location: string
) {
  const database = yield* findDatabase(codec.subject, location)
  return {
    hasPassword: database.hasPassword,
    store: postgresLedger(codec, database),
    migrate: Effect.map(migratePostgres(database), ({ length }) => length),
    usage: makePostgresUsageStore(database)
  }
}) satisfies LedgerBackend

/** The database that a URL names. Errors never repeat the URL, which may contain a password. */
export const findDatabase = Effect.fnUntraced(function* (subject: LedgerSubject, location: string) {
  const invalid = (reason: string) => new KeyLocationInvalid({ reason })
  const url = yield* Effect.mapError(Effect.fromResult(parsePostgresUrl(location, subject)), invalid)
  const { rootCertificate } = url
  const authorities =
    rootCertificate === undefined
      ? undefined
      : yield* (yield* FileSystem.FileSystem)
          .readFileString(rootCertificate)
          .pipe(Effect.mapError(() => invalid(`The certificate ${rootCertificate} in sslrootcert cannot be read`)))
  return { ...url, authorities } satisfies PostgresDatabase
})

/**
 * Stores a ledger in a table of PostgreSQL, and its checkpoints in another. A row is a line of the ledger file,
 * with the same hash chain. The first event creates the tables, or `migratePostgres` before that. From then on, a server
 * needs the privilege to SELECT, an operator also to INSERT, and nobody any other.
 */
const postgresLedger = Effect.fnUntraced(function* <S, Ev extends Event>(
  codec: LedgerCodec<S, Ev>,
  database: PostgresDatabase
): Effect.fn.Return<LedgerStore<S, Ev>, never, FileSystem.FileSystem | Scope.Scope> {
  const { shown: location, subject } = database
  const files = yield* Effect.context<FileSystem.FileSystem>()
  const names = tablesOf(subject)
  const pool = yield* makePool(clientOf(database))
  // Not within the first query, which may take half a second. If it fails, so does that.
  yield* Effect.exit(withTimeout(pool.client, database))
  const tables = makeTables(pool, names)
  const overtaken = new KeyLedgerUnavailable({
    subject,
    location,
    reason: `gave up after ${maxAttempts} attempts because of concurrent writes`
  })

  const parse = (rows: ReadonlyArray<EventRow>, known: EventLedger<S>) =>
    Effect.mapError(
      Effect.fromResult(parseRows(codec, rows, known)),
      (cause) => new KeyLedgerBroken({ subject, location, cause })
    )

  const checkAlterations = makeAlterationCheck(names.table)
  /** What the check said before the last reading of all rows. */
  let unaltered: string | undefined

  const read = Effect.fn("PostgresLedger.read")(function* (known: EventLedger<S>) {
    const alterations = yield* withTimeout(tables.ifEvents(checkAlterations), database)
    if (alterations !== undefined && alterations === unaltered && known.head.sequence > 0) {
      const from = (sql: PgClient.PgClient) => selectEventsFrom(sql, names, known.head.sequence)
      const rows = yield* withTimeout(tables.ifEvents(from), database)
      const extended = extendRows(codec, rows ?? [], known)
      if (extended !== undefined) return extended
    }
    const rows = yield* withTimeout(
      tables.ifEvents((sql) => selectEvents(sql, names)),
      database
    )
    const { ledger } = yield* parse(rows ?? [], known)
    unaltered = alterations
    return ledger
  })

  /** What was last read of one subject, for the step that follows. */
  let sealed: (LoadedLedger<S> & { readonly about: string }) | undefined

  const readSealed = Effect.fnUntraced(
    function* (about: string) {
      const seal = yield* readKeySeal(yield* cachedSealFile(location), location)
      if (seal === undefined) return undefined
      const { sequence } = seal
      const rows = yield* tables.ifSignedEvents((sql, found) =>
        Effect.gen(function* () {
          const [last, ...appended] = yield* selectEventsFrom(sql, names, sequence)
          const named = [...new Set([`"${about}"`, ...codec.subjectsIn(appended.map(({ line }) => line))])]
          if (last === undefined || named.length > maxSubjects) return undefined
          const part = yield* selectPart(sql, names, { sealed: sequence, upTo: sequence + appended.length, named })
          const [row] = found.checkpoints ? yield* presentCheckpoint(sql, names) : []
          return { appended, last, part, row }
        })
      )
      if (rows === undefined || rows.part.before !== seal.revision) return undefined
      const { appended, last, part, row } = rows
      const before = codec.readSealed([...part.lines.filter((line) => line !== last.line), last.line], seal)
      const ledger = before && extendRows(codec, [last, ...appended], before)
      if (ledger === undefined) return undefined
      const log = makeLogTree(ledger.leaves, ledger.peaks)
      const checkpoint = yield* parseKeyCheckpoint(subject, location, row?.note, log)
      return { about, signed: { ledger, bytes: codec.empty.appended, log, checkpoint }, row, revision: part.revision }
    },
    // Also a defect: a tree of peaks has no root for a checkpoint of fewer events.
    (read) =>
      Effect.provide(
        Effect.catchCause(read, () => Effect.undefined),
        files
      )
  )

  /** Reads what the ledger says of a subject if its seal says that it was verified; `undefined` otherwise, whatever is wrong. */
  const loadSealed = Effect.fn("PostgresLedger.readSubject")((about: string) =>
    withTimeout(readSealed(about), database)
  )

  /** The whole ledger, with what differs once a row of it does. */
  const loadWhole = Effect.fnUntraced(function* (known: EventLedger<S>) {
    const part = yield* withTimeout(
      tables.ifEvents((sql) => selectPart(sql, names, { sealed: 0, upTo: maxSequence, named: [] })),
      database
    )
    const loaded = yield* load(known)
    return { ...loaded, revision: part?.count === loaded.signed.log.size ? part.revision : undefined }
  })

  /** The ledger, its checkpoint, and the row of that. */
  const load = Effect.fn("PostgresLedger.readSigned")(function* (known: EventLedger<S>) {
    const rows = yield* withTimeout(
      tables.ifSignedEvents((sql, found) => selectSigned(sql, names, found)),
      database,
      mayNotRead(names)
    )
    const { bytes, ledger } = yield* parse(rows?.events ?? [], known)
    const log = makeLogTree(ledger.leaves)
    const checkpoint = yield* parseKeyCheckpoint(subject, location, rows?.checkpoint?.note, log)
    const signed: SignedLedger<S> = { ledger, bytes, log, checkpoint }
    return { signed, row: rows?.checkpoint }
  })

  /** The connection, with the tables that a change needs. */
  const prepare = Effect.fnUntraced(function* (note: string | undefined) {
    const sql = yield* withTimeout(pool.client, database)
    const { checkpoints, events } = tables.found()
    if (!events || (note !== undefined && !checkpoints)) {
      yield* withTimeout(
        migrateOn(sql, subject),
        database,
        mayNotMigrate(subject, events ? names.checkpointTable : names.table)
      )
    }
    return sql
  })

  const keepSeal = (seal: KeySeal) =>
    Effect.flatMap(cachedSealFile(location), (file) => writeKeySeal(file, seal)).pipe(
      // A user may have no home.
      Effect.ignoreCause,
      Effect.provide(files)
    )

  const transact = Effect.fn("PostgresLedger.transact")(function* <A extends Decision<Ev>, E>(
    known: EventLedger<S>,
    decide: (state: S) => Result.Result<A, E>,
    signingKeys: SigningKeys | undefined,
    about?: string
  ) {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const kept = sealed?.about === about ? sealed : undefined
      sealed = undefined
      const part = kept ?? (about === undefined ? undefined : yield* loadSealed(about))
      const { revision, row, signed } = part ?? (yield* loadWhole(known))
      const { head, state } = signed.ledger
      const decision = yield* Effect.fromResult(decide(state))
      const { lines, note } = yield* orRefuse(location, signNextEvents(codec, signed, decision.events, signingKeys))
      const seen = tables.found().checkpoints ? { id: row?.id ?? null } : undefined
      const events = lines.map((line, index) => ({ sequence: head.sequence + index + 1, line }))
      const size = head.sequence + events.length
      const rows = { events, checkpoint: note === undefined ? undefined : { size, source: note }, head, seen }
      const sql = yield* prepare(note)
      if (yield* withTimeout(append(sql, names, rows), database, mayBeWritten(subject))) {
        const roots = note === undefined ? {} : { roots: signed.log.peaks().roots }
        if (revision !== undefined) yield* keepSeal({ origin: location, ...head, revision, ...roots })
        return decision
      }
    }
    return yield* overtaken
  })

  const writeCheckpoint = Effect.fn("PostgresLedger.writeCheckpoint")(function* (
    sign: (present: SignedLedger<S>) => Result.Result<string, KeySigningRefusal>
  ) {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { row, signed } = yield* load(codec.empty)
      const note = yield* orRefuse(location, sign(signed))
      const sql = yield* prepare(note)
      const checkpoint = { size: signed.log.size, note, seen: { id: row?.id ?? null } }
      if (yield* withTimeout(insertCheckpoint(sql, names, checkpoint), database, mayBeWritten(subject))) return signed
    }
    return yield* overtaken
  })

  const fill = Effect.fn("PostgresLedger.fill")(function* ({ bytes, checkpoint }: KeyLedgerCopy) {
    const lines = new TextDecoder().decode(bytes).split("\n").slice(0, -1)
    yield* load(codec.empty)
    const sql = yield* prepare(checkpoint?.source)
    const events = lines.map((line, index) => ({ sequence: index + 1, line }))
    const rows = { events, checkpoint, head: codec.empty.head, seen: undefined }
    const isFilled = yield* withTimeout(append(sql, names, rows), database, mayBeWritten(subject))
    if (!isFilled) return yield* new KeyLedgerNotEmpty({ subject, location })
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

  return {
    location,
    read,
    readSubject: (about) =>
      Effect.map(loadSealed(about), (part) => {
        sealed = part
        return part?.signed.ledger.state
      }),
    revision: revisionOf((sql) => selectRevision(sql, names), tables.ifEvents),
    readSigned: (known) => Effect.map(load(known), ({ signed }) => signed),
    signedRevision: revisionOf(
      (sql, found) => selectSignedRevision(sql, names, found),
      tables.ifSignedEvents,
      mayNotRead(names)
    ),
    changes: pool.notifications(names.table).pipe(Stream.retry(Schedule.spaced(Duration.seconds(1))), Stream.orDie),
    // For what a pooler does not pass on.
    pollInterval: Duration.seconds(5),
    transact,
    writeCheckpoint,
    fill
  }
})

/** The known ledger with the rows after its head; `undefined` if they do not continue it. */
const extendRows = <S, Ev extends Event>(
  codec: LedgerCodec<S, Ev>,
  [head, ...appended]: ReadonlyArray<EventRow>,
  known: EventLedger<S>
): EventLedger<S> | undefined => {
  if (head?.sequence !== known.head.sequence || !head.line.includes(`"hash":"${known.head.hash}"`)) return undefined
  if (appended.some(({ sequence }, index) => sequence !== known.head.sequence + index + 1)) return undefined
  if (appended.length === 0) return { ...known, appended: codec.empty.appended }
  const text = appended.map(({ line }) => `${line}\n`).join("")
  return Result.getOrElse(codec.extend(new TextEncoder().encode(text), known), () => undefined)
}

const parseRows = <S, Ev extends Event>(
  codec: LedgerCodec<S, Ev>,
  rows: ReadonlyArray<EventRow>,
  known: EventLedger<S>
) => {
  const misplaced = rows.findIndex(({ sequence }, index) => sequence !== index + 1)
  if (misplaced === -1) {
    const bytes = new TextEncoder().encode(rows.map(({ line }) => `${line}\n`).join(""))
    return Result.map(codec.parse(bytes, known), (ledger) => ({ ledger, bytes }))
  }
  const [found, expected] = [rows[misplaced]?.sequence ?? 0, misplaced + 1]
  return Result.fail(new ChainBroken({ line: expected, problem: { _tag: "WrongSequence", found, expected } }))
}

// Another writer succeeds at each attempt, so the loop ends.
const maxAttempts = 1000

const mayBeWritten =
  (subject: LedgerSubject): Hint =>
  (error) =>
    error === undefined || error.reason._tag === "ConnectionError"
      ? `. The change may have been written. Run taxonomy ${subject}s list to see it`
      : ""

const mayNotRead =
  ({ checkpointTable }: LedgerTables): Hint =>
  (error) =>
    error?.reason._tag === "AuthorizationError"
      ? `. Grant this user SELECT on ${checkpointTable}, which tells if the ledger is signed`
      : ""

const mayNotMigrate =
  (subject: LedgerSubject, missing: string): Hint =>
  (error) =>
    error?.reason._tag === "AuthorizationError"
      ? `. The table ${missing} is missing. Run "taxonomy ${subject === "key" ? "keys migrate" : "hooks add"}" as a user who may create it`
      : ""

/** An event of a ledger. */
interface EventRow {
  readonly sequence: number
  readonly line: string
}

interface CheckpointRow {
  readonly id: number
  readonly note: string
}

/** A ledger as it was read. */
interface LoadedLedger<S> {
  readonly signed: SignedLedger<S>
  /** The row of its checkpoint. */
  readonly row: CheckpointRow | undefined
  /** What differs once a row of it was altered or deleted. */
  readonly revision: string | undefined
}

/** What one statement sees of a signed ledger. */
interface StoredRows {
  readonly events: ReadonlyArray<EventRow>
  readonly checkpoint: CheckpointRow | undefined
}

const selectEvents = (sql: PgClient.PgClient, { table }: LedgerTables) =>
  sql<EventRow>`SELECT sequence, line FROM ${sql(table)} ORDER BY sequence`

/** The events and the present checkpoint as one statement sees them, so that they belong together. */
const selectSigned = (
  sql: PgClient.PgClient,
  names: LedgerTables,
  { checkpoints }: FoundTables
): Effect.Effect<StoredRows, SqlError> =>
  checkpoints
    ? Effect.map(
        sql<EventRow | (CheckpointRow & { readonly sequence: null })>`
          SELECT sequence, line, NULL::integer AS id, NULL::text AS note FROM ${sql(names.table)}
          UNION ALL SELECT NULL, NULL, id, note FROM (${presentCheckpoint(sql, names)}) AS present
          ORDER BY sequence`,
        (rows) => ({
          events: rows.filter((row) => row.sequence !== null),
          checkpoint: rows.find((row) => row.sequence === null)
        })
      )
    : Effect.map(selectEvents(sql, names), (events) => ({ events, checkpoint: undefined }))

/** The events from a sequence number on. */
const selectEventsFrom = (sql: PgClient.PgClient, { table }: LedgerTables, sequence: number) =>
  sql<EventRow>`SELECT sequence, line FROM ${sql(table)} WHERE sequence >= ${sequence}::integer ORDER BY sequence`

/**
 * The lines that contain one of the texts, of those that are sealed, and what differs once one of them, or of those up to
 * a sequence number, was altered or deleted: the number of the transaction that wrote each row.
 */
const selectPart = (
  sql: PgClient.PgClient,
  { table }: LedgerTables,
  { named, sealed, upTo }: { readonly sealed: number; readonly upTo: number; readonly named: ReadonlyArray<string> }
) => {
  const isNamed = sql.or(["false", ...named.map((text) => sql`strpos(line, ${text}) > 0`)])
  const isSealed = sql`sequence <= ${sealed}::integer`
  return Effect.map(
    sql<{ readonly count: number; readonly revision: string; readonly before: string; readonly lines: string | null }>`
      SELECT count(*)::integer AS count, concat_ws(' ', count(*), sum(xmin::text::bigint)) AS revision,
        concat_ws(' ', count(*) FILTER (WHERE ${isSealed}), sum(xmin::text::bigint) FILTER (WHERE ${isSealed})) AS before,
        string_agg(line, E'\\n' ORDER BY sequence) FILTER (WHERE ${isSealed} AND ${isNamed}) AS lines
      FROM ${sql(table)} WHERE sequence <= ${upTo}::integer`,
    ([row]) => ({ count: 0, revision: "", before: "", ...row, lines: row?.lines?.split("\n") ?? [] })
  )
}

/** The last row, which the index of the table finds. */
const selectRevision = (sql: PgClient.PgClient, { table }: LedgerTables) =>
  sql<Revision>`SELECT (SELECT concat_ws(' ', sequence, md5(line)) FROM ${sql(table)} ORDER BY sequence DESC LIMIT 1) AS revision`

const selectSignedRevision = (sql: PgClient.PgClient, names: LedgerTables, { checkpoints }: FoundTables) =>
  checkpoints
    ? sql<Revision>`SELECT concat_ws(' ',
        (SELECT concat_ws(' ', sequence, md5(line)) FROM ${sql(names.table)} ORDER BY sequence DESC LIMIT 1),
        (SELECT concat_ws(' ', id, md5(note)) FROM (${presentCheckpoint(sql, names)}) AS present)
      ) AS revision`
    : selectRevision(sql, names)

/** The tables that exist. */
interface FoundTables {
  readonly events: boolean
  readonly checkpoints: boolean
}

interface Revision {
  /** `null` for a table without rows. */
  readonly revision: string | null
}

/** Rows for the table of events, and one for the table of checkpoints if the ledger is signed. */
interface NewRows {
  readonly events: ReadonlyArray<EventRow>
  readonly checkpoint: Pick<StoredCheckpoint, "size" | "source"> | undefined
  /** The head that the events continue. */
  readonly head: Head
  /** The checkpoint that was read; `undefined` if there is no table for one, or if there is nothing to read. */
  readonly seen: { readonly id: number | null } | undefined
}

/** Appends events and their checkpoint in one step and returns true, unless others have appended since the reading. */
const append = (sql: PgClient.PgClient, names: LedgerTables, { checkpoint, events, head, seen }: NewRows) =>
  sql`
    WITH appended AS (
      INSERT INTO ${sql(names.table)} (sequence, line)
      SELECT sequence, line FROM json_to_recordset(${JSON.stringify(events)}::text::json)
        AS event (sequence integer, line text)
      WHERE ${head.sequence === 0 ? null : head.hash}::text IS NOT DISTINCT FROM
        (SELECT substring(line FROM '"hash":"([^"]*)"') FROM ${sql(names.table)} ORDER BY sequence DESC LIMIT 1)
      ${
        seen === undefined
          ? sql.literal("")
          : sql`AND ${seen.id}::integer IS NOT DISTINCT FROM (SELECT id FROM (${presentCheckpoint(sql, names)}) AS present)`
      }
      RETURNING sequence
    )
    ${
      checkpoint === undefined
        ? sql.literal("")
        : sql`, signed AS (
            INSERT INTO ${sql(names.checkpointTable)} (size, note)
            SELECT ${checkpoint.size}::integer, ${checkpoint.source}::text WHERE EXISTS (SELECT FROM appended)
          )`
    }
    SELECT sequence, pg_notify(${names.table}, sequence::text) FROM appended ORDER BY sequence DESC LIMIT 1`.pipe(
    Effect.map((rows) => rows.length === 1),
    Effect.catchIf(isOvertaken, () => Effect.succeed(false))
  )

/** Another checkpoint of the present ledger. */
interface NewCheckpoint {
  readonly size: number
  readonly note: string
  /** The checkpoint that was read. */
  readonly seen: { readonly id: number | null }
}

/** Inserts a checkpoint and returns true, unless others have appended or signed since the reading. */
const insertCheckpoint = (sql: PgClient.PgClient, names: LedgerTables, { note, seen, size }: NewCheckpoint) =>
  sql`
    WITH signed AS (
      INSERT INTO ${sql(names.checkpointTable)} (size, note)
      SELECT ${size}::integer, ${note}::text
      WHERE ${size}::integer = (SELECT max(sequence) FROM ${sql(names.table)})
        AND ${seen.id}::integer IS NOT DISTINCT FROM (SELECT id FROM (${presentCheckpoint(sql, names)}) AS present)
      RETURNING size
    )
    SELECT pg_notify(${names.table}, size::text) FROM signed`.pipe(Effect.map((rows) => rows.length === 1))

const isTableMissing = (error: SqlError): boolean => sqlStateOf(error) === "42P01"

const presentCheckpoint = (sql: PgClient.PgClient, { checkpointTable }: LedgerTables) =>
  sql<CheckpointRow>`SELECT id, note FROM ${sql(checkpointTable)} ORDER BY size DESC, id DESC LIMIT 1`

/** True if another writer has appended the row, or is about to. */
const isOvertaken = ({ reason }: SqlError): boolean =>
  reason._tag === "UniqueViolation" || reason._tag === "SerializationError" || reason._tag === "DeadlockError"

/** Remembers which tables exist. Asks for missing ones, since the database logs each failure. */
const makeTables = (pool: PostgresPool, { checkpointTable, table }: LedgerTables) => {
  let found = noTables
  const find = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
    const [row] = yield* sql<FoundTables>`SELECT to_regclass(${table}) IS NOT NULL AS events,
      to_regclass(${checkpointTable}) IS NOT NULL AS checkpoints`
    found = row ?? noTables
  })
  const withTables = <A>(
    isKnown: () => boolean,
    query: (sql: PgClient.PgClient, found: FoundTables) => Effect.Effect<A, SqlError>
  ): Effect.Effect<A | undefined, SqlError> =>
    Effect.gen(function* () {
      const sql = yield* pool.client
      if (!isKnown()) yield* find(sql)
      return found.events ? yield* query(sql, found) : undefined
    }).pipe(
      Effect.catchIf(isTableMissing, () => {
        found = noTables
        return Effect.undefined
      })
    )
  return {
    /** Queries the events. Returns `undefined` if their table is missing. */
    ifEvents: <A>(query: (sql: PgClient.PgClient, found: FoundTables) => Effect.Effect<A, SqlError>) =>
      withTables(() => found.events, query),
    /** Queries the events and, if their table exists, the checkpoints. */
    ifSignedEvents: <A>(query: (sql: PgClient.PgClient, found: FoundTables) => Effect.Effect<A, SqlError>) =>
      withTables(() => found.checkpoints, query),
    /** What was last found. */
    found: (): FoundTables => found
  }
}

/** More are not searched for at once. */
const maxSubjects = 8

/** The largest number of the column. */
const maxSequence = 2 ** 31 - 1

const noTables: FoundTables = { events: false, checkpoints: false }

/**
 * Tells whether rows of the key ledger may have been altered or deleted, without reading them. The counters of the
 * database say so within seconds. A database that counts nothing, such as a replica, is found out by reading all rows
 * once a minute: the number of the transaction that wrote each row reveals altered ones.
 */
const makeAlterationCheck = (table: string, intervalMillis = 60_000) => {
  let alterations = 0
  let checkedAt = -Infinity
  let checked: Checked = { upTo: 0, checksum: "0" }

  const checkAll = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
    const [row] = yield* sql<Row>`SELECT coalesce(max(sequence), 0) AS "upTo",
      concat_ws(' ', count(*), sum(xmin::text::bigint)) AS checksum,
      concat_ws(' ', count(*) FILTER (WHERE sequence <= ${checked.upTo}::integer),
        sum(xmin::text::bigint) FILTER (WHERE sequence <= ${checked.upTo}::integer)) AS before FROM ${sql(table)}`
    if (row === undefined) return
    if (row.before !== checked.checksum) alterations++
    checked = row
  })

  /** Text that changes if rows were altered or deleted. */
  return Effect.fnUntraced(function* (sql: PgClient.PgClient): Effect.fn.Return<string, SqlError> {
    const now = yield* Clock.currentTimeMillis
    if (now - checkedAt >= intervalMillis) {
      yield* checkAll(sql)
      checkedAt = now
    }
    const [row] = yield* sql<{ readonly counters: string }>`SELECT concat_ws(' ', oid, relfilenode,
      pg_stat_get_tuples_updated(oid), pg_stat_get_tuples_deleted(oid)) AS counters
      FROM pg_class WHERE oid = to_regclass(${table})`
    return `${row?.counters} ${alterations}`
  })
}

interface Checked {
  readonly upTo: number
  readonly checksum: string
}

interface Row extends Checked {
  /** The checksum of the rows that were checked before. */
  readonly before: string
}
