import * as PgClient from "@effect/sql-pg/PgClient"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
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
  yield* Effect.addFinalizer(() => Scope.close(current.scope, Exit.void))

  const renew = Effect.uninterruptible(
    Effect.gen(function* () {
      const old = current
      current = yield* open
      yield* Deferred.succeed(old.replaced, undefined)
      // In the background, since closing waits for the other end.
      yield* Effect.forkDetach(Scope.close(old.scope, Exit.void))
    })
  )

  const notifications = (channel: string) =>
    Stream.suspend(() => {
      const { client, replaced } = current
      return Stream.unwrap(Effect.map(client.listen(channel), Stream.fromQueue)).pipe(
        Stream.map(() => undefined),
        Stream.interruptWhen(Deferred.await(replaced))
      )
    }).pipe(Stream.forever)

  return { client: () => current.client, renew, notifications } satisfies PostgresPool
})
