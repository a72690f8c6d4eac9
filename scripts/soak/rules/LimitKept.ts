import { hourlyLimits, type LimitView } from "../world/LimitAccount.ts"
import type { Explanation, Rule } from "./Rule.ts"

/**
 * No key gets more answers than its limit. Without Redis each server counts alone, so that all together may answer as
 * often as the limit for each of them (docs/how-to/many-machines.md).
 */
export const limitKept: Rule = {
  name: "limit kept",
  findProblem: ({ answer, world: { limits, tiers } }) => {
    const isCharged = answer.status === 200 || answer.status === 404
    if (limits === undefined || !isCharged) return undefined
    const max = Math.max(...hourlyLimits(tiers)) * (limits.isExact ? 1 : limits.counters)
    return limits.charged < max ? undefined : `it is answer ${limits.charged + 1}, but only ${max} are allowed`
  }
}

/**
 * The remaining requests are those that are left of the limit. Without Redis, and after it has lost its data, a server knows
 * at least the requests that it has counted itself.
 */
export const remainingCount: Rule = {
  name: "remaining requests",
  findProblem: ({ answer: { limit, remaining, status }, world: { limits } }) => {
    if (limits === undefined || limit === undefined) return undefined
    if (status !== 200 && status !== 404 && status !== 304) return undefined
    const used = Number(limit) - Number(remaining)
    const { chargedBefore, isExact, maxCharged, ownChargedBefore } = limits
    const min = (isExact ? chargedBefore : ownChargedBefore) + (status === 304 ? 0 : 1)
    const max = isExact ? maxCharged : Infinity
    return used >= min && used <= max
      ? undefined
      : `${remaining ?? "nothing"} of ${limit} remain, but from ${min} to ${max} were counted`
  }
}

/** 429 comes only if the limit can be exhausted. */
export const limitExceeded: Explanation = {
  name: "limit exceeded",
  covers: ({ answer: { errorCode } }) => errorCode === "limit-exceeded",
  findProblem: ({ world: { limits, tiers } }) => {
    if (limits === undefined) return "the key has no limit"
    const [limit, counted] = [Math.min(...hourlyLimits(tiers)), mostCounted(limits)]
    return counted >= limit ? undefined : `only ${counted} of ${limit} requests were counted`
  }
}

/** Other requests that can have been counted. One whose connection to Redis broke may be counted twice. */
const mostCounted = ({ isExact, maxCharged }: LimitView): number => (maxCharged - 1) * (isExact ? 1 : 2)
