import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** An HTTP client that goes through the proxy of the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), if there is one. */
export const originClient = (timeout: Duration.Duration) =>
  Layer.provide(
    NodeHttpClient.layerUndiciNoDispatcher,
    Layer.effect(
      NodeHttpClient.Dispatcher,
      Effect.acquireRelease(
        Effect.map(
          Effect.promise(() => import("@effect/platform-node/Undici")),
          // A bundle has the default export alone.
          ({ default: { EnvHttpProxyAgent } }) =>
            new EnvHttpProxyAgent({ connect: { timeout: Duration.toMillis(timeout) } })
        ),
        (dispatcher) => Effect.promise(() => dispatcher.destroy())
      )
    )
  )
