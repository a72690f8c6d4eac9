import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import { isTrustedProxyName } from "../../server/clients/TrustedProxies.ts"
import { defaultServerLimits } from "../../server/node/ServerLimits.ts"
import { defaultNote, envNote, textOptionOr, withEnvironment, withNotes } from "../options/EnvironmentOption.ts"
import { withRange } from "../options/IntegerOption.ts"

const maxOption = (name: string, description: string, usual: number, minimum = 0): Flag.Flag<number> =>
  withRange(textOptionOr(name, description, String(usual)), { noun: "a number", minimum, maximum: 1_000_000 })

/** The options that protect a server from its clients. */
export const protectionOptions = {
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
    maxIdleConnectionsPerAddress: maxOption(
      "max-idle-connections-per-address",
      "Idle connections of one client address, 0 for no limit",
      defaultServerLimits.maxIdleConnectionsPerAddress
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
