import type { Config, Dimension } from "../model/Model.generated.ts"

/** `yes` or `no` if that is so whatever an agreement says on open points, else `unknown`. */
export type LicenseVerdict = "yes" | "no" | "unknown"

/** What `covers` found. */
export interface CoversAnswer {
  /** Whether all that the second license allows may be done under the first one. Compare it: every verdict is truthy. */
  readonly verdict: LicenseVerdict
  /** The release by which the codes were read, `1.1.0`. */
  readonly release: string
  /** The config of the first license, which a repair changes. */
  readonly config: Config
  /** Why the verdict is `no`; empty otherwise. */
  readonly reasons: ReadonlyArray<LicenseReason>
  /** What the licenses leave to their agreements. The verdict depends on it if it is `unknown`. */
  readonly open: ReadonlyArray<OpenPoint<"a" | "b">>
  /** The dimensions that both leave open, which are taken to be settled alike. */
  readonly alike: ReadonlyArray<string>
  /** What would let the first license cover the second one, in each way if there are several; empty if nothing would. */
  readonly repair: ReadonlyArray<LicenseRepair>
}

/** What `permits` found. */
export interface PermitsAnswer {
  /** Whether the license permits the use. Compare it: every verdict is truthy. */
  readonly verdict: LicenseVerdict
  /** The release by which the codes were read, `1.1.0`. */
  readonly release: string
  /** The config of the license, which a repair changes. */
  readonly config: Config
  /** Why the verdict is `no`; empty otherwise. */
  readonly reasons: ReadonlyArray<LicenseReason>
  /** What the license leaves to its agreement. The verdict depends on it if it is `unknown`. */
  readonly open: ReadonlyArray<OpenPoint<"license">>
  /** What the license says in the scopes that the use does not name, and has to stay within. */
  readonly within: ReadonlyArray<ScopeSetting>
  /** Duties of the licensee, and limits of dimensions that the use does not name. */
  readonly provided: ReadonlyArray<Proviso>
  /** The dimensions that the use names and needs nothing of. */
  readonly uncompared: ReadonlyArray<UncomparedDimension>
  /** What would permit the use, in each way if there are several; empty if nothing would. */
  readonly repair: ReadonlyArray<LicenseRepair>
}

/** Codes of a dimension because of which a verdict is `no`. None follows from another. */
export interface LicenseReason {
  /** The name of the dimension. */
  readonly dimension: string
  /**
   * The broadest codes: those that the license lacks, or the limits and duties that it has and the other one does not keep.
   * Empty if the license has an empty scope, and gives nothing.
   */
  readonly codes: ReadonlyArray<string>
  /** The role of the codes. */
  readonly kind: "scope" | "permission" | "limit" | "duty" | "exclusivity"
  /** True if more is missing than codes can name, such as the whole world. */
  readonly everything?: true
}

/** A point that a license leaves to its agreement. */
export interface OpenPoint<Of extends string> {
  /** The name of the dimension. */
  readonly dimension: string
  /** The license, as the arguments are named. */
  readonly of: Of
  /** The members that are open, of flags. */
  readonly codes?: ReadonlyArray<string>
  /** The value with which a contract would not be bound, if a clash depends on that. */
  readonly unbound?: string
}

/** What a license says in a scope that a use does not name. */
export interface ScopeSetting {
  /** The name of the dimension. */
  readonly dimension: string
  /** The setting; `undefined` if the license leaves the dimension out. */
  readonly setting: Config[string] | undefined
  /** What leaving it out means; `undefined` if the license sets it. */
  readonly silence: "everything" | "open" | undefined
}

/** A duty, or a limit of a dimension that a use does not name. */
export interface Proviso {
  /** The name of the dimension. */
  readonly dimension: string
  /** The codes. */
  readonly codes: ReadonlyArray<string>
  /** Their role. */
  readonly kind: "duty" | "limit"
  /** True if the agreement decides which. */
  readonly open?: true
}

/** A dimension that a use names and needs nothing of. */
export interface UncomparedDimension {
  /** The name of the dimension. */
  readonly dimension: string
  /** Its role: `description` says nothing about what may be done. */
  readonly role: Extract<NonNullable<Dimension["role"]>, "description" | "duty" | "exclusivity">
}

/** A config with which the verdict is no longer `no`. */
export interface LicenseRepair {
  /** The config. */
  readonly config: Config
  /** The dimensions that differ; `null` if the config leaves one out. */
  readonly changed: Readonly<Record<string, Config[string] | null>>
  /** The ids of the conflict rules that the config breaks. */
  readonly breaks: ReadonlyArray<string>
}
