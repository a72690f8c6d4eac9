import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { explicitToggle } from "../options/EnvironmentOption.ts"
import { serveOptions, type ServeInput } from "./ServeOptions.ts"

const serve = lazyHandler(async () => {
  const { runServer } = await import("./RunServer.ts")
  return (input: ServeInput) => runServer(input)
})

const print = lazyHandler(async () => (await import("./config/RunPrintConfig.ts")).runPrintConfig)

/** `taxonomy serve`: the read API over the published releases. */
export const serveCommand = Command.make(
  "serve",
  {
    ...serveOptions,
    printConfig: explicitToggle("print-config", "Print the effective configuration as JSON, without serving")
  },
  ({ printConfig, ...input }) => (printConfig ? print(input) : serve(input))
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
