import type { Socket } from "node:net"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"
import { memoizeText } from "../../platform/MemoizeText.ts"
import type { IsTrustedProxy } from "./TrustedProxies.ts"

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

/** True for a connection of a trusted proxy. */
export const isFromProxy = (
  { remoteAddress = "" }: Pick<Socket, "remoteAddress">,
  isTrustedProxy: IsTrustedProxy
): boolean => {
  const address = parseAddress(remoteAddress)
  return address !== undefined && isTrustedProxy(address)
}

/** Parses an address whose zone, the network interface of a link-local address, is left out. */
const parseAddress = (text: string): NetAddress.IpAddress | undefined => {
  const parsed = NetAddress.ipFromString(text.replace(/%[^%]*$/, ""))
  return Result.isSuccess(parsed) ? NetAddress.toCanonical(parsed.success) : undefined
}
