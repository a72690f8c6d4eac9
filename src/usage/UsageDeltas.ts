/** What an API key has done since an earlier moment. */
export interface KeyUsage {
  /** Requests that were answered after the key was accepted, refused ones included. */
  readonly requests: number
  /** Those of them that exceeded a limit. */
  readonly refused: number
  readonly lastUsedMillis: number
  /** True if the last request left less than a tenth of the hourly limit. */
  readonly isNearLimit: boolean
}

/** The usage of some keys, which servers add up. */
export type UsageDeltas = ReadonlyArray<readonly [keyPrefix: string, usage: KeyUsage]>

/** Adds what a key has done in two places, or at two times. */
export const addUsage = (left: KeyUsage, right: KeyUsage): KeyUsage => ({
  requests: left.requests + right.requests,
  refused: left.refused + right.refused,
  lastUsedMillis: Math.max(left.lastUsedMillis, right.lastUsedMillis),
  isNearLimit: left.lastUsedMillis > right.lastUsedMillis ? left.isNearLimit : right.isNearLimit
})
