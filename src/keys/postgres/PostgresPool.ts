import * as PgClient from "@effect/sql-pg/PgClient"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"

/** Connections to a database, which others can take the place of. */
export interface PostgresPool {
  readonly client: () => PgClient.PgClient
  /** Gives up all connections, which may wait for answers that never come, and begins with new ones. */
  readonly renew: Effect.Effect<void, SqlError>
  /** What is notified on a channel, also on the connections that come after. */
  readonly notifications: (channel: string) => Stream.Stream<void, SqlError>
}

/** Makes the connections of a layer, for as long as the scope. */
export const makePool = Effect.fnUntraced(function* (layer: Layer.Layer<PgClient.PgClient, SqlError>) {
  const begin = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const client = Context.get(yield* Layer.buildWithScope(Layer.fresh(layer), scope), PgClient.PgClient)
    return { client, scope, over: Deferred.makeUnsafe<void>() }
  })
  let current = yield* begin
  yield* Effect.addFinalizer(() => Scope.close(current.scope, Exit.void))

  const renew = Effect.uninterruptible(
    Effect.gen(function* () {
      const old = current
      current = yield* begin
      yield* Deferred.succeed(old.over, undefined)
      // Aside, for this waits until the connections are told to have ended.
      yield* Effect.forkDetach(Scope.close(old.scope, Exit.void))
    })
  )

  const notifications = (channel: string) =>
    Stream.suspend(() => {
      const { client, over } = current
      return Stream.unwrap(Effect.map(client.listen(channel), Stream.fromQueue)).pipe(
        Stream.map(() => undefined),
        Stream.interruptWhen(Deferred.await(over))
      )
    }).pipe(Stream.forever)

  return { client: () => current.client, renew, notifications } satisfies PostgresPool
})
