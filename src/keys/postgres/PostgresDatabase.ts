import * as PgClient from "@effect/sql-pg/PgClient"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import { type SqlError, isSqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import type { LedgerSubject } from "../KeyLedgerCodec.ts"
import { KeyLedgerUnavailable } from "../KeyLedgerError.ts"

/** A database that a URL names. */
interface PostgresUrl {
  /** What its ledger is about. */
  readonly subject: LedgerSubject
  readonly url: Redacted.Redacted
  /** The URL for messages, without its password and parameters. */
  readonly shown: string
  readonly hasPassword: boolean
  /** The file in `sslrootcert`, as in the tools of PostgreSQL; `undefined` if TLS is disabled. */
  readonly rootCertificate: string | undefined
}

/** A database with the content of its certificate file, in PEM. */
export interface PostgresDatabase extends PostgresUrl {
  readonly authorities: string | undefined
}

/** Parses the URL of a PostgreSQL database. Errors never repeat a part of it, which may be a part of the password. */
export const parsePostgresUrl = (text: string, subject: LedgerSubject = "key"): Result.Result<PostgresUrl, string> => {
  const url = URL.parse(text)
  // A slash, question mark or hash in a password ends the address early, and the rest would be shown.
  if (url === null || /[@#]/.test(url.pathname + url.search + url.hash)) {
    return Result.fail(
      `--${subject}s is not a valid PostgreSQL URL, such as postgres://user@host:5432/database. Percent-encode special characters in a password as %XX`
    )
  }
  const user = url.username === "" ? "" : `${url.username}@`
  return Result.succeed({
    subject,
    url: Redacted.make(text, { label: "postgres" }),
    shown: `${url.protocol}//${user}${url.host}${url.pathname}`,
    hasPassword: url.password !== "" || url.searchParams.has("password"),
    rootCertificate:
      url.searchParams.get("sslmode") === "disable" ? undefined : (url.searchParams.get("sslrootcert") ?? undefined)
  })
}

/** Limits a query to five seconds and describes its failure. */
export const withTimeout = <A, R>(
  query: Effect.Effect<A, SqlError, R>,
  { shown, subject }: Pick<PostgresUrl, "shown" | "subject">,
  hint: Hint = () => ""
): Effect.Effect<A, KeyLedgerUnavailable, R> =>
  query.pipe(
    Effect.mapError((error) => `${describeError(error)}${hint(error)}`),
    abandonAfter(timeout, () =>
      Effect.fail(`the database did not respond within ${Duration.toSeconds(timeout)} seconds${hint()}`)
    ),
    Effect.mapError((reason) => new KeyLedgerUnavailable({ subject, location: shown, reason }))
  )

/**
 * Like `withTimeout`, for a query that is polled. If no response comes within half a second, or twice the time of the
 * last one, the connection is assumed dead and the query runs again on a new one.
 */
export const withReconnect = <A, R>(
  query: Effect.Effect<A, SqlError, R>,
  location: PostgresUrl,
  renew: Effect.Effect<void, SqlError>,
  hint?: Hint
): Effect.Effect<A, KeyLedgerUnavailable, R> => {
  let lastDuration = Duration.zero
  const measured = Effect.map(Effect.timed(query), ([duration, result]) => {
    lastDuration = duration
    return result
  })
  const prompt = Effect.suspend(() =>
    abandonAfter(Duration.min(Duration.max(minTimeout, Duration.times(lastDuration, 2)), timeout), () =>
      Effect.andThen(renew, measured)
    )(measured)
  )
  return withTimeout(prompt, location, hint)
}

const timeout = Duration.seconds(5)
const minTimeout = Duration.millis(500)

/** Interrupts in the background after a time, since interrupting a query on a dead connection takes seconds. */
const abandonAfter =
  <B, E2, R2>(duration: Duration.Duration, orElse: () => Effect.Effect<B, E2, R2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | B, E | E2, R | R2> =>
    Effect.flatMap(Effect.forkDetach(effect), (fiber) =>
      Effect.ensuring(
        Fiber.join(fiber),
        Effect.sync(() => fiber.interruptUnsafe())
      ).pipe(Effect.timeoutOrElse({ duration, orElse }))
    )

/** What to do about an error, or about a missing response. */
export type Hint = (error?: SqlError) => string

/** The code by which PostgreSQL names an error (SQLSTATE). */
export const sqlStateOf = ({ reason }: SqlError): string | undefined => textIn(reason.cause, "code")

const describeError = ({ message, reason }: SqlError): string => {
  const cause = textIn(reason.cause, "message") ?? textIn(reason.cause, "code") ?? message
  switch (reason._tag) {
    case "ConnectionError":
      return `no connection to the database (${cause})${isUnknownAuthority(reason.cause) ? certificateHint : ""}`
    case "AuthenticationError":
      return `the database rejects this user (${cause})`
    case "AuthorizationError":
      return `this user lacks a privilege (${cause})`
    default:
      return cause
  }
}

const isUnknownAuthority = (cause: unknown): boolean =>
  /SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/.test(textIn(cause, "code") ?? "")

const certificateHint = "; name the certificate of its authority with sslrootcert=FILE in the URL"

const textIn = (cause: unknown, name: "code" | "message"): string | undefined => {
  const value = Predicate.hasProperty(cause, name) ? cause[name] : undefined
  return typeof value === "string" && value !== "" ? value : undefined
}

/** The tables of a ledger. */
export interface LedgerTables {
  /** A row for each event. It is also the name of the channel that announces new rows. */
  readonly table: string
  /** The checkpoints. The present one is that of the largest size, and of these the newest. */
  readonly checkpointTable: string
}

export const tablesOf = (subject: LedgerSubject): LedgerTables => ({
  table: `taxonomy_${subject}_events`,
  checkpointTable: `taxonomy_${subject}_checkpoints`
})

/** The migrations of a ledger, of which the missing ones run in one transaction. A published one is never changed. */
const migrate = (subject: LedgerSubject) => {
  const { checkpointTable, table } = tablesOf(subject)
  return Migrator.make({})({
    table: `taxonomy_${subject}_migrations`,
    loader: Effect.succeed([
      [
        1,
        `${subject}_events`,
        Effect.succeed(
          Effect.flatMap(
            SqlClient.SqlClient,
            // A row is a line of the ledger file. The primary key lets only one of two concurrent writers append.
            (sql) =>
              sql`CREATE TABLE ${sql(table)} (sequence integer PRIMARY KEY CHECK (sequence > 0), line text NOT NULL)`
          )
        )
      ],
      [
        2,
        `${subject}_checkpoints`,
        Effect.succeed(
          Effect.flatMap(SqlClient.SqlClient, (sql) =>
            Effect.andThen(
              // Rows are only added, so that nobody needs a privilege beyond INSERT.
              sql`CREATE TABLE ${sql(checkpointTable)} (
              id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
              size integer NOT NULL CHECK (size > 0),
              note text NOT NULL
            )`,
              // Who may read or append events may do so with checkpoints, also the owner if another user migrates.
              sql`DO ${sql.literal(copyPrivileges(table, checkpointTable))}`
            )
          )
        )
      ],
      subject === "key" ? [3, "key_usage", Effect.succeed(createUsageTables)] : deliveries
    ])
  })
}

/** The tables of the usage of API keys: what each has done, and how it used releases and deprecated items by day. */
export const usageTables = { keys: "taxonomy_key_usage", uses: "taxonomy_key_uses" } as const

const createUsageTables = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.andThen(
    sql`CREATE TABLE ${sql(usageTables.keys)} (
      key text PRIMARY KEY,
      requests bigint NOT NULL,
      refused bigint NOT NULL,
      since timestamptz NOT NULL,
      last_used timestamptz NOT NULL
    )`,
    sql`CREATE TABLE ${sql(usageTables.uses)} (
      day date NOT NULL,
      key text NOT NULL,
      kind text NOT NULL,
      name text NOT NULL,
      requests bigint NOT NULL,
      PRIMARY KEY (day, key, kind, name)
    )`
  )
)

/** The table that says how far messages to each hook are delivered. Notifiers change its rows. */
export const deliveryTable = "taxonomy_hook_deliveries"

const deliveries = [
  3,
  "hook_deliveries",
  Effect.succeed(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`CREATE TABLE ${sql(deliveryTable)} (
        hook text PRIMARY KEY,
        place integer NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        failing_since double precision NOT NULL DEFAULT 0,
        due double precision NOT NULL DEFAULT 0,
        last text NOT NULL DEFAULT '',
        enabled boolean NOT NULL,
        owner text,
        leased_until timestamptz NOT NULL DEFAULT '-infinity'
      )`
    )
  )
] as const

const copyPrivileges = (table: string, checkpointTable: string): string => `$$
  DECLARE granted record;
  BEGIN
    FOR granted IN
      SELECT privilege_type, grantee FROM pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
      WHERE oid = '${table}'::regclass AND privilege_type IN ('SELECT', 'INSERT')
    LOOP
      EXECUTE format('GRANT %s ON ${checkpointTable} TO %s', granted.privilege_type,
        CASE granted.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(granted.grantee)) END);
    END LOOP;
  END
$$`

/** The connections to a database. */
export const clientOf = ({ authorities, hasPassword, url }: PostgresDatabase) =>
  Layer.unwrap(
    Effect.gen(function* () {
      // As in the tools of PostgreSQL, so that the password need not be in the URL.
      const password = hasPassword ? undefined : yield* Effect.orDie(Config.option(Config.Redacted("PGPASSWORD")))
      return PgClient.layer({
        url,
        password: password === undefined ? undefined : Option.getOrUndefined(password),
        // A certificate in the URL requires TLS, whatever else the URL says.
        ...(authorities === undefined ? {} : { ssl: { ca: authorities } }),
        applicationName: "taxonomy",
        // One listens, the others query.
        maxConnections: 3,
        // Connection poolers use another session for each statement, in which prepared ones are unknown.
        prepare: false,
        // A listener sends nothing, and would not detect a dead connection.
        keepAlive: Duration.seconds(30)
      })
    })
  )

/** Creates missing tables, which takes the privilege to CREATE in the schema. */
export const migratePostgres = (database: PostgresDatabase) =>
  withTimeout(Effect.provide(runMigrations(database.subject), clientOf(database)), database, runAsOwner).pipe(
    Effect.withSpan("PostgresKeyLedger.migrate")
  )

/** Creates missing tables on a connection. */
export const migrateOn = (sql: PgClient.PgClient, subject: LedgerSubject) =>
  Effect.provideService(runMigrations(subject), SqlClient.SqlClient, sql)

const runMigrations = (subject: LedgerSubject) =>
  Effect.catchTag(migrate(subject), "MigrationError", (error) =>
    isSqlError(error.cause) ? Effect.fail(error.cause) : Effect.die(error)
  )

const runAsOwner: Hint = (error) =>
  error?.reason._tag === "AuthorizationError"
    ? ". Run it as the owner of the tables, or as a user who may create them if there are none"
    : ""

/** The connections to a database, which can be replaced by new ones. */
export interface PostgresPool {
  /** The connections, which are opened by the first query: a server may start while the database does not answer. */
  readonly client: Effect.Effect<PgClient.PgClient, SqlError>
  /** Replaces all connections, which may wait for responses that never come. */
  readonly renew: Effect.Effect<void, SqlError>
  /** Emits for each notification on a channel, also on later connections. */
  readonly notifications: (channel: string) => Stream.Stream<void, SqlError>
}

/** Makes the pool of a layer, whose connections are closed with the scope. */
export const makePool = Effect.fnUntraced(function* (layer: Layer.Layer<PgClient.PgClient, SqlError>) {
  const open = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const client = Context.get(yield* Layer.buildWithScope(Layer.fresh(layer), scope), PgClient.PgClient)
    return { client, scope, replaced: Deferred.makeUnsafe<void>() }
  }).pipe(Effect.withSpan("PostgresPool.open"))
  let current: Effect.Success<typeof open> | undefined
  const opening = yield* Semaphore.make(1)
  const get = opening.withPermit(Effect.suspend(() => (current === undefined ? replace : Effect.succeed(current))))
  const replace = Effect.uninterruptible(
    Effect.gen(function* () {
      const old = current
      const opened = yield* open
      current = opened
      if (old !== undefined) {
        yield* Deferred.succeed(old.replaced, undefined)
        yield* closeWithin(old.scope, Duration.zero)
      }
      return opened
    })
  )
  yield* Effect.addFinalizer(() => (current === undefined ? Effect.void : closeWithin(current.scope, closeTimeout)))

  const notifications = (channel: string) =>
    Stream.unwrap(
      Effect.map(get, ({ client, replaced }) =>
        Stream.unwrap(Effect.map(listenOn(client, channel), Stream.fromQueue)).pipe(
          Stream.map(() => undefined),
          Stream.interruptWhen(Deferred.await(replaced))
        )
      )
    ).pipe(Stream.forever)

  const client = Effect.map(get, ({ client }) => client)
  return { client, renew: opening.withPermit(replace), notifications } satisfies PostgresPool
})

/**
 * Listens until the scope closes. LISTEN and UNLISTEN wait for the server, and the client sends UNLISTEN after a LISTEN
 * that was interrupted. The end of the program waits for neither.
 */
const listenOn = (client: PgClient.PgClient, channel: string) =>
  Effect.acquireRelease(Scope.make(), (scope) => closeWithin(scope, Duration.zero)).pipe(
    Effect.flatMap((scope) => Effect.forkDetach(Scope.provide(client.listen(channel), scope))),
    Effect.flatMap((beginning) =>
      Effect.onInterrupt(Fiber.join(beginning), () => Effect.sync(() => beginning.interruptUnsafe()))
    )
  )

/** How long the end of a program waits for the end of its connections. */
const closeTimeout = Duration.seconds(5)

/**
 * Closes connections. Goes on in the background after the time-out, since closing waits for the other end, which may be
 * silent.
 */
const closeWithin = Effect.fnUntraced(function* (scope: Scope.Closeable, timeout: Duration.Duration) {
  const closing = yield* Effect.forkDetach(Scope.close(scope, Exit.void))
  yield* Effect.timeoutOption(Effect.interruptible(Fiber.await(closing)), timeout)
})
