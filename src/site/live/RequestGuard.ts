import type * as Headers from "effect/http/Headers"

/** Why a request is refused, as its response says it. */
export interface Refusal {
  readonly status: 403 | 405 | 421
  readonly message: string
}

/**
 * Refuses what no page of this server sends. Only the right host name is accepted, since a web page can give its own
 * name this address (DNS rebinding), and browsers say which pages send a request.
 */
export const refusalOf = (method: string, headers: Headers.Headers, port: number): Refusal | undefined => {
  if (!hostNames.some((name) => headers.host === `${name}:${port}`)) {
    return { status: 421, message: `This server is http://127.0.0.1:${port}, and no other.` }
  }
  if (!allowedMethods.has(method)) return { status: 405, message: "Only GET and HEAD are allowed." }
  const site = headers["sec-fetch-site"]
  if (site === undefined || ownSites.has(site) || isLinkFollowed(headers)) return undefined
  return { status: 403, message: "Other pages cannot read this server." }
}

const hostNames = ["127.0.0.1", "localhost"]

const allowedMethods: ReadonlySet<string> = new Set(["GET", "HEAD"])

/** `none`: the user typed the address. */
const ownSites: ReadonlySet<string> = new Set(["same-origin", "none"])

/** True if the page itself is opened, by a link on any page. */
const isLinkFollowed = (headers: Headers.Headers): boolean =>
  headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"
