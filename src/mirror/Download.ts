import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { exchange, type Session, type WantedFile } from "./Exchange.ts"
import { addressOf } from "./Origin.ts"
import { OriginRefused, OriginUnavailable } from "./OriginErrors.ts"

/**
 * Downloads a file, or the end of one. Fails with `OriginUnavailable` if the origin cannot be read after a few attempts, and
 * with `OriginRefused` for what can be no published file.
 */
export const download = (session: Session, file: WantedFile) =>
  attempt(session, file).pipe(
    Effect.retry({
      // A server that asks to wait longer is asked again by the next run.
      while: (error) =>
        error._tag === "OriginUnavailable" && requestedWait(error) <= Duration.toMillis(session.patience),
      schedule: Schedule.exponential(firstRetryDelay).pipe(
        Schedule.jittered,
        Schedule.setInputType<object>(),
        Schedule.modifyDelay(({ duration, input }) =>
          Effect.succeed(Duration.max(duration, Duration.millis(requestedWait(input))))
        ),
        Schedule.upTo({ times: session.maxRetries })
      )
    })
  )

/** Downloads the whole file, whatever is known of it. */
export const downloadAgain = (session: Session, { key, maxBytes, path }: WantedFile) =>
  download(session, { key, maxBytes, path })

const requestedWait = (error: object): number =>
  Schema.is(OriginUnavailable)(error) ? (error.retryAfterMillis ?? 0) : 0

const firstRetryDelay = Duration.millis(200)

const attempt = Effect.fnUntraced(function* (session: Session, file: WantedFile) {
  const first = yield* exchange(session, file)
  if (first._tag !== "RangeUnusable") return first
  const { key, maxBytes, path } = file
  const second = yield* exchange(session, { key, maxBytes, path })
  if (second._tag !== "RangeUnusable") return second
  const address = addressOf(session.origin, path)
  return yield* new OriginRefused({ address, refusal: { _tag: "Status", status: 416 } })
})
