import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { keysOption } from "../keys/KeyOptions.ts"
import { keysTrustedKeyOption } from "../keys/KeyTrustOptions.ts"
import { defaultNote, literalOption, textOption, textOptionOr, toggleOption } from "../options/EnvironmentOption.ts"
import { withRange, type IntegerRange } from "../options/IntegerOption.ts"
import { releasesOption } from "../options/Options.ts"
import { trustedKeyOption } from "../options/TrustOptions.ts"
import { limitsOptions } from "./LimitsOptions.ts"
import { protectionOptions } from "./ProtectionOptions.ts"
import { telemetryOptions } from "./TelemetryOptions.ts"

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

/** The options of `taxonomy serve`. */
export const serveOptions = {
  host: withHost(textOptionOr("host", "Address to listen on", "127.0.0.1")),
  port: portOption("8080"),
  workers: withRange(
    textOptionOr("workers", "Threads that answer requests on the port, each on a core of its own", "1"),
    { noun: "a number of threads", minimum: 1, maximum: 64 }
  ),
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
  historyBudget: withRange(textOptionOr("history-budget", "Memory for older releases in MiB", "64"), {
    noun: "a number of MiB",
    minimum: 0,
    maximum: 1_048_576
  }),
  drainDelay: withRange(
    textOptionOr("drain-delay", "Seconds to keep accepting connections after SIGTERM while health checks fail", "0"),
    { noun: "a number of seconds", minimum: 0, maximum: 3600 }
  ),
  explorer: toggleOption("explorer", "Serve the Explorer at /explore, to which users give their API keys", true),
  preparedHeaders: toggleOption("prepared-headers", "Send prepared header blocks if Node supports them", true)
}

export type ServeInput = Command.Command.Config.Infer<typeof serveOptions>
