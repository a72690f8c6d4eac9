import { BlockList, isIP } from "node:net"

/** What deliveries may reach beyond public addresses over TLS. */
export interface OutboundPolicy {
  readonly allowPrivate: boolean
  readonly allowHttp: boolean
}

/**
 * True for an address of the public Internet. Loopback, private, link-local, shared, multicast, documentation and
 * reserved addresses are not (IANA's registries of special-purpose addresses). Of IPv6, only global unicast is, without
 * the parts that lead to IPv4 or are documentation, so that no translation hides an address.
 */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !refused.check(address, "ipv4")
  return version === 6 && globalUnicast.check(address, "ipv6") && !refused.check(address, "ipv6")
}

const globalUnicast = new BlockList()
globalUnicast.addSubnet("2000::", 3, "ipv6")

const refused = new BlockList()
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Also the metadata services of most clouds.
  ["169.254.0.0", 16],
  // The platform of Azure, which is not in the registries.
  ["168.63.129.16", 32],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3]
] as const) {
  refused.addSubnet(network, prefix, "ipv4")
}
for (const [network, prefix] of [
  // Teredo, ORCHID and other protocols.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4.
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20]
] as const) {
  refused.addSubnet(network, prefix, "ipv6")
}

/** Why an address cannot be that of a hook. */
export type UrlDefect = "invalid" | "scheme" | "http" | "credentials" | "address"

/**
 * Checks the address of a hook as far as its text says. The parser has turned other notations of IP addresses, such as
 * `0x7f.1`, into the usual one. Names are checked when they are looked up, at each delivery.
 */
export const findUrlDefect = (text: string, { allowHttp, allowPrivate }: OutboundPolicy): UrlDefect | undefined => {
  const url = URL.parse(text)
  if (url === null || url.hash !== "" || text.length > maxUrlLength) return "invalid"
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme"
  if (url.username !== "" || url.password !== "") return "credentials"
  if (url.protocol === "http:" && !allowHttp) return "http"
  const host = hostOf(url)
  const isPrivate = isIP(host) === 0 ? /^(?:.*\.)?localhost\.?$/.test(host) : !isPublicAddress(host)
  return isPrivate && !allowPrivate ? "address" : undefined
}

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1")

const maxUrlLength = 2000

export const describeUrlDefect = (defect: UrlDefect): string => {
  switch (defect) {
    case "invalid":
      return "The address is not a URL without a fragment. Give one such as https://example.com/hooks"
    case "scheme":
      return "The address is neither https nor http. Give one such as https://example.com/hooks"
    case "http":
      return "Messages over http can be read by others. Give an https address, or pass --allow-http"
    case "credentials":
      return "The address contains a user name or a password, which would be logged. Remove it: messages are signed"
    case "address":
      return "The address is not of the public Internet. Give a public one, or pass --allow-private"
  }
}
