/** What the ledger of an origin is, compared with the one that a folder holds. */
export type LedgerRelation =
  | "same"
  /** The origin has more events. */
  | "longer"
  /** The origin has fewer events, and the folder began with them. */
  | "shorter"
  /** Neither begins with the other. */
  | "other"

export const compareLedgers = (held: Uint8Array, offered: Uint8Array): LedgerRelation => {
  const common = Math.min(held.length, offered.length)
  if (Buffer.compare(held.subarray(0, common), offered.subarray(0, common)) !== 0) return "other"
  if (held.length === offered.length) return "same"
  return offered.length > held.length ? "longer" : "shorter"
}
