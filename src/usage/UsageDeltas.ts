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

/**
 * What requests use: a release that they got by default, a release that they pinned, so that a new minor version changes
 * nothing for them, or a deprecated item that they named.
 */
export const useKinds = ["default", "pinned", "deprecated"] as const
export type UseKind = (typeof useKinds)[number]

/** The requests of an API key on a day that used a release or a deprecated item. */
export interface Use {
  readonly keyPrefix: string
  /** In UTC, such as `2026-11-28`. */
  readonly day: string
  readonly kind: UseKind
  /** The version of the release, or the item such as `use_type/editorial`. */
  readonly name: string
  readonly requests: number
}

/** The usage of some keys, which servers add up. */
export interface UsageDeltas {
  readonly keys: ReadonlyArray<readonly [keyPrefix: string, usage: KeyUsage]>
  readonly uses: ReadonlyArray<Use>
}

/** Adds what a key has done in two places, or at two times. */
export const addUsage = (left: KeyUsage, right: KeyUsage): KeyUsage => ({
  requests: left.requests + right.requests,
  refused: left.refused + right.refused,
  lastUsedMillis: Math.max(left.lastUsedMillis, right.lastUsedMillis),
  isNearLimit: left.lastUsedMillis > right.lastUsedMillis ? left.isNearLimit : right.isNearLimit
})
