import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { decodePercent } from "../platform/PercentEncoding.ts"
import { sha256 } from "../platform/Sha256.ts"

/** The folder of published releases on a static HTTP server. */
export interface Origin {
  /** The address of the folder, without credentials, without a query, and without a slash at the end. */
  readonly folder: string
  /** The query of every request with its `?`, such as the signature of an object store; empty without one. */
  readonly query: Redacted.Redacted
  /** The `Authorization` header for the user name and the password in the URL. */
  readonly authorization: Redacted.Redacted | undefined
  /** True if the URL contains what must not be in the list of processes. */
  readonly hasSecrets: boolean
}

/** Why a text is not the URL of an origin. */
export type OriginDefect = "form" | "fragment" | "protocol"

/** Parses the URL of a folder of releases, or of the ledger in it. */
export const parseOrigin = (text: string): Result.Result<Origin, OriginDefect> => {
  if (!URL.canParse(text)) return Result.fail("form")
  const { hash, password, pathname, protocol, search, host, username } = new URL(text)
  if (protocol !== "https:" && protocol !== "http:") return Result.fail("protocol")
  if (hash !== "") return Result.fail("fragment")
  const folder = `${protocol}//${host}${pathname.replace(/\/ledger\.ndjson$/, "").replace(/\/+$/, "")}`
  const hasUser = username !== "" || password !== ""
  return Result.succeed({
    folder,
    query: Redacted.make(search),
    authorization: hasUser ? Redacted.make(basicAuthorization(username, password)) : undefined,
    hasSecrets: hasUser || search !== ""
  })
}

/** The address of a file below an origin as messages show it: without credentials and without a query. */
export const addressOf = ({ folder }: Origin, path: string): string =>
  `${folder}/${path.split("/").map(encodeURIComponent).join("/")}`

/** The URL to request for a file below an origin. */
export const urlOf = (origin: Origin, path: string): string =>
  `${addressOf(origin, path)}${Redacted.value(origin.query)}`

/** Identifies an origin without disclosing it. */
export const identifyOrigin = ({ folder }: Origin): string => sha256(folder)

/** Basic authentication (RFC 7617). A URL contains its user name and its password percent-encoded. */
const basicAuthorization = (username: string, password: string): string =>
  `Basic ${Buffer.from([username, password].map((text) => decodePercent(text) ?? text).join(":")).toString("base64")}`
