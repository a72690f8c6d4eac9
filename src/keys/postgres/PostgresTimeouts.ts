import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Predicate from "effect/Predicate"
import type { SqlError } from "effect/sql/SqlError"
import { KeyLedgerUnavailable } from "../KeyLedgerError.ts"
import type { PostgresUrl } from "./PostgresUrl.ts"

/** Limits a query to five seconds and describes its failure. */
export const withTimeout = <A, R>(
  query: Effect.Effect<A, SqlError, R>,
  { shown }: PostgresUrl,
  hint: Hint = () => ""
): Effect.Effect<A, KeyLedgerUnavailable, R> =>
  query.pipe(
    Effect.mapError((error) => `${describeError(error)}${hint(error)}`),
    abandonAfter(timeout, () =>
      Effect.fail(`the database did not respond within ${Duration.toSeconds(timeout)} seconds${hint()}`)
    ),
    Effect.mapError((reason) => new KeyLedgerUnavailable({ location: shown, reason }))
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
