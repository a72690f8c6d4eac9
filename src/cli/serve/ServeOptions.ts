import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { networksOf } from "../../server/node/ClientAddress.ts"
import { defaultServerLimits } from "../../server/node/ServerLimits.ts"
import { keysOption } from "../keys/KeyOptions.ts"
import * as Options from "../options/Options.ts"
import { keysTrustedKeyOption, trustedKeyOption } from "../options/Trust.ts"
import { collectorAddressForm, defaultTraceSampling, isCollectorAddress } from "./Telemetry.ts"

/** The options of the rate limits, and of what happens if they cannot be shared. */
const limitsOptions = {
  limits: Options.textOptionOr(
    "limits",
    "Backend of the rate limits: memory, a Redis as redis://host, its Sentinels as redis+sentinel://host,host/primary, or a cluster as redis+cluster://host,host",
    "memory"
  ).pipe(Flag.withMetavar("backend")),
  limitsTimeout: Options.withRange(
    Options.textOptionOr("limits-timeout", "Milliseconds that a request waits for Redis at most", "50"),
    { noun: "a number of milliseconds", minimum: 1, maximum: 60_000 }
  ),
  limitsUnavailable: Options.literalOptionOr(
    "limits-unavailable",
    ["open", "closed"],
    "Without Redis, count on each server alone (open), or answer 503 to keys with a limit (closed)",
    "open"
  )
}

/** The options of a server whose key ledger may be out of reach. */
const keyAvailabilityOptions = {
  keysSnapshot: Options.fileOption(
    "keys-snapshot",
    "File that keeps the last verified keys, to start from if the key ledger cannot be read",
    "none, which needs the key ledger at the start"
  ),
  keysMaxAge: Options.withRange(
    Options.textOption(
      "keys-max-age",
      "Seconds without the key ledger after which the server is not ready",
      Options.defaultNote("86400, and 3600 after a start from the snapshot")
    ),
    { noun: "a number of seconds", minimum: 1, maximum: 31_536_000 }
  ).pipe(Options.optional)
}

const maxOption = (name: string, description: string, usual: number, minimum = 0): Flag.Flag<number> =>
  Options.withRange(Options.textOptionOr(name, description, String(usual)), {
    noun: "a number",
    minimum,
    maximum: 1_000_000
  })

/** The options that protect a server from its clients. */
const protectionOptions = {
  trustedProxy: Flag.String("trusted-proxy").pipe(
    Flag.withMetavar("address"),
    Flag.atLeast(1),
    Options.withEnvironment("trusted-proxy", (variable) => Config.map(Config.String(variable), (text) => [text])),
    Options.withNotes(
      "Proxy whose X-Forwarded-For names the client: an address, a network such as 10.0.0.0/8, loopback or private. " +
        "Several with commas. Can be repeated",
      Options.envNote("trusted-proxy"),
      Options.defaultNote("none")
    ),
    Flag.map((texts) => texts.flatMap((text) => text.split(",")).map((name) => name.trim())),
    Flag.map((names): ReadonlyArray<string> => names.filter((name) => name !== "")),
    Flag.filter(
      (names) => names.every((name) => networksOf(name) !== undefined),
      () => "IP addresses, networks such as 10.0.0.0/8, loopback or private"
    ),
    Flag.withDefault<ReadonlyArray<string>>([])
  ),
  clientLimits: {
    maxConnections: maxOption("max-connections", "Open connections", defaultServerLimits.maxConnections, 1),
    maxConnectionsPerAddress: maxOption(
      "max-connections-per-address",
      "Open connections of one client address, 0 for no limit",
      defaultServerLimits.maxConnectionsPerAddress
    ),
    maxUnauthorizedRequests: maxOption(
      "max-unauthorized-requests",
      "Requests without a valid API key that a client address may send in a minute, 0 for no limit",
      defaultServerLimits.maxUnauthorizedRequests
    ),
    /** In seconds. */
    keepAlive: maxOption(
      "keep-alive",
      "Seconds for which a connection without a request is kept",
      defaultServerLimits.keepAliveMillis / 1000,
      1
    )
  }
}

/** The options for traces and metrics over OTLP. */
const telemetryOptions = {
  otlp: Options.textOption(
    "otlp",
    "URL of the OpenTelemetry collector for metrics and traces",
    Options.defaultNote("none")
  ).pipe(
    Flag.withMetavar("url"),
    Flag.filter(isCollectorAddress, () => collectorAddressForm),
    Options.optional
  ),
  traceSampling: Options.textOption(
    "trace-sampling",
    "Fraction of requests to trace, from 0 to 1",
    Options.defaultNote(String(defaultTraceSampling))
  ).pipe(
    Flag.withMetavar("fraction"),
    Flag.filterMap(parseFraction, () => "a number from 0 to 1, such as 0.01"),
    Options.optional
  )
}

function parseFraction(text: string): Option.Option<number> {
  const value = /^\d(?:\.\d{1,9})?$/.test(text) ? Number(text) : NaN
  return value <= 1 ? Option.some(value) : Option.none()
}

