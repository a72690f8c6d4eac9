import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { SqlError } from "effect/sql/SqlError"
import { KeyLedgerUnavailable } from "../KeyLedgerError.ts"
import type { PostgresLocation } from "./PostgresLocation.ts"

/** Waits for the database no longer than five seconds, and says in words why it did not do what it was asked. */
export const answered = <A, R>(
  query: Effect.Effect<A, SqlError, R>,
  { shown }: PostgresLocation,
  advice: Advice = () => ""
): Effect.Effect<A, KeyLedgerUnavailable, R> =>
  query.pipe(
    Effect.mapError((error) => `${sentenceOf(error)}${advice(error)}`),
    within(patience, () => Effect.fail(`it did not answer within ${Duration.toSeconds(patience)} seconds${advice()}`)),
    Effect.mapError((reason) => new KeyLedgerUnavailable({ path: shown, reason }))
  )

/**
 * As `answered`, for what is asked all the time. Where no answer comes in half a second, or in twice what the last one
 * took, the connection is taken for one that leads nowhere, and the same is asked once more on a new one.
 */
export const answeredPromptly = <A, R>(
  query: Effect.Effect<A, SqlError, R>,
  location: PostgresLocation,
  renew: Effect.Effect<void, SqlError>
): Effect.Effect<A, KeyLedgerUnavailable, R> => {
  let tookMillis = 0
  const measured = Effect.suspend(() => {
    const began = performance.now()
    return Effect.tap(query, () =>
      Effect.sync(() => {
        tookMillis = performance.now() - began
      })
    )
  })
  return Effect.suspend(() =>
    within(Math.min(Math.max(promptMillis, 2 * tookMillis), Duration.toMillis(patience)), () =>
      Effect.andThen(renew, measured)
    )(measured)
  ).pipe((prompt) => answered(prompt, location))
}

const promptMillis = 500

/** Waits no longer, not even until what was interrupted has ended, which on a silent connection takes seconds. */
const within =
  <B, E2, R2>(duration: Duration.Input, orElse: () => Effect.Effect<B, E2, R2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | B, E | E2, R | R2> =>
    Effect.flatMap(Effect.forkDetach(effect), (fiber) =>
      Effect.ensuring(
        Fiber.join(fiber),
        Effect.sync(() => fiber.interruptUnsafe())
      ).pipe(Effect.timeoutOrElse({ duration, orElse }))
    )

/** What to do about an error, or about an answer that did not come. */
export type Advice = (error?: SqlError) => string

/** The code by which PostgreSQL names what went wrong (SQLSTATE). */
export const stateOf = ({ reason }: SqlError): string | undefined => textIn(reason.cause, "code")

const patience = Duration.seconds(5)

const sentenceOf = ({ message, reason }: SqlError): string => {
  const cause = textIn(reason.cause, "message") ?? textIn(reason.cause, "code") ?? message
  switch (reason._tag) {
    case "ConnectionError":
      return `no connection to the database (${cause})${isUnknownAuthority(reason.cause) ? namedAuthority : ""}`
    case "AuthenticationError":
      return `the database does not let this user in (${cause})`
    case "AuthorizationError":
      return `this user lacks a right (${cause})`
    default:
      return cause
  }
}

const isUnknownAuthority = (cause: unknown): boolean =>
  /SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/.test(textIn(cause, "code") ?? "")

const namedAuthority = "; name who vouches for it with sslrootcert=FILE in the URL"

const textIn = (cause: unknown, name: "code" | "message"): string | undefined => {
  const value: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, name) : undefined
  return typeof value === "string" && value !== "" ? value : undefined
}
