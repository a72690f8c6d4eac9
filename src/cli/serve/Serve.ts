import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { serveOptions, type ServeInput } from "./ServeOptions.ts"

/** `taxonomy serve`: the read API over the published releases. */
export const serveCommand = Command.make(
  "serve",
  serveOptions,
  lazyHandler(async () => {
    const { runServer } = await import("./RunServer.ts")
    return (input: ServeInput) => runServer(input)
  })
).pipe(
  Command.withDescription("Serve the published releases over HTTP to holders of API keys"),
  Command.withExamples([
    { command: "taxonomy serve --port 8080", description: "Serve releases/ on this machine" },
    { command: "taxonomy serve --host 0.0.0.0 --admin-port 9090", description: "Serve on all addresses, with metrics" },
    {
      command: "taxonomy serve --keys postgres://taxonomy@db/taxonomy --limits redis://cache",
      description: "Share API keys and rate limits with other servers"
    }
  ])
)
