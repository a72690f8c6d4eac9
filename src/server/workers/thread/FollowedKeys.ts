import type { KeyPrefix } from "../../../domain/keys/ApiKey.ts"
import type { ApiKeyRecord } from "../../../domain/keys/KeyRegistry.ts"
import { makeAuthenticator, type EphemeralKey } from "../../../keys/Authentication.ts"
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
  const keys = new Map<KeyPrefix, ApiKeyRecord>()
  const apply = ({ changed }: KeysUpdate) => {
    for (const record of changed) keys.set(record.identifier, record)
    return makeAuthenticator(keys, ephemeralKeys, Date.now)
  }
  let authenticate = apply(first)
  link.onOrder((order) => {
    if (order._tag === "Keys") authenticate = apply(order.update)
  })
  return {
    authenticate: (authorization) => authenticate(authorization),
    // The coordinator reports the rest.
    status: () => ({
      reason: readStatusFlags(flags).keysDegraded ? "The keys may be outdated" : undefined,
      ageMillis: 0,
      active: 0,
      expiringSoon: 0
    })
  }
}
