import { isUnlimited, quotas } from "../../../src/domain/keys/Tier.ts"
import type { Resource } from "../schedule/Schedule.ts"
import type { OwnService } from "../services/OwnService.ts"
import type { Sample } from "../services/SoakServer.ts"
import type { SoakWorld } from "../world/SoakWorld.ts"
import { newestValue } from "../world/Timeline.ts"
import type { Stage } from "./SoakEvent.ts"

export type ServiceName = "redis" | "postgres"

/** What the faults of a service have in common. */
interface ServiceTarget {
  readonly uses: ReadonlyArray<Resource>
  /** True if a server reports that it does without the service. */
  readonly isReported: (sample: Sample, world: SoakWorld) => boolean
  /** True if it has used the service since that time, by the monotonic clock in milliseconds. */
  readonly isRecovered: (sample: Sample, since: number) => boolean
}

export const serviceTargets: Readonly<Record<ServiceName, ServiceTarget>> = {
  redis: {
    uses: ["limits"],
    isReported: ({ metric }, world) => metric("taxonomy_limits_shared") === 0 || !needsRedis(world),
    isRecovered: ({ metric }) => metric("taxonomy_limits_shared") === 1
  },
  postgres: {
    uses: ["keys"],
    isReported: ({ degraded, metric }) => metric("taxonomy_keys_degraded") === 1 && degraded !== undefined,
    // Without the age, a server that has not noticed the fault yet, or reports it late, would count as recovered.
    isRecovered: ({ askedAt, metric }, since) =>
      metric("taxonomy_keys_degraded") === 0 && metric("taxonomy_keys_age_seconds") * 1000 < askedAt - since
  }
}

export const missingService = (name: ServiceName) => (stage: Pick<Stage, ServiceName>) =>
  stage[name] === undefined ? `${name} is not installed` : undefined

export const serviceOf = (stage: Stage, name: ServiceName): OwnService => {
  const service = stage[name]
  if (service === undefined) throw new Error(`${name} is missing, so this event is not planned`)
  return service
}

/** Waits until every server has used a service that answers from now on. */
export const untilRecovered = (stage: Stage, service: ServiceName, words: string): Promise<void> => {
  const since = performance.now()
  return stage.untilAll(words, (sample) => serviceTargets[service].isRecovered(sample, since))
}

/**
 * True if a request surely reaches Redis: a server refuses a key that has exhausted its limit without asking, and counts
 * requests whose answers nobody reads.
 */
const needsRedis = ({ keys }: SoakWorld): boolean =>
  keys.some(({ account: { charged, unanswered }, states }) => {
    const { status, tier } = newestValue(states)
    return status === "active" && !isUnlimited(quotas[tier]) && charged + unanswered < quotas[tier].hour
  })
