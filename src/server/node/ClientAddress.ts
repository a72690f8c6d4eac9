import type { Socket } from "node:net"
import * as IpInterface from "effect/net/IpInterface"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"
import { memoizeText } from "../../platform/MemoizeText.ts"

/** The canonical form of an address: IPv4-mapped ones as IPv4, IPv6 in lower case and compressed (RFC 5952). */
export const canonicalAddress = memoizeText((text) => {
  const address = parseAddress(text)
  return address === undefined ? text : NetAddress.formatIp(address)
})

/**
 * The network by which the connections and the requests of a client are counted: an IPv4 address, or the first 64 bits of
 * an IPv6 one, which are what a client is given (RFC 6177).
 */
export const clientNetwork = (text: string): string => {
  const address = parseAddress(text)
  if (address === undefined) return text
  return NetAddress.isIpv4Address(address)
    ? NetAddress.formatIp(address)
    : IpNetwork.format(IpNetwork.fromAddressUnsafe(address, 64))
}

/** True for a connection of a proxy, whose `X-Forwarded-For` the server believes. */
export const isFromProxy = (
  { remoteAddress = "" }: Pick<Socket, "remoteAddress">,
  proxies: ReadonlyArray<IpNetwork.IpNetwork>
): boolean => {
  const address = parseAddress(remoteAddress)
  return address !== undefined && proxies.some((network) => IpNetwork.contains(network, address))
}

/** Parses an address whose zone, the network interface of a link-local address, is left out. */
const parseAddress = (text: string): NetAddress.IpAddress | undefined => {
  const parsed = NetAddress.ipFromString(text.replace(/%[^%]*$/, ""))
  return Result.isSuccess(parsed) ? NetAddress.toCanonical(parsed.success) : undefined
}

/**
 * The networks of an address, a network, `loopback` or `private`; `undefined` for any other name, and for a network of all
 * addresses, which would trust every client.
 */
export const networksOf = (name: string): ReadonlyArray<IpNetwork.IpNetwork> | undefined => {
  if (Object.hasOwn(namedNetworks, name)) return namedNetworks[name]
  const parsed = IpInterface.fromString(name, { prefix: "optional" })
  if (Result.isFailure(parsed)) return undefined
  const { address, prefixLength } = withoutMapping(parsed.success)
  return prefixLength > 0 ? [IpNetwork.fromAddressUnsafe(address, prefixLength)] : undefined
}

/** The IPv4 network of an IPv4-mapped one (RFC 4291, 2.5.5.2), since the addresses of clients are written that way. */
const withoutMapping = ({ address, prefixLength }: IpInterface.IpInterface) => {
  const canonical = NetAddress.toCanonical(address)
  const excess = NetAddress.width(address) - NetAddress.width(canonical)
  return prefixLength >= excess
    ? { address: canonical, prefixLength: prefixLength - excess }
    : { address, prefixLength }
}

const namedNetworks: Readonly<Record<string, ReadonlyArray<IpNetwork.IpNetwork>>> = {
  loopback: ["127.0.0.0/8", "::1/128"].map(IpNetwork.fromStringUnsafe),
  // RFC 1918, RFC 3927, RFC 4193 and RFC 4291, 2.5.6.
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10"].map(
    IpNetwork.fromStringUnsafe
  )
}

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
