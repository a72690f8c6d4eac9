import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchownSync,
  lchownSync,
  lstatSync,
  openSync
} from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { Owner } from "./FileOwner.ts"
import { errorCode, sentenceOf } from "./SystemErrors.ts"

export interface LockOptions {
  readonly patience?: Duration.Input
  /** Who may use the lock, as the permissions of its file; where others may read it, they can hold it up for ever. */
  readonly mode?: number
  /** Who the file of the lock is to belong to; otherwise whoever makes it. */
  readonly owner?: Owner | undefined
}

/**
 * Runs an effect while holding the lock of a file, which is made where it is missing and stays behind, empty. Waits
 * for other processes up to `patience` (five minutes), or until it is interrupted, and says so on stderr.
 *
 * The lock is SQLite's exclusive one, which is the operating system's: it goes with the process that held it, however
 * that ended, so there are no stale locks to recognise. It does not reach other machines.
 */
export const withFileLock =
  (path: string, options: LockOptions = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | LockUnavailable, R> =>
    Effect.suspend(() => {
      const { patience = Duration.minutes(5) } = options
      return Effect.acquireUseRelease(
        acquire(path, options),
        // As a value, so that a failure of its own, of another lock even, is not tried again.
        () => Effect.result(effect),
        (database) => Effect.sync(() => database.close())
      ).pipe(
        Effect.tapError(tellingOnce(path)),
        // Taking the lock cannot be interrupted, so one try is all that it does; the waiting is out here.
        Effect.retry({
          while: ({ busy }) => busy,
          schedule: Schedule.spaced(Duration.millis(50)).pipe(Schedule.upTo({ duration: patience }))
        }),
        Effect.flatMap(Effect.fromResult)
      )
    })

export class LockUnavailable extends Schema.TaggedError<LockUnavailable>()("LockUnavailable", {
  path: Schema.String,
  busy: Schema.Boolean,
  reason: Schema.String
}) {
  override get message() {
    return this.busy
      ? `Another run has held ${this.path} for too long`
      : `The lock ${this.path} cannot be taken: ${this.reason}`
  }
}

/** Says what is waited for, once that has taken a second. */
const tellingOnce = (path: string) => {
  let since: number | undefined
  let told = false
  return ({ busy }: LockUnavailable) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      since ??= now
      if (!busy || told || now - since < quietMillis) return Effect.void
      told = true
      return Console.error(`Waiting for another run that holds ${path}`)
    })
}

const quietMillis = 1000

const acquire = (path: string, options: LockOptions) =>
  Effect.try({
    try: () => {
      prepare(path, options)
      const database = new DatabaseSync(path, { timeout: 0 })
      try {
        // Nothing is to be left beside the lock.
        database.exec("PRAGMA journal_mode = MEMORY")
        database.exec("BEGIN EXCLUSIVE")
        // A file that may only be read is opened all the same, and its lock excludes nobody; then this fails. Nothing
        // of it reaches the file, for the transaction is never committed.
        database.exec("PRAGMA user_version = 1")
        return database
      } catch (error) {
        database.close()
        throw error
      }
    },
    catch: (error) => new LockUnavailable({ path, busy: codeOf(error) === sqliteBusy, reason: reasonOf(path, error) })
  })

/**
 * Makes the file with the permissions that it is to have, or gives them to the one that is there. That one is never
 * opened here: closing it again would end the lock that this process may hold on it.
 */
const prepare = (path: string, { mode, owner }: LockOptions): void => {
  if (mode === undefined) return
  let file: number
  try {
    file = openSync(path, "wx", mode)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
    mend(path, mode, owner)
    return
  }
  try {
    if (owner !== undefined) fchownSync(file, owner.uid, owner.gid)
  } finally {
    closeSync(file)
  }
}

/** An earlier run may have left the file to everybody, or to root alone. Whoever may not mend that need not. */
const mend = (path: string, mode: number, owner: Owner | undefined): void => {
  const found = lstatSync(path)
  if (!found.isFile() || found.nlink !== 1) return
  const me = process.geteuid?.()
  if ((me === 0 || me === found.uid) && (found.mode & 0o777) !== mode) chmodSync(path, mode)
  if (me === 0 && owner !== undefined && (found.uid !== owner.uid || found.gid !== owner.gid)) {
    lchownSync(path, owner.uid, owner.gid)
  }
}

const sqliteBusy = 5

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "errcode" in error ? error.errcode : undefined

/** SQLite tells what the system refused in several ways, none of which says what it was, whose and where. */
const reasonOf = (path: string, error: unknown): string => {
  const place = existsSync(path) ? path : dirname(path)
  const text = error instanceof Error ? error.message : String(error)
  const refused = codeOf(error) === sqliteBusy ? undefined : writeRefusal(place)
  if (refused === undefined) return text
  if (refused !== "EACCES" && refused !== "EPERM") return `${place}: ${sentenceOf(refused) ?? refused}`
  const user = process.geteuid?.()
  return `${user === undefined ? "this user" : `user ${user}`} may not write to ${place}. Run as a user who may.`
}

/** The code with which the system refuses to write; nothing where it does not. */
const writeRefusal = (place: string): string | undefined => {
  try {
    accessSync(place, constants.W_OK)
    return undefined
  } catch (error) {
    return errorCode(error)
  }
}
