import type { KeyStore } from "../../../src/keys/KeyStore.ts"
import type { Clients } from "../requests/Clients.ts"
import type { Schedulable } from "../schedule/Schedule.ts"
import type { FakeClock } from "../services/FakeClock.ts"
import type { OwnService } from "../services/OwnService.ts"
import type { Sample, SoakServer } from "../services/SoakServer.ts"
import type { SoakWorld } from "../world/SoakWorld.ts"

/** What events work with. */
export interface Stage {
  readonly world: SoakWorld
  readonly servers: ReadonlyArray<SoakServer>
  readonly store: KeyStore["Service"]
  /** The folder of the releases. */
  readonly releases: string
  /** Each is `undefined` if its program is missing. */
  readonly redis: OwnService | undefined
  readonly postgres: OwnService | undefined
  readonly clock: FakeClock | undefined
  readonly random: () => number
  /** Sends a request to any server, and has its answer judged. */
  readonly send: Clients["send"]
  /** Waits until each server shows something in its samples. Fails with the words if one does not within a minute. */
  readonly untilAll: (words: string, shows: (sample: Sample) => boolean) => Promise<void>
}

/** Something that happens to the servers while they answer. */
export interface SoakEvent<S = Stage> extends Schedulable {
  /** Returns what is missing on this machine. */
  readonly findMissing?: (stage: Pick<Stage, "redis" | "postgres" | "clock">) => string | undefined
  readonly begin: (stage: S) => Promise<void>
  /** Ends a fault, and waits until the servers have recovered. */
  readonly end?: (stage: S) => Promise<void>
}
