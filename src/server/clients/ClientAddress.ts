import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"
import type { IsTrustedProxy } from "./TrustedProxies.ts"

/** The addresses of clients in canonical form: IPv4-mapped ones as IPv4, IPv6 in lower case and compressed (RFC 5952). */
export interface ClientAddresses {
  /** The other end of a connection. `undefined` if it closed before anybody asked. */
  readonly ofPeer: (socket: Duplex) => Peer | undefined
  /** The client that sent a request, behind the trusted proxies. */
  readonly ofRequest: (request: IncomingMessage) => string | undefined
}

export interface Peer {
  readonly address: string
  /** By which connections are counted: `clientNetwork`, or the address of a trusted proxy. */
  readonly network: string
  readonly isTrustedProxy: boolean
}

/** Finds the addresses of clients, and remembers that of each connection. */
export const makeClientAddresses = (isTrustedProxy: IsTrustedProxy): ClientAddresses => {
  const peers = new WeakMap<Duplex, Peer>()
  const ofPeer = (socket: Duplex): Peer | undefined => {
    const known = peers.get(socket)
    if (known !== undefined) return known
    const text = "remoteAddress" in socket ? socket.remoteAddress : undefined
    const address = typeof text === "string" ? parseAddress(text) : undefined
    if (address === undefined) return undefined
    const isProxy = isTrustedProxy(address)
    const formatted = NetAddress.formatIp(address)
    const network = isProxy ? formatted : formatNetwork(address)
    const peer = { address: formatted, network, isTrustedProxy: isProxy }
    peers.set(socket, peer)
    return peer
  }
  return {
    ofPeer,
    ofRequest: ({ headers, socket }) => {
      const peer = ofPeer(socket)
      const forwardedFor = headers["x-forwarded-for"]
      // Node joins repeated headers to one text.
      return peer?.isTrustedProxy === true && typeof forwardedFor === "string"
        ? findClientAddress(peer.address, forwardedFor, isTrustedProxy)
        : peer?.address
    }
  }
}

/**
 * Finds the address of the client behind a trusted proxy: the right-most address in `X-Forwarded-For` that is not one of
 * a trusted proxy. Each proxy appends where its request came from, so everything to the left of that address is only
 * what the client says. An entry without an address, such as `unknown`, ends the search at the proxy that wrote it, and
 * if all entries are trusted proxies, the first of them is the client.
 */
export const findClientAddress = (peer: string, forwardedFor: string, isTrustedProxy: IsTrustedProxy): string => {
  let nearest = peer
  for (let end = forwardedFor.length; end >= 0;) {
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(",", end - 1)
    const entry = forwardedFor.slice(comma + 1, end).trim()
    end = comma
    // Empty elements of a list are ignored (RFC 9110, 5.6.1). Nothing is quoted in this one.
    if (entry === "") continue
    const address = parseAddress(entry)
    if (address === undefined) return nearest
    nearest = NetAddress.formatIp(address)
    if (!isTrustedProxy(address)) return nearest
  }
  return nearest
}

/**
 * The network by which the requests of a client are counted: an IPv4 address, or the first 64 bits of an IPv6 one, which
 * are what a client is given (RFC 6177).
 */
export const clientNetwork = (address: string): string => {
  const parsed = parseAddress(address)
  return parsed === undefined ? address : formatNetwork(parsed)
}

const formatNetwork = (address: NetAddress.IpAddress): string =>
  NetAddress.isIpv4Address(address)
    ? NetAddress.formatIp(address)
    : IpNetwork.format(IpNetwork.fromAddressUnsafe(address, 64))

/** Parses an address, with a port or a zone that is left out. */
const parseAddress = (text: string): NetAddress.IpAddress | undefined => {
  const [, bracketed, plain] = addressAndPort.exec(text) ?? []
  const bare = (bracketed ?? plain ?? text).replace(zone, "")
  const parsed = NetAddress.ipFromString(bare)
  return Result.isSuccess(parsed) ? NetAddress.toCanonical(parsed.success) : undefined
}

/** `[2001:db8::1]`, `[2001:db8::1]:443` or `192.0.2.1:443`. */
const addressAndPort = /^(?:\[([^\]]*)\](?::\d{1,5})?|([^:]*):\d{1,5})$/

/** The network interface of a link-local address. */
const zone = /%[^%]*$/
