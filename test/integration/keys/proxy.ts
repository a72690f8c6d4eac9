import * as Effect from "effect/Effect"
import { standInFor } from "./standIn.ts"

/** Stands between a client and the server that a URL names, and fails the client in the ways that networks do. */
export const proxyTo = Effect.fnUntraced(function* (serverUrl: string) {
  /** Connections from before this are silent for good. */
  let passingSince = 0
  let opened = 0
  let state: "passing" | "silent" | "refusing" = "passing"
  const { sockets, url } = yield* standInFor(serverUrl, (client, toServer) => {
    if (state === "refusing") return void client.resetAndDestroy()
    const number = opened++
    const upstream = toServer()
    for (const [from, to] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      from.on("data", (chunk) => {
        if (state === "passing" && number >= passingSince) to.write(chunk)
      })
      from.on("error", () => to.destroy())
      from.on("close", () => to.destroy())
    }
  })
  const during =
    (outage: "silent" | "refusing") =>
    <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          state = outage
          if (outage === "refusing") for (const socket of sockets) socket.destroy()
        }),
        () => effect,
        () =>
          Effect.sync(() => {
            state = "passing"
          })
      )
  return {
    url,
    /** From now on what is sent on the connections there are is lost, while new ones are as they should be. */
    blackHole: () => {
      passingSince = opened
    },
    /** What was sent is lost and nothing answers, while connections stay. */
    silent: during("silent"),
    /** Connections are cut, and new ones too. */
    refusing: during("refusing")
  }
})
