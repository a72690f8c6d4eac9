import { randomBytes } from "node:crypto"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as NetAddress from "effect/net/NetAddress"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { isError } from "../domain/Finding.ts"
import { newestOf, noHistory } from "../domain/History.ts"
import { drawKey } from "../domain/Key.ts"
import type { ExtraKey } from "../keys/Authentication.ts"
import { KeyRing } from "../keys/KeyRing.ts"
import { verify } from "../release/Verify.ts"
import { CurrentCatalog } from "../server/CurrentCatalog.ts"
import { serveReads } from "../server/ReadServer.ts"
import { makeRequestLog } from "../server/RequestLog.ts"
import { keyStoreAt } from "./keys/KeyLocation.ts"
import { keysOption } from "./keys/KeyOptions.ts"
import { option, releases } from "./Options.ts"

const BasePath = Schema.String.check(
  Schema.isPattern(/^(?:\/[A-Za-z0-9._~-]+)+$/, {
    expected: "a path that begins with a slash and does not end in one, such as /api/taxonomy"
  })
)

const flags = {
  host: option("host", "Address to listen on").pipe(Flag.withDefault("127.0.0.1")),
  port: Flag.Int("port").pipe(
    Flag.withDescription("Port to listen on, 0 for any free one [env: TAXONOMY_PORT]"),
    Flag.withFallbackConfig(Config.Int("TAXONOMY_PORT")),
    Flag.withDefault(8080),
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 })))
  ),
  basePath: option("base-path", "Path that all endpoints are under; health is also one level above").pipe(
    Flag.withDefault("/api/taxonomy"),
    Flag.withSchema(BasePath)
  ),
  releases,
  keys: keysOption,
  upgradeUrl: option("upgrade-url", "Where callers find a higher tier, for the 429").pipe(
    Flag.withDefault("https://example.com/upgrade")
  )
}

interface ServeInput {
  readonly host: string
  readonly port: number
  readonly basePath: string
  readonly releases: string
  readonly keys: string
  readonly upgradeUrl: string
}

/** `taxonomy serve`: the read API over what was published, with the keys of the ledger. */
export const serve = Command.make("serve", flags, (input) =>
  run(input, [], (base) => Console.log(`Serving at ${base}`), Effect.never)
).pipe(
  Command.withDescription("Serve the published releases over HTTP"),
  Command.withExamples([{ command: "taxonomy serve --port 8080", description: "Serve releases/ to holders of keys" }])
)

/**
 * `taxonomy start`: what `npm start` runs. Everything is verified as `taxonomy verify` does, and on a loopback address
 * a key is made for this run alone, so that the first request is one line to paste. It ends with whoever started it:
 * npm does not pass signals on, and the server would keep the port.
 */
export const start = Command.make(
  "start",
  flags,
  Effect.fnUntraced(function* (input) {
    const orphaned = parentGone(process.ppid)
    yield* verified(input.releases)
    if (!isLoopback(input.host)) return yield* run(input, [], (base) => Console.log(`Serving at ${base}`), orphaned)
    const key = Redacted.make(drawKey(randomBytes))
    const announce = (base: string) =>
      Console.log(`Serving at ${base}. Try it with a key that holds until the server ends:

curl -H "Authorization: Bearer ${Redacted.value(key)}" ${base}/v1/schema
`)
    return yield* run(input, [{ key, tier: "enterprise", organization: "development" }], announce, orphaned)
  })
).pipe(Command.withDescription("Verify the releases and serve them; on this machine alone, with a development key"))

/** The releases are not what the ledger makes of them. */
export class ReleasesUnsound extends Schema.TaggedError<ReleasesUnsound>()("ReleasesUnsound", {
  releases: Schema.String,
  problems: Schema.Array(Schema.String)
}) {
  override readonly [Runtime.errorExitCode] = 4
  override get message() {
    return [`${this.releases} is not what was published, so it is not served:`, ...this.problems].join("\n  ")
  }
}

/** Serves until `end`, or until the process is told to stop. */
const run = (
  input: ServeInput,
  extraKeys: ReadonlyArray<ExtraKey>,
  announce: (base: string) => Effect.Effect<void>,
  end: Effect.Effect<void>
) =>
  Effect.gen(function* () {
    // Whoever reads the log may go away; the server stays.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)
    const log = yield* makeRequestLog(process.stderr)
    const address = yield* serveReads({ ...input, log })
    yield* announce(`${HttpServer.formatAddress(address)}${input.basePath}`)
    yield* end
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Layer.mergeAll(
        CurrentCatalog.layer(input.releases),
        KeyRing.layer({ extraKeys }).pipe(Layer.provide(keyStoreAt(input.keys)))
      ).pipe(Layer.provideMerge(logger))
    ),
    // The runner ends with 130 when it is told to stop; a server that drained has done all that it was asked to.
    Effect.onInterrupt(() => drained),
    Effect.andThen(drained)
  )

const drained = Effect.sync(() => process.exit(0))

/** Succeeds when the parent is no longer the one that it was, which is how a process sees that its parent has ended. */
const parentGone = (parent: number): Effect.Effect<void> =>
  Effect.sleep("500 millis").pipe(Effect.repeat({ until: () => process.ppid !== parent }))

/** Stdout is for what the person who started this should see; a line for a program is JSON. */
const logger = process.stderr.isTTY
  ? Layer.succeed(Logger.LogToStderr, true)
  : Logger.layer([Logger.withConsoleError(Logger.formatJson)])

const verified = Effect.fnUntraced(function* (releases: string) {
  const { findings, history } = yield* verify(releases).pipe(
    // Without a folder there is nothing to verify, and the server says so better.
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed({ findings: [], history: noHistory }))
  )
  const problems = findings.filter(isError).map(({ message }) => message)
  if (problems.length > 0) return yield* new ReleasesUnsound({ releases, problems })
  const count = history.releases.size
  const newest = newestOf(history)?.version
  if (newest === undefined) return
  yield* Console.log(`Verified ${count} release${count === 1 ? "" : "s"}, newest ${newest}.`)
})

const isLoopback = (host: string): boolean =>
  host === "localhost" ||
  Result.match(NetAddress.ipFromString(host), { onFailure: () => false, onSuccess: NetAddress.isLoopback })
