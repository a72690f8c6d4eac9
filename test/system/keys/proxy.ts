import * as Effect from "effect/Effect"
import { standInFor } from "./standIn.ts"

/** A proxy for the server in a URL that fails in the ways that networks do. */
export const proxyTo = Effect.fnUntraced(function* (serverUrl: string) {
  /** Connections made before this stay silent. */
  let passingSince = 0
  let opened = 0
  let state: "passing" | "silent" | "refusing" = "passing"
  let heldText: string | undefined
  let answer: (() => void) | undefined
  const { sockets, url } = yield* standInFor(serverUrl, (client, toServer) => {
    if (state === "refusing") return void client.resetAndDestroy()
    const number = opened++
    const upstream = toServer()
    let isAsked = false
    for (const [from, to] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      from.on("data", (chunk: Buffer) => {
        if (answer !== undefined) return
        if (isAsked && from === upstream) return void (answer = () => client.write(chunk))
        isAsked ||= heldText !== undefined && chunk.includes(heldText)
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
    /** Loses everything sent on existing connections from now on. New ones work. */
    blackHole: () => {
      passingSince = opened
    },
    /** Keeps connections open, and loses everything sent on them. */
    silent: during("silent"),
    /** Holds back the answer to the first packet with this text, and loses everything sent from then on. */
    holdAnswerTo: (text: string) => {
      heldText = text
    },
    /** True if an answer is held back. */
    hasAnswer: () => answer !== undefined,
    answer: () => answer?.(),
    /** Closes existing and new connections. */
    refusing: during("refusing")
  }
})
