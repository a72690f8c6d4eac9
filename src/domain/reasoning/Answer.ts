import type { Config, Setting } from "../taxonomy/Config.ts"
import type { Role } from "../taxonomy/Scalars.ts"

/** `yes` or `no` if all answers to open points agree, else `unknown`. */
export type Verdict = "yes" | "no" | "unknown"

export type ClashVerdict = "clash" | "none" | "unknown"

/** One of two licenses: the first or the second of the question. */
export type Side = "a" | "b"

/** Why a verdict is `no`: the broadest codes of a dimension that are missing, or asked for too much. None follows from another. */
export interface Reason {
  readonly dimension: string
  /** Scope, permission and exclusivity: codes that a lacks. Limit and duty: codes of a that b does not ask for. */
  readonly codes: ReadonlyArray<string>
  readonly kind: Exclude<Role, "description">
  /** True if more is missing than codes can name: a global territory, or all that silence gives. */
  readonly everything?: true
}

/** A point that a license leaves to its agreement, and on which the verdict depends. */
export interface OpenPoint<Of extends string = Side> {
  readonly dimension: string
  readonly of: Of
  /** The members of flags that are open. */
  readonly codes?: ReadonlyArray<string>
  /** The value with which a grant would not be bound (`unbound_by`), if the verdict depends on that. */
  readonly unbound?: string
}

/** What a license says in a scope that a use does not name. */
export interface ScopeSetting {
  readonly dimension: string
  /** `undefined` if it leaves the scope out. */
  readonly setting: Setting | undefined
  readonly silence: "everything" | "open" | undefined
}

/** A duty, or a limit of a dimension that a use does not name. */
export interface Proviso {
  readonly dimension: string
  readonly codes: ReadonlyArray<string>
  readonly kind: "duty" | "limit"
  /** True if the agreement chooses among them. */
  readonly open?: true
}

/** A dimension that a use names without needing anything of it. Its role is `description` if its codes bear on nothing. */
export interface Uncompared {
  readonly dimension: string
  readonly role: "description" | "duty" | "exclusivity"
}

/** A config that turns the verdict, as far as open points let it. That of `covers` keeps all that the first one gives. */
export interface Repair {
  readonly config: Config
  /** The dimensions that differ; `null` if the config leaves them out. */
  readonly changed: Readonly<Record<string, Setting | null>>
  /** The ids of the conflict rules that it breaks. */
  readonly breaks: ReadonlyArray<string>
}

export interface CoversAnswer {
  readonly verdict: Verdict
  readonly reasons: ReadonlyArray<Reason>
  readonly open: ReadonlyArray<OpenPoint>
  /** Dimensions on which both are silent: they are taken to be settled alike. */
  readonly alike: ReadonlyArray<string>
  /** Several if single values can be repaired in several ways; none if there is no way, or nothing to repair. */
  readonly repair: ReadonlyArray<Repair>
}

export interface PermitsAnswer {
  readonly verdict: Verdict
  readonly reasons: ReadonlyArray<Reason>
  readonly open: ReadonlyArray<OpenPoint<"license">>
  readonly within: ReadonlyArray<ScopeSetting>
  readonly provided: ReadonlyArray<Proviso>
  readonly uncompared: ReadonlyArray<Uncompared>
  /** The license with what it lacks, and without the limits that the use does not keep. */
  readonly repair: ReadonlyArray<Repair>
}

/** The broadest that both have in a scope: a code, or everything. A scope that is open on either side has none. */
export interface WitnessCode {
  readonly dimension: string
  readonly code?: string
  readonly everything?: true
}

/** Why a reservation does not meet the grant of the other license. */
export interface Separation {
  /** Whose reservation it is, and the dimension that reserves. */
  readonly of: Side
  readonly reservation: string
  /** Every scope that alone separates. */
  readonly dimensions: ReadonlyArray<string>
  /** The value by which the grant is not bound (`unbound_by`). */
  readonly unbound?: { readonly dimension: string; readonly code: string }
}

export interface ClashAnswer {
  readonly verdict: ClashVerdict
  /** The reservations that are met, of either side, and a point at which the first of them is. */
  readonly reasons: ReadonlyArray<Reason & { readonly of: Side }>
  readonly witness: ReadonlyArray<WitnessCode>
  /** What the verdict depends on; of a clash, what decides which of the reasons holds: one does in any case. */
  readonly open: ReadonlyArray<OpenPoint>
  /** Each reservation with what separates it. None if nothing is reserved. */
  readonly separates: ReadonlyArray<Separation>
}
