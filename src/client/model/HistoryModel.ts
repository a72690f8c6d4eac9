import type { Deprecation, Localized, Replacement, TranslatedTexts } from "./Model.ts"

/** The state of all releases that a body was made from. */
export interface HistoryMeta {
  /** The newest release of the API version, `v1.0`. */
  readonly taxonomy_version: string
  /** Its full version, `1.0.0`. */
  readonly release: string
  /** The time of the newest publication or withdrawal: ISO 8601, UTC. */
  readonly generated_at: string
}

/**
 * `current`: the newest release of its major. `superseded`: its major has a newer one. `withdrawn`: it was published by
 * mistake. `end-of-life`: an end of its major is recorded, which can still lie ahead. A newer service may send others.
 */
export type ReleaseStatus = "current" | "superseded" | "withdrawn" | "end-of-life"

/** An exception from a rule that a person approved for one release. */
export interface Waiver {
  /** The id of the check. */
  readonly rule: string
  /** What the exception is for: an item, or a text that the check names. */
  readonly subject: string
  /** The reason, for people. */
  readonly reason: string
  /** The person or the group that approved it. */
  readonly approved_by: string
}

/** A release of the taxonomy, of any major version. */
export interface Release {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The full version, `1.0.0`. */
  readonly release: string
  /** ISO 8601, UTC. */
  readonly published_at: string
  /** How the version follows from its base; `null` for the first release. */
  readonly bump: "major" | "minor" | "patch" | null
  /** The full version of the release that it was made from; `null` for the first release. */
  readonly base: string | null
  /** The API version that serves it, `v1`; `null` for releases before 1.0.0, which are not served. */
  readonly api_version: string | null
  /** What became of it. */
  readonly status: ReleaseStatus
  /** When and why it was withdrawn; absent if it was not. */
  readonly withdrawn?: DateAndReason
  /** When and why its major ends or has ended; absent if no end is recorded. */
  readonly end_of_life?: DateAndReason
  /** The number of changes, by kind. */
  readonly changes: {
    /** By kind, such as `value-added`. */
    readonly [kind: string]: number
  }
  /** The approved exceptions from the rules. */
  readonly waivers: ReadonlyArray<Waiver>
}

/** When something was decided, and why. */
export interface DateAndReason {
  /** ISO 8601, UTC. The end of a major can lie ahead. */
  readonly date: string
  /** The reason, for people. */
  readonly reason: string
}

/** Every release of the taxonomy, the result of `releases()`. */
export interface Releases {
  /** The newest taxonomy version of the API version, `v1.0`. */
  readonly version: string
  /** The releases of all majors, the newest version first. */
  readonly releases: ReadonlyArray<Release>
  /** Their number. */
  readonly count: number
  /** What the list was made from. */
  readonly _meta: HistoryMeta
}

/** A dimension, a value, a base license or a rule of any release, and when it came and went. */
export interface Item extends Localized {
  /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
  readonly item: string
  /** The kind of the item. A newer service may send others. */
  readonly kind: "dimension" | "value" | "license" | "rule"
  /** The label, the name of a license, or the description of a rule, in the newest release that has it. */
  readonly label: string
  /** Translations of label and reason; absent without translations. */
  readonly translations?: TranslatedTexts<"label" | "reason">
  /** The full version of the release that added it, or that brought it back. */
  readonly added_in: string
  /** The release that deprecated it; absent if the newest release that has it does not deprecate it. */
  readonly deprecated_in?: string
  /** The release that removed it; absent if the newest line of releases that ever had it still does. */
  readonly removed_in?: string
  /** The day of that release, `2026-09-20`; absent if it is not removed. Older servers do not send it. */
  readonly removed_on?: string
  /** The newest release that has it; absent if that is the newest release of all. */
  readonly last_in?: string
  /** Its replacement; absent if nothing replaces it. */
  readonly replacement?: Replacement
  /** Why it is deprecated or was removed, for people. */
  readonly reason?: string
  /** Its deprecation, with the removal as of today; absent if it is not deprecated. Older servers do not send it. */
  readonly deprecation?: Deprecation
}

/** Every item that the taxonomy ever had, the result of `items()`. */
export interface Items {
  /** The newest taxonomy version of the API version, `v1.0`. */
  readonly version: string
  /** The items, sorted by name. */
  readonly items: ReadonlyArray<Item>
  /** Their number. */
  readonly count: number
  /** What the list was made from. */
  readonly _meta: HistoryMeta
}
