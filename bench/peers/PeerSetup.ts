/** What a peer is started with, as JSON in its first argument. */
export interface PeerSetup {
  /** The folder of the one release that it serves. */
  readonly release: string
  readonly basePath: string
  /** The artifact of each path below that. */
  readonly artifacts: Readonly<Record<string, string>>
  /** By the first 12 characters of a key, the SHA-256 of the whole, in hexadecimal. */
  readonly keys: Readonly<Record<string, string>>
}

export const peerSetup = (): PeerSetup => JSON.parse(process.argv[2] ?? "{}")

/** What the contract says of every body of the release, and of every response. */
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
  "Access-Control-Expose-Headers":
    "ETag, Retry-After, X-API-Version, X-Deprecation-Warning, X-Latest-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-ID, X-Taxonomy-Version, X-Upgrade-Available, X-Your-Version"
} as const

/** As the limits of an enterprise key: counted, and never reached. */
export const hourMillis = 3_600_000
