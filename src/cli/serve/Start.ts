import { randomBytes } from "node:crypto"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { isError } from "../../domain/Finding.ts"
import { generateApiKey } from "../../domain/keys/ApiKey.ts"
import { emptyHistory } from "../../domain/release/ReleaseHistory.ts"
import { newestOf } from "../../domain/release/ReleaseLines.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { verify } from "../../release/Verify.ts"
import { messageOf } from "../../report/FindingText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { isLoopback } from "../../server/node/ClientAddress.ts"
import { makeCommand } from "../options/Options.ts"
import { allowNoKeysOption, serveOptions, workersOption } from "./ServeOptions.ts"

/**
 * `taxonomy start`, which `npm start` runs: verifies the releases, then serves them. On a loopback address it also
 * accepts a development key that exists in memory only. It ends with its parent process: npm does not pass signals on,
 * and an orphaned server would keep the port.
 */
export const startCommand = makeCommand(
  "start",
  { ...serveOptions, allowNoKeys: allowNoKeysOption(true), workers: workersOption },
  {
    "taxonomy start": "Try out the service. Prints a request to paste",
    "taxonomy start --port 0": "Use any free port"
  }
)(function* ({ workers: _workers, ...input }) {
  const until = parentExit(process.ppid)
  yield* verifyReleases(input.releases)
  const { runServer } = yield* Effect.promise(() => import("./RunServer.ts"))
  if (!isLoopback(input.host)) return yield* runServer(input, { until })
  const key = Redacted.make(generateApiKey(randomBytes))
  return yield* runServer(input, {
    ephemeralKeys: [{ key, tier: "enterprise" }],
    announce: (baseUrl) => Console.log(developmentNotice(baseUrl, Redacted.value(key))),
    until
  })
})

const developmentNotice = (baseUrl: string, key: string): string =>
  `Serving at ${baseUrl}. The development key below is valid until the server exits. Try a request:

curl -H "Authorization: Bearer ${key}" ${baseUrl}/v1/schema

The examples in the documentation use these variables:

export TAXONOMY_URL=${baseUrl} TAXONOMY_API_KEY=${key}
`

/** The releases on disk differ from the ledger. */
class ReleasesUnsound extends Schema.TaggedError<ReleasesUnsound>()("ReleasesUnsound", {
  releases: Schema.String,
  problems: Schema.Array(Schema.String)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return [
      `${this.releases} differs from what was published and is not served. Run taxonomy verify for details:`,
      ...this.problems
    ].join("\n  ")
  }
}

const verifyReleases = Effect.fnUntraced(function* (releases: string) {
  const { findings, history } = yield* verify(releases).pipe(
    // The server reports a missing folder itself.
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed({ findings: [], history: emptyHistory }))
  )
  const problems = findings.filter(isError).map(messageOf)
  if (problems.length > 0) return yield* new ReleasesUnsound({ releases, problems })
  const newest = newestOf(history)?.version
  if (newest === undefined) return
  yield* Console.log(`Verified ${formatCount(history.releases.size, "release")}, newest ${newest}.`)
})

/** Succeeds when the process has another parent, which means that its first one has exited. */
const parentExit = (parent: number): Effect.Effect<void> =>
  Effect.sleep("500 millis").pipe(Effect.repeat({ until: () => process.ppid !== parent }))
