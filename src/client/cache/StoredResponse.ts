/** A response that may be used again. */
export interface StoredResponse {
  /** The bytes as received: a text might take twice the memory. */
  readonly body: Uint8Array
  /** The entity tag to revalidate the body with, if it has one. */
  readonly tag: string | undefined
  /** What the response said of its release and of deprecations, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** When the server last confirmed the body, in milliseconds since 1970. */
  readonly confirmedAt: number
  /** For how long the body is fresh from then on, in seconds. */
  readonly maxAge: number
}

/** The headers that a stored response keeps. Others are about one request. */
export const keptHeaders = [
  "x-taxonomy-version",
  "x-latest-version",
  "x-latest-compatible-version",
  "x-upgrade-available",
  "x-deprecation-warning",
  "deprecation",
  "sunset"
] as const

/** The seconds since the server confirmed a body. A clock that was set back makes it look old, never new. */
export const ageOf = ({ confirmedAt, maxAge }: StoredResponse, now: number): number =>
  now < confirmedAt ? maxAge + 1 : (now - confirmedAt) / 1000

/** True if a body can be used without asking the server. */
export const isFresh = (stored: StoredResponse, now: number): boolean => ageOf(stored, now) < stored.maxAge
