import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"

/**
 * True if a request with this `Host` may read the admin port. On a loopback address only browsers of this machine could
 * send a foreign name: that of a page whose author points it to this machine, to read the answers (DNS rebinding). On
 * other addresses any name is allowed, such as those of containers.
 */
export const isAllowedAdminHost = (adminHost: string, header: string | undefined): boolean => {
  if (header === undefined || !isLoopback(adminHost)) return true
  const [, name = ""] = nameAndPort.exec(header.toLowerCase()) ?? []
  return name === adminHost.toLowerCase() || name === "localhost" || isAddress(name)
}

/** `localhost`, or an address that only this machine can reach. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" ||
  Result.match(NetAddress.ipFromString(host), { onFailure: () => false, onSuccess: NetAddress.isLoopback })

const isAddress = (name: string): boolean => Result.isSuccess(NetAddress.ipFromString(name.replace(/^\[(.*)\]$/, "$1")))

const nameAndPort = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/
