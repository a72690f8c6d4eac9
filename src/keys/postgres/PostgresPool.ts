import * as PgClient from "@effect/sql-pg/PgClient"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"

/** The connections to a database, which can be replaced by new ones. */
export interface PostgresPool {
  readonly client: () => PgClient.PgClient
  /** Replaces all connections, which may wait for responses that never come. */
  readonly renew: Effect.Effect<void, SqlError>
  /** Emits for each notification on a channel, also on later connections. */
  readonly notifications: (channel: string) => Stream.Stream<void, SqlError>
}

/** Opens the connections of a layer until the scope closes. */
export const makePool = Effect.fnUntraced(function* (layer: Layer.Layer<PgClient.PgClient, SqlError>) {
  const open = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const client = Context.get(yield* Layer.buildWithScope(Layer.fresh(layer), scope), PgClient.PgClient)
    return { client, scope, replaced: Deferred.makeUnsafe<void>() }
  }).pipe(Effect.withSpan("PostgresPool.open"))
  let current = yield* open
  yield* Effect.addFinalizer(() => closeWithin(current.scope, closeTimeout))

  const renew = Effect.uninterruptible(
    Effect.gen(function* () {
      const old = current
      current = yield* open
      yield* Deferred.succeed(old.replaced, undefined)
      yield* closeWithin(old.scope, Duration.zero)
    })
  )

  const notifications = (channel: string) =>
    Stream.suspend(() => {
      const { client, replaced } = current
      return Stream.unwrap(Effect.map(listenOn(client, channel), Stream.fromQueue)).pipe(
        Stream.map(() => undefined),
        Stream.interruptWhen(Deferred.await(replaced))
      )
    }).pipe(Stream.forever)

  return { client: () => current.client, renew, notifications } satisfies PostgresPool
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
