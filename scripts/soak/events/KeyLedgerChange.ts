import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Tier } from "../../../src/domain/keys/Tier.ts"
import { timestampOf } from "../../../src/domain/ledger/Timestamp.ts"
import { holder } from "../../../test/system/keys/storeIn.ts"
import { unixMillis } from "../WallClock.ts"
import type { KeyState } from "../world/KeyState.ts"
import { makeSoakKey, type SoakKey } from "../world/SoakKey.ts"
import { beginChange, newestValue, settle } from "../world/Timeline.ts"
import type { Stage } from "./SoakEvent.ts"

type KeyStage = Pick<Stage, "world" | "store" | "untilAll">

/**
 * Issues a key. `lifetime` is in milliseconds, by the clock of the servers if that is ahead: a key that had expired before
 * they know it would not show in the number of keys that they accept. Servers may know it from now on.
 */
export const issueKey = async ({ store, world }: KeyStage, tier: Tier, lifetime = Infinity): Promise<SoakKey> => {
  // The ledger has whole seconds.
  const expiresAt = Math.ceil((unixMillis() + Math.max(0, newestValue(world.clock)) + lifetime) / 1000) * 1000
  const expiry =
    lifetime === Infinity ? undefined : { _tag: "At" as const, at: timestampOf(DateTime.makeUnsafe(expiresAt)) }
  const { event, key } = await Effect.runPromise(store.issue({ ...holder, tier }, { expiry }))
  const issued = makeSoakKey(event.identifier, Redacted.value(key), { tier, expiresAt }, world.inexactness)
  putState(issued, { ...newestValue(issued.states), status: "active" })
  world.keys.push(issued)
  return issued
}

/** Puts a new state into the world, before the ledger has it. */
export const putState = (key: SoakKey, state: KeyState): void => {
  key.states = beginChange(key.states, state, performance.now())
}

/** Waits until every server has as many keys as the ledger, so that all changes before are in force. */
export const untilKeysInForce = async ({ untilAll, world }: KeyStage): Promise<void> => {
  await untilAll("the keys of the ledger are in force", ({ metric }) => {
    return metric("taxonomy_keys_active") === world.acceptedKeys(unixMillis())
  })
  const now = performance.now()
  for (const key of world.keys) key.states = settle(key.states, now)
}

/** Returns a key with a limit that is active and does not expire during the run. */
export const findLastingKey = ({ random, world: { keys } }: Pick<Stage, "random" | "world">): SoakKey | undefined => {
  const lasting = keys.filter(({ states }) => {
    const { expiresAt, status, tier } = newestValue(states)
    return status === "active" && tier !== "enterprise" && expiresAt === Infinity
  })
  return lasting[Math.floor(random() * lasting.length)]
}
