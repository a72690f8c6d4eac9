import type { Tier } from "../../../src/domain/keys/Tier.ts"
import type { SoakAnswer } from "../requests/SoakAnswer.ts"
import type { SoakRequest } from "../requests/SoakRequest.ts"
import type { KeyStanding } from "../world/KeyState.ts"
import type { LimitView } from "../world/LimitAccount.ts"
import type { ReleaseState } from "../world/ReleaseState.ts"

/** All that may have been true between a request and its answer. Several values mean that a change was under way. */
export interface WorldView {
  /** How the key may be treated. */
  readonly standings: ReadonlyArray<KeyStanding>
  /** The tiers that the key may have; none if no key in the ledger was sent. */
  readonly tiers: ReadonlyArray<Tier>
  readonly releases: ReadonlyArray<ReleaseState>
  /** `undefined` if no key with a limit was sent. */
  readonly limits: LimitView | undefined
  /** The 401 and 403 of the last minute on this server, with those that may be on their way. */
  readonly refusalsOfMinute: number
  /** The digest of a body that came with the same path, encoding and entity tag. */
  readonly knownDigest: string | undefined
  /** The faults in force, for the message. */
  readonly faults: ReadonlyArray<string>
}

/** A request, its answer, and the world meanwhile. */
export interface Exchange {
  readonly request: SoakRequest
  readonly answer: SoakAnswer
  readonly world: WorldView
}

/** A rule for all answers. */
export interface Rule {
  readonly name: string
  /** Returns why the answer is wrong. */
  readonly findProblem: (exchange: Exchange) => string | undefined
}

/** A rule that explains some answers. One that no such rule covers is wrong. */
export interface Explanation extends Rule {
  readonly covers: (exchange: Exchange) => boolean
}
