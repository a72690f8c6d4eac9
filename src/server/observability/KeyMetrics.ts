import type { KeyRing } from "../../keys/KeyRing.ts"
import type { ReadValue } from "./Metrics.ts"

/** How well the keys in force follow their ledger. */
export const keyValues = ({ status }: KeyRing["Service"]): ReadonlyArray<ReadValue> => [
  {
    name: "taxonomy_keys_degraded",
    description: "1 while the key ledger cannot be read, and revocations are not seen",
    read: () => (status().reason === undefined ? 0 : 1)
  },
  { name: "taxonomy_keys_active", description: "Keys that are accepted", read: () => status().active },
  {
    name: "taxonomy_keys_age_seconds",
    description: "Since the key ledger was last seen to be sound",
    read: () => status().ageMillis / 1000
  }
]
