import type { Config, Setting } from "../taxonomy/Config.ts"

// The client publishes these types (scripts/client/DeclareClient.ts).

/** `yes` or `no` if that is so whatever an agreement says on open points, else `unknown`. */
export type Verdict = "yes" | "no" | "unknown"

/** One of two licenses: the first or the second of the question. */
export type Side = "a" | "b"

/** Codes of a dimension because of which a verdict is `no`. None follows from another. */
export interface Reason {
  /** The name of the dimension. */
  readonly dimension: string
  /**
   * The broadest codes: those that the license lacks, or the limits and duties that it has and the other one does not keep.
   * Empty if the license has an empty scope, and gives nothing.
   */
  readonly codes: ReadonlyArray<string>
  /** The role of the codes. */
  readonly kind: "scope" | "permission" | "limit" | "duty" | "exclusivity"
  /** True if more is missing than codes can name: the whole world, or all that silence gives. */
  readonly everything?: true
}

/** A point that a license leaves to its agreement. */
export interface OpenPoint<Of extends string = Side> {
  /** The name of the dimension. */
  readonly dimension: string
  /** The license, as the arguments are named. */
  readonly of: Of
  /** The members that are open, of flags. */
  readonly codes?: ReadonlyArray<string>
  /** The value with which a grant would not be bound (`unbound_by`), if a clash depends on that. */
  readonly unbound?: string
}

/** What a license says in a scope that a use does not name. */
export interface ScopeSetting {
  /** The name of the dimension. */
  readonly dimension: string
  /** The setting; `undefined` if the license leaves the dimension out. */
  readonly setting: Setting | undefined
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
  /** True if the agreement chooses among them. */
  readonly open?: true
}

/** A dimension that a use names and needs nothing of. */
export interface Uncompared {
  /** The name of the dimension. */
  readonly dimension: string
  /** Its role: `description` says nothing about what may be done. */
  readonly role: "description" | "duty" | "exclusivity"
}

/** A config with which the verdict is no longer `no`, as far as open points let it. That of `covers` keeps all that the first license gives. */
export interface Repair {
  /** The config. */
  readonly config: Config
  /** The dimensions that differ; `null` if the config leaves one out. */
  readonly changed: Readonly<Record<string, Setting | null>>
  /** The ids of the conflict rules that the config breaks. */
  readonly breaks: ReadonlyArray<string>
}

/** What `covers` found. */
export interface CoversAnswer {
  /** Whether all that the second license allows may be done under the first one. Compare it: every verdict is truthy. */
  readonly verdict: Verdict
  /** Why the verdict is `no`; empty otherwise. */
  readonly reasons: ReadonlyArray<Reason>
  /** What the licenses leave to their agreements. The verdict depends on it if it is `unknown`. */
  readonly open: ReadonlyArray<OpenPoint>
  /** The dimensions that both leave open, which are taken to be settled alike. */
  readonly alike: ReadonlyArray<string>
  /** What would let the first license cover the second one, in each way if there are several; empty if nothing would. */
  readonly repair: ReadonlyArray<Repair>
}

/** What `permits` found. */
export interface PermitsAnswer {
  /** Whether the license permits the use. Compare it: every verdict is truthy. */
  readonly verdict: Verdict
  /** Why the verdict is `no`; empty otherwise. */
  readonly reasons: ReadonlyArray<Reason>
  /** What the license leaves to its agreement. */
  readonly open: ReadonlyArray<OpenPoint<"license">>
  /** What the license says in the scopes that the use does not name, and has to stay within. */
  readonly within: ReadonlyArray<ScopeSetting>
  /** Duties of the licensee, and limits of dimensions that the use does not name. */
  readonly provided: ReadonlyArray<Proviso>
  /** The dimensions that the use names and needs nothing of. */
  readonly uncompared: ReadonlyArray<Uncompared>
  /** The license with what it lacks, and without the limits that the use does not keep; empty if nothing would permit the use. */
  readonly repair: ReadonlyArray<Repair>
}

/** The codes that a contract reserves and the other one grants. */
export interface ClashReason extends Reason {
  /** The contract that reserves. */
  readonly of: Side
}

/** The broadest that two contracts have in common in a scope: a code, or everything. A scope that is open on either side has none. */
export interface CommonCode {
  /** The name of the dimension. */
  readonly dimension: string
  /** The broadest code, the first one of several. */
  readonly code?: string
  /** True for everything, also what no code names. */
  readonly everything?: true
}

/** The days on which two contracts apply, both included. */
export interface CommonDays {
  /** The first day; absent if both have always begun. */
  readonly from?: string
  /** The last day; absent if neither ends. */
  readonly until?: string
}
