import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import { isTrustedProxyName } from "../../server/clients/TrustedProxies.ts"
import { defaultNote, envNote, withEnvironment, withNotes } from "../options/EnvironmentOption.ts"

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
  )
}
