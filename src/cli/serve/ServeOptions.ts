import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isTrustedProxyName } from "../../server/clients/ClientAddress.ts"
import { defaultServerLimits } from "../../server/node/ServerLimits.ts"
import {
  collectorAddressForm,
  defaultTraceSampling,
  isCollectorAddress
} from "../../server/telemetry/TelemetryConfig.ts"
import { keysOption } from "../keys/KeyOptions.ts"
import {
  defaultNote,
  envNote,
  literalOption,
  textOption,
  textOptionOr,
  toggleOption,
  withEnvironment,
  withNotes,
  withRange,
  type IntegerRange
} from "../options/EnvironmentOption.ts"
import { releasesOption } from "../options/Options.ts"
import { keysTrustedKeyOption, trustedKeyOption } from "../options/Trust.ts"

/** The options of the rate limits, and of what happens if they cannot be shared. */
const limitsOptions = {
  limits: textOptionOr("limits", "Backend of the rate limits: memory, or a Redis as redis://host", "memory").pipe(
    Flag.withMetavar("backend")
  ),
  limitsTimeout: withRange(
    textOptionOr("limits-timeout", "Milliseconds that a request waits for Redis at most", "50"),
    { noun: "a number of milliseconds", minimum: 1, maximum: 60_000 }
  ),
  limitsUnavailable: literalOption(
    "limits-unavailable",
    ["open", "closed"],
    "Without Redis, count on each server alone (open), or answer 503 to keys with a limit (closed)",
    defaultNote("open")
  ).pipe(Flag.withDefault("open"))
}

const maxOption = (name: string, description: string, usual: number, minimum = 0): Flag.Flag<number> =>
  withRange(textOptionOr(name, description, String(usual)), { noun: "a number", minimum, maximum: 1_000_000 })

