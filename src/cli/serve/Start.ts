import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { allowNoKeysOption, serveOptions } from "./ServeOptions.ts"

/**
 * `taxonomy start`, which `npm start` runs: verifies the releases, then serves them. On a loopback address it also
 * accepts a development key that exists in memory only. It ends with its parent process: npm does not pass signals on,
 * and an orphaned server would keep the port.
 */
export const startCommand = Command.make(
  "start",
  { ...serveOptions, allowNoKeys: allowNoKeysOption(true) },
  lazyHandler(async () => (await import("./RunStart.ts")).runStart)
).pipe(
  Command.withDescription("Verify the releases, then serve them on this machine with a development key"),
  Command.withExamples([
    { command: "taxonomy start", description: "Try out the service. Prints a request to paste" },
    { command: "taxonomy start --port 0", description: "Use any free port" }
  ])
)
