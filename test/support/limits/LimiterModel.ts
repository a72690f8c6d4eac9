import { quotas, type Tier } from "../../../src/domain/keys/Tier.ts"

/** A model that remembers every allowed request instead of counting. Time is in milliseconds. */
export class LimiterModel {
  readonly #counted = new Map<string, ReadonlyArray<number>>()

  charge(keyPrefix: string, tier: Tier, now: number, cost: number): boolean {
    const counted = this.#counted.get(keyPrefix) ?? []
    const allowed =
      usedIn(counted, hour, now) + cost <= quotas[tier].hour && usedIn(counted, day, now) + cost <= quotas[tier].day
    if (allowed) this.#counted.set(keyPrefix, [...counted, ...Array<number>(cost).fill(now)])
    return allowed
  }
}

const hour = 3_600_000
const day = 24 * hour

/** The requests in the open window. Each window begins with the first request after the previous one. */
const usedIn = (counted: ReadonlyArray<number>, length: number, now: number): number => {
  let opened = -Infinity
  for (const time of counted) if (time - opened >= length) opened = time
  return now - opened >= length ? 0 : counted.filter((time) => time >= opened).length
}
