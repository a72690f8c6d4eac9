import * as Schema from "effect/Schema"

/** The usage tier of an API key, which decides its rate limits (service spec, 5.9). */
export type Tier = typeof Tier.Type
export const Tier = Schema.Literals(["free", "professional", "enterprise"])

/** The number of requests that a key may make per hour and per day; `Infinity` if unlimited. */
export interface Quota {
  readonly hour: number
  readonly day: number
}

/** The limits of each tier (service spec, section 8). */
export const quotas: Readonly<Record<Tier, Quota>> = {
  free: { hour: 100, day: 1000 },
  professional: { hour: 1000, day: 10_000 },
  enterprise: { hour: Infinity, day: Infinity }
}

export const isUnlimited = ({ day, hour }: Quota): boolean => hour === Infinity && day === Infinity
