import type { Tier } from "../../../src/domain/keys/Tier.ts"

/** What the key ledger says about a key. */
export interface KeyState {
  readonly status: "unissued" | "active" | "revoked"
  readonly tier: Tier
  /** When it expires by the clock of the server, in milliseconds since the epoch; `Infinity` for never. */
  readonly expiresAt: number
}

/** How a server treats a key. */
export type KeyStanding = "unknown" | "active" | "revoked" | "expired"

/** A period by the clock of a server, in milliseconds since the epoch. */
export interface Period {
  readonly start: number
  readonly end: number
}

/** Returns how a key in one of these states may be treated at some moment of one of these periods. */
export const standingsOf = (
  states: ReadonlyArray<KeyState>,
  periods: ReadonlyArray<Period>
): ReadonlyArray<KeyStanding> => [
  ...new Set(
    states.flatMap(({ expiresAt, status }): ReadonlyArray<KeyStanding> => {
      if (status !== "active") return [status === "revoked" ? "revoked" : "unknown"]
      return [
        ...(periods.some(({ start }) => start - clockTolerance < expiresAt) ? ["active" as const] : []),
        ...(periods.some(({ end }) => end + clockTolerance >= expiresAt) ? ["expired" as const] : [])
      ]
    })
  )
]

/** True if a key is accepted at an instant. */
export const isAccepted = ({ expiresAt, status }: KeyState, unixMillis: number): boolean =>
  status === "active" && unixMillis < expiresAt

/** How far two processes may read different times from one clock, in milliseconds. */
const clockTolerance = 20
