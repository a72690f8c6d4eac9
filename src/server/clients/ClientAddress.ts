import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
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
    const peer = { address: NetAddress.formatIp(address), isTrustedProxy: isTrustedProxy(address) }
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
    const address = parseAddress(forwardedFor.slice(comma + 1, end).trim())
    if (address === undefined) return nearest
    nearest = NetAddress.formatIp(address)
    if (!isTrustedProxy(address)) return nearest
    end = comma
  }
  return nearest
}

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
