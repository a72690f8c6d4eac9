import { genesis } from "../../../domain/ledger/HashChain.ts"
import { makeKeyIndex, type EphemeralKey } from "../../../keys/Authentication.ts"
import type { KeyRing } from "../../../keys/KeyRing.ts"
import { readStatusFlags } from "../StatusFlags.ts"
import type { KeysUpdate } from "../WorkerMessages.ts"
import type { WorkerLink } from "./WorkerLink.ts"

/** The keys of a worker: what the coordinator has verified, and puts into force in all workers at once. */
export const followKeys = (
  link: WorkerLink,
  first: KeysUpdate,
  ephemeralKeys: ReadonlyArray<EphemeralKey>,
  flags: SharedArrayBuffer
): KeyRing["Service"] => {
  const index = makeKeyIndex(ephemeralKeys, Date.now)
  // The index keeps the keys that have not changed.
  const apply = ({ changed }: KeysUpdate): void => index.update(new Map(changed.map((key) => [key.identifier, key])))
  apply(first)
  link.onOrder((order) => {
    if (order._tag === "Keys") apply(order.update)
  })
  return {
    authenticate: index.authenticate,
    // The coordinator reports the rest.
    status: () => ({
      reason: readStatusFlags(flags).keysDegraded ? "The keys may be outdated" : undefined,
      ageMillis: 0,
      active: 0,
      expiringSoon: 0,
      ledgerHash: genesis.hash
    })
  }
}