/** The options that protect a server from its clients. */
const protectionOptions = {
  trustedProxy: Flag.String("trusted-proxy").pipe(
    Flag.withMetavar("address"),
    Flag.atLeast(1),
    withEnvironment("trusted-proxy", (variable) => Config.map(Config.String(variable), (text) => [text])),
    withNotes(
      "Proxy whose X-Forwarded-For names the client: an address, a network such as 10.0.0.0/8, loopback or private. " +
        "Several with commas. Can be repeated",
      envNote("trusted-proxy"),
      defaultNote("none")
    ),
    Flag.map((texts) => texts.flatMap((text) => text.split(",")).map((name) => name.trim())),
    Flag.map((names): ReadonlyArray<string> => names.filter((name) => name !== "")),
    Flag.filter(
      (names) => names.every(isTrustedProxyName),
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
  otlp: textOption("otlp", "URL of the OpenTelemetry collector for metrics and traces", defaultNote("none")).pipe(
    Flag.withMetavar("url"),
    Flag.filter(isCollectorAddress, () => collectorAddressForm),
    Flag.optional
  ),
  traceSampling: textOption(
    "trace-sampling",
    "Fraction of requests to trace, from 0 to 1",
    defaultNote(String(defaultTraceSampling))
  ).pipe(
    Flag.withMetavar("fraction"),
    Flag.filterMap(parseFraction, () => "a number from 0 to 1, such as 0.01"),
    Flag.optional
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

const portRange: IntegerRange = { noun: "a port", minimum: 0, maximum: 65_535 }

/** The port of a server. */
export const portOption = (usual: string): Flag.Flag<number> =>
  withRange(textOptionOr("port", "Port to listen on, 0 for any free port", usual), portRange)

const emailOption = (name: string, description: string): Flag.Flag<Option.Option<string>> =>
  textOption(name, description, defaultNote("none")).pipe(
    Flag.withMetavar("address"),
    Flag.filter(
      (text) => /^[^\s@]+@[^\s@]+$/.test(text),
      () => "an e-mail address"
    ),
    Flag.optional
  )

/** Rejects URLs and ports, which are easily copied along with an address. */
const withHost = (flag: Flag.Flag<string>): Flag.Flag<string> =>
  flag.pipe(
    Flag.withMetavar("address"),
    Flag.filter(
      (text) => /^[^\s/?#@[\]]+$/.test(text) && !/^[^:]*:\d*$/.test(text),
      () => "an IP address or host name without scheme and port, such as 127.0.0.1"
    )
  )

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)

/** Tells operators who look at a response that nobody has set the option. */
export const defaultUpgradeUrl = "https://example.com/upgrade"

/** Without it, a server whose key ledger is in another place would pass a rolling restart and reject every client. */
export const allowNoKeysOption = (value: boolean): Flag.Flag<boolean> =>
  toggleOption("allow-no-keys", "Be ready although the key ledger is missing or empty", value)

/**
 * Version 0.1.0 could use several threads. Several instances replace them, so 1 is ignored, and more is refused with the
 * way there. Goes with the minor version after the next.
 */
export const workersOption = Flag.String("workers").pipe(
  Flag.withMetavar("integer"),
  withEnvironment("workers", Config.String),
  Flag.filter(
    (text) => text === "1",
    () =>
      "1 or nothing, since a server is one thread. Start an instance for each core, as docs/how-to/many-machines.md shows"
  ),
  Flag.optional,
  Flag.withHidden
)

/** The options of `taxonomy serve`. */
export const serveOptions = {
  host: withHost(textOptionOr("host", "Address to listen on", "127.0.0.1")),
  port: portOption("8080"),
  adminPort: withRange(
    textOption(
      "admin-port",
      "Port of /metrics, /ready, /live and /keys/usage, 0 for any free port",
      defaultNote("not served")
    ),
    portRange
  ).pipe(Flag.optional),
  adminHost: withHost(textOptionOr("admin-host", "Address of the admin port, which requires no API key", "127.0.0.1")),
  basePath: textOptionOr("base-path", "Path prefix of all endpoints", "/api/taxonomy").pipe(
    Flag.withMetavar("path"),
    Flag.withSchema(BasePath)
  ),
  releases: releasesOption,
  damagedReleases: literalOption(
    "damaged-releases",
    ["refuse", "rebuild"],
    "Serve older releases with damaged files from the ledger (rebuild), or refuse to start (refuse)",
    defaultNote("rebuild")
  ).pipe(Flag.withDefault("rebuild")),
  trustedKey: trustedKeyOption,
  keys: keysOption,
  keysTrustedKey: keysTrustedKeyOption,
  allowNoKeys: allowNoKeysOption(false),
  ...limitsOptions,
  ...protectionOptions,
  ...telemetryOptions,
  caching: literalOption(
    "caching",
    ["public", "private", "no-store"],
    "Who may store responses to requests with a key: shared caches (public), clients alone (private), or nobody (no-store)",
    defaultNote("public")
  ).pipe(Flag.withDefault("public")),
  upgradeUrl: textOptionOr("upgrade-url", "URL returned as upgrade_url in 429 responses", defaultUpgradeUrl).pipe(
    Flag.withMetavar("url"),
    Flag.filter(isWebAddress, () => "a URL such as https://example.com/upgrade")
  ),
  operatorEmail: emailOption("operator-email", "E-mail address for API key requests, shown in /docs"),
  securityEmail: emailOption("security-email", "E-mail address for reports of leaked API keys, shown in /docs"),
  historyBudget: withRange(textOptionOr("history-budget", "Memory for older releases and made bodies in MiB", "64"), {
    noun: "a number of MiB",
    minimum: 0,
    maximum: 1_048_576
  }),
  drainDelay: withRange(
    textOptionOr("drain-delay", "Seconds to keep accepting connections after SIGTERM while health checks fail", "0"),
    { noun: "a number of seconds", minimum: 0, maximum: 3600 }
  ),
  explorer: toggleOption("explorer", "Serve the Explorer at /explore, to which users give their API keys", true),
  prepared: toggleOption("prepared", "Answer requests for bodies in memory before the router", true)
}

export type ServeInput = Command.Command.Config.Infer<typeof serveOptions>
