import { artifactDamaged } from "./ArtifactDamaged.ts"
import { clockSet } from "./ClockSet.ts"
import { keyChanged } from "./KeyChanged.ts"
import { keyExpiring } from "./KeyExpiring.ts"
import { keyIssued } from "./KeyIssued.ts"
import { keyRevoked } from "./KeyRevoked.ts"
import { ledgerBroken } from "./LedgerBroken.ts"
import { limitBurst } from "./LimitBurst.ts"
import { releaseLate } from "./ReleaseLate.ts"
import { releasePublished } from "./ReleasePublished.ts"
import { releasesReloaded } from "./ReleasesReloaded.ts"
import { releaseWithdrawn } from "./ReleaseWithdrawn.ts"
import { serviceEmptied } from "./ServiceEmptied.ts"
import { servicePaused } from "./ServicePaused.ts"
import { serviceRefusing } from "./ServiceRefusing.ts"
import { serviceRestarted } from "./ServiceRestarted.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** All events. A new one is one file and one line here. */
export const soakEvents: ReadonlyArray<SoakEvent> = [
  keyIssued,
  keyChanged,
  keyExpiring,
  keyRevoked,
  limitBurst,
  releasePublished,
  releaseWithdrawn,
  releaseLate,
  releasesReloaded,
  ledgerBroken,
  artifactDamaged,
  servicePaused("redis"),
  serviceRefusing("redis"),
  serviceRestarted("redis"),
  serviceEmptied("redis"),
  servicePaused("postgres"),
  serviceRefusing("postgres"),
  serviceRestarted("postgres"),
  serviceEmptied("postgres"),
  clockSet("clock-forward", 7200),
  clockSet("clock-backward", -3600)
]

/** Selects events by their names. Throws for one that does not exist. */
export const selectEvents = (names: ReadonlyArray<string> | undefined): ReadonlyArray<SoakEvent> => {
  const unknown = names?.filter((name) => !soakEvents.some((event) => event.name === name)) ?? []
  if (unknown.length > 0) {
    throw new Error(
      `Unknown events: ${unknown.join(", ")}. Choose from ${soakEvents.map(({ name }) => name).join(", ")}`
    )
  }
  return soakEvents.filter(({ name }) => names?.includes(name) ?? true)
}
