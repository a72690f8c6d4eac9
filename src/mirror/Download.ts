import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { exchange, type ReceivedFile, type Session, type WantedFile } from "./Exchange.ts"
import { addressOf } from "./Origin.ts"
import { OriginRefused, OriginUnavailable } from "./OriginErrors.ts"
import { discardParts, findPart } from "./PartFile.ts"

/**
 * Downloads a file, or the end of one, into a part file. Continues an interrupted response, of this run or of an earlier
 * one, where it ended, as long as the server says that the file is the same. Fails with `OriginUnavailable` if the origin
 * cannot be read after a few attempts, and with `OriginRefused` for what can be no published file.
 */
export const download = (session: Session, file: WantedFile) =>
  attempt(session, file).pipe(
    Effect.tapError((error) =>
      error._tag === "OriginRefused" ? Effect.ignore(discardParts(session.parts, file.key)) : Effect.void
    ),
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

/** Downloads the whole file, whatever was received of it. */
export const downloadAgain = (session: Session, file: WantedFile) =>
  Effect.andThen(discardParts(session.parts, file.key), download(session, wholeOf(file)))

const requestedWait = (error: object): number =>
  Schema.is(OriginUnavailable)(error) ? (error.retryAfterMillis ?? 0) : 0

const firstRetryDelay = Duration.millis(200)

const attempt = Effect.fnUntraced(function* (session: Session, file: WantedFile) {
  const before = yield* findPart(session.parts, file.key)
  const part = before?.etag !== undefined && before.length > 0 ? before : undefined
  const first = yield* exchange(session, file, part)
  if (first._tag !== "RangeUnusable") return first
  // The process may have been killed after the last byte.
  if (part !== undefined && first.size === part.start + part.length) {
    const complete: ReceivedFile = { _tag: "Received", part, isResumed: true, validators: {} }
    return complete
  }
  yield* discardParts(session.parts, file.key)
  const second = yield* exchange(session, wholeOf(file), undefined)
  if (second._tag !== "RangeUnusable") return second
  const address = addressOf(session.origin, file.path)
  return yield* new OriginRefused({ address, refusal: { _tag: "Status", status: 416 } })
})

const wholeOf = ({ key, maxBytes, path }: WantedFile): WantedFile => ({ key, maxBytes, path })
