import { exposedHeaders } from "../../../src/api/parameters/ResponseHeaders.ts"

/** The setup of a peer: JSON in its first argument. */
export interface PeerSetup {
  /** The folder of the served release. */
  readonly release: string
  readonly basePath: string
  /** The artifacts by path below the base path. */
  readonly artifacts: Readonly<Record<string, string>>
  /** SHA-256 digests of API keys in hexadecimal, by key prefix. */
  readonly keys: Readonly<Record<string, string>>
}

export const peerSetup = (): PeerSetup => JSON.parse(process.argv[2] ?? "{}")

/** The headers that the contract requires for every body of the release. */
export const commonHeaders = {
  "Cache-Control": "public, max-age=3600, s-maxage=7200",
  Vary: "Authorization, Accept-Encoding",
  "X-API-Version": "v1",
  "X-Taxonomy-Version": "v1.0",
  "X-Your-Version": "v1.0",
  "X-Latest-Version": "v1.0",
  "X-Upgrade-Available": "false",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff"
} as const

export const corsHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, OPTIONS",
  "Access-Control-Allow-Headers": "Authorization, Content-Type",
  "Access-Control-Expose-Headers": exposedHeaders.join(", ")
} as const

/** The window of an enterprise key: requests are counted and the limit is never reached. */
export const hourMillis = 3_600_000
