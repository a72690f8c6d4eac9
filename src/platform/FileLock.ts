import { accessSync, closeSync, constants, existsSync, fchownSync, openSync, unlinkSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { Ownership } from "./AtomicFile.ts"
import { describeErrorCode, errorCode } from "./SystemErrors.ts"

export interface LockOptions extends Ownership {
  /** How long to wait for other processes; five minutes by default. */
  readonly timeout?: Duration.Input
}

/**
 * Runs an effect while holding the lock of a file, which is created if missing and stays behind, empty. Waits for other
 * processes until the timeout, and says so on stderr. `mode` and `owner` apply to a new lock file: whoever may read it
 * can hold the lock.
 *
 * The lock is SQLite's exclusive lock, which is the operating system's. It ends with the process that holds it, so
 * there are no stale locks. It does not reach other machines.
 */
export const withFileLock =
  (path: string, options: LockOptions = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | LockUnavailable, R> =>
    Effect.suspend(() => {
      const { timeout = Duration.minutes(5) } = options
      return Effect.acquireUseRelease(
        acquire(path, options),
        // As a value, so that a failure of the effect, even of another lock, is not retried.
        () => Effect.result(effect),
        (database) => Effect.sync(() => database.close())
      ).pipe(
        Effect.tapError(makeWaitingNote(path)),
        // Acquiring cannot be interrupted, so it is one attempt, and the waiting happens here.
        Effect.retry({
          while: ({ isBusy }) => isBusy,
          schedule: Schedule.spaced(Duration.millis(50)).pipe(Schedule.upTo({ duration: timeout }))
        }),
        Effect.flatMap(Effect.fromResult)
      )
    })

export class LockUnavailable extends Schema.TaggedError<LockUnavailable>()("LockUnavailable", {
  path: Schema.String,
  isBusy: Schema.Boolean,
  reason: Schema.String
}) {
  override get message() {
    return this.isBusy
      ? `Another process has held ${this.path} for too long`
      : `The lock ${this.path} cannot be acquired: ${this.reason}`
  }
}

/** Says once what the command waits for, after a second. */
const makeWaitingNote = (path: string) => {
  let since: number | undefined
  let isPrinted = false
  return ({ isBusy }: LockUnavailable) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      since ??= now
      if (!isBusy || isPrinted || now - since < quietMillis) return Effect.void
      isPrinted = true
      return Console.error(`Waiting for another process that holds ${path}`)
    })
}

const quietMillis = 1000

const acquire = (path: string, options: LockOptions) =>
  Effect.try({
    try: () => {
      create(path, options)
      const database = new DatabaseSync(path, { timeout: 0 })
      try {
        // Leaves no journal beside the lock.
        database.exec("PRAGMA journal_mode = MEMORY")
        database.exec("BEGIN EXCLUSIVE")
        // SQLite opens a read-only file without an error, and its lock excludes nobody. Only writing fails then. The
        // transaction is never committed, so nothing reaches the file.
        database.exec("PRAGMA user_version = 1")
        return database
      } catch (error) {
        database.close()
        throw error
      }
    },
    catch: (error) =>
      new LockUnavailable({ path, isBusy: sqliteCode(error) === sqliteBusy, reason: reasonOf(path, error) })
  })

/**
 * Creates the file with its mode and owner. An existing file is never opened here: closing it would end the lock that
 * this process may hold on it (fcntl(2)).
 */
const create = (path: string, { mode, owner }: LockOptions): void => {
  if (mode === undefined || existsSync(path)) return
  let file: number
  try {
    file = openSync(path, "wx", mode)
  } catch (error) {
    if (errorCode(error) === "EEXIST") return
    throw error
  }
  try {
    if (owner !== undefined) fchownSync(file, owner.uid, owner.gid)
  } catch (error) {
    // The owner could not use it.
    unlinkSync(path)
    throw error
  } finally {
    closeSync(file)
  }
}

const sqliteBusy = 5

const sqliteCode = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "errcode" in error ? error.errcode : undefined

/** Describes what the system refused, since the errors of SQLite name neither the cause nor the place. */
const reasonOf = (path: string, error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  if (sqliteCode(error) === sqliteBusy) return text
  const place = existsSync(path) ? path : dirname(path)
  const refusal = writeRefusal(place)
  if (refusal === "EACCES" || refusal === "EPERM") {
    const user = process.geteuid?.()
    return `${user === undefined ? "this user" : `user ${user}`} may not write to ${place}. Run as a user who may.`
  }
  const description = describeErrorCode(refusal ?? errorCode(error))
  return description === undefined ? text : `${place}: ${description}`
}

/** The code with which the system refuses to write, if it does. */
const writeRefusal = (place: string): string | undefined => {
  try {
    accessSync(place, constants.W_OK)
    return undefined
  } catch (error) {
    return errorCode(error)
  }
}
