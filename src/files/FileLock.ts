import { DatabaseSync } from "node:sqlite"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

/**
 * Runs an effect while holding the lock of a file, which is made where it is missing and stays behind, empty. Waits
 * for other processes up to `patience`, or until it is interrupted.
 *
 * The lock is SQLite's exclusive one, which is the operating system's: it goes with the process that held it, however
 * that ended, so there are no stale locks to recognise. It does not reach other machines.
 */
export const withFileLock =
  (path: string, patience: Duration.Input = Duration.minutes(5)) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | LockUnavailable, R> =>
    Effect.acquireUseRelease(
      acquire(path),
      // As a value, so that a failure of its own, of another lock even, is not tried again.
      () => Effect.result(effect),
      (database) => Effect.sync(() => database.close())
    ).pipe(
      // Taking the lock cannot be interrupted, so one try is all that it does; the waiting is out here.
      Effect.retry({
        while: ({ busy }) => busy,
        schedule: Schedule.spaced(Duration.millis(50)).pipe(Schedule.upTo({ duration: patience }))
      }),
      Effect.flatMap(Effect.fromResult)
    )

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

const acquire = (path: string) =>
  Effect.try({
    try: () => {
      const database = new DatabaseSync(path, { timeout: 0 })
      try {
        database.exec("BEGIN EXCLUSIVE")
        return database
      } catch (error) {
        database.close()
        throw error
      }
    },
    catch: (error) => new LockUnavailable({ path, busy: isBusy(error), reason: String(error) })
  })

const sqliteBusy = 5

const isBusy = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "errcode" in error && error.errcode === sqliteBusy
