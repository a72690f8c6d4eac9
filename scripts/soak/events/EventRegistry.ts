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