const BasePath = Schema.String.check(
  Schema.isPattern(/^(?:\/[A-Za-z0-9._~-]+)+$/, {
    expected: "a path with a slash at the start and none at the end, such as /api/taxonomy"
  })
)

const portRange: Options.IntegerRange = { noun: "a port", minimum: 0, maximum: 65_535 }

/** The port of a server. */
export const portOption = (usual: string): Flag.Flag<number> =>
  Options.withRange(Options.textOptionOr("port", "Port to listen on, 0 for any free port", usual), portRange)

const emailOption = (name: string, description: string) =>
  Options.textOption(name, description, Options.defaultNote("none")).pipe(Options.withEmail(), Options.optional)

/** Rejects URLs and ports, which are easily copied along with an address. */
const withHost = (flag: Flag.Flag<string>): Flag.Flag<string> =>
  flag.pipe(
    Flag.withMetavar("address"),
    Flag.filter(
      (text) => /^[^\s/?#@[\]]+$/.test(text) && !/^[^:]*:\d*$/.test(text),
      () => "an IP address or host name without scheme and port, such as 127.0.0.1"
    )
  )

/** Tells operators who look at a response that nobody has set the option. */
export const defaultUpgradeUrl = "https://example.com/upgrade"

/** Without it, a server whose key ledger is in another place would pass a rolling restart and reject every client. */
export const allowNoKeysOption = (value: boolean): Flag.Flag<boolean> =>
  Options.toggleOption("allow-no-keys", "Be ready although the key ledger is missing or empty", value)

/**
 * Version 0.1.0 could use several threads. Several instances replace them, so 1 is ignored, and more is refused with the
 * way there. Goes with the minor version after the next.
 */
export const workersOption = Flag.String("workers").pipe(
  Flag.withMetavar("integer"),
  Options.withEnvironment("workers", Config.String),
  Flag.filter(
    (text) => text === "1",
    () =>
      "1 or nothing, since a server is one thread. Start an instance for each core, as docs/how-to/many-machines.md shows"
  ),
  Options.optional,
  Flag.withHidden
)

/** The options of an admin server, which answers at some paths. */
export const adminOptions = (paths: string) => ({
  adminPort: Options.withRange(
    Options.textOption("admin-port", `Port of ${paths}, 0 for any free port`, Options.defaultNote("not served")),
    portRange
  ).pipe(Options.optional),
  adminHost: withHost(
    Options.textOptionOr("admin-host", "Address of the admin port, which requires no API key", "127.0.0.1")
  )
})

/** The options of `taxonomy serve`. */
export const serveOptions = {
  host: withHost(Options.textOptionOr("host", "Address to listen on", "127.0.0.1")),
  port: portOption("8080"),
  ...adminOptions("/metrics, /ready, /live, /keys/usage and /keys/uses"),
  basePath: Options.textOptionOr("base-path", "Path prefix of all endpoints", "/api/taxonomy").pipe(
    Flag.withMetavar("path"),
    Flag.withSchema(BasePath)
  ),
  releases: Options.releasesOption,
  damagedReleases: Options.literalOptionOr(
    "damaged-releases",
    ["refuse", "rebuild"],
    "Serve older releases with damaged files from the ledger (rebuild), or refuse to start (refuse)",
    "rebuild"
  ),
  trustedKey: trustedKeyOption,
  keys: keysOption,
  keysTrustedKey: keysTrustedKeyOption,
  allowNoKeys: allowNoKeysOption(false),
  ...keyAvailabilityOptions,
  ...limitsOptions,
  ...protectionOptions,
  ...telemetryOptions,
  caching: Options.literalOptionOr(
    "caching",
    ["public", "private", "no-store"],
    "Who may store responses to requests with a key: shared caches (public), clients alone (private), or nobody (no-store)",
    "public"
  ),
  upgradeUrl: Options.textOptionOr(
    "upgrade-url",
    "URL returned as upgrade_url in 429 responses",
    defaultUpgradeUrl
  ).pipe(
    Flag.withMetavar("url"),
    Flag.filter(Options.isWebAddress, () => "a URL such as https://example.com/upgrade")
  ),
  operatorEmail: emailOption("operator-email", "E-mail address for API key requests, shown in /docs"),
  securityEmail: emailOption(
    "security-email",
    "E-mail address for reports of leaked API keys and weaknesses, in /docs and /.well-known/security.txt"
  ),
  historyBudget: Options.withRange(
    Options.textOptionOr("history-budget", "Memory for older releases and made bodies in MiB", "64"),
    {
      noun: "a number of MiB",
      minimum: 0,
      maximum: 1_048_576
    }
  ),
  drainDelay: Options.withRange(
    Options.textOptionOr(
      "drain-delay",
      "Seconds to keep accepting connections after SIGTERM while health checks fail",
      "0"
    ),
    { noun: "a number of seconds", minimum: 0, maximum: 3600 }
  ),
  explorer: Options.toggleOption(
    "explorer",
    "Serve the Explorer at /explore, to which users give their API keys",
    true
  ),
  prepared: Options.toggleOption("prepared", "Answer requests for bodies in memory before the router", true)
}

export type ServeInput = Command.Command.Config.Infer<typeof serveOptions>
