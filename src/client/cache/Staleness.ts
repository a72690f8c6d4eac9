// @effect-diagnostics globalDate:off
import {
  NetworkError,
  RateLimitExceeded,
  RequestTimedOut,
  ServerError,
  type AnyTaxonomyError
} from "../model/ClientErrors.ts"
import { ageOf, type StoredResponse } from "./StoredResponse.ts"

/** Why a result is a copy that the service could not confirm. */
export interface Staleness {
  /** The seconds since the service last confirmed the body. */
  readonly age: number
  /** When the service last confirmed it. */
  readonly confirmedAt: Date
  /** The error that the call would have rejected with. */
  readonly cause: AnyTaxonomyError
}

/**
 * Decides whether a stored response stands in for a failed one (RFC 5861, 4): if the service cannot be reached, fails, or
 * refuses because the limit is used up. Never if it refuses the API key.
 */
export const findStaleness = (
  stored: StoredResponse,
  problem: unknown,
  staleIfError: number | boolean,
  now: number
): Staleness | undefined => {
  if (staleIfError === false || !isOutage(problem)) return undefined
  const age = ageOf(stored, now)
  if (staleIfError !== true && age - stored.maxAge > staleIfError) return undefined
  return { age, confirmedAt: new Date(stored.confirmedAt), cause: problem }
}

/** True if the service cannot be reached, fails, or refuses because the limit is used up. */
export const isOutage = (
  problem: unknown
): problem is NetworkError | RequestTimedOut | ServerError | RateLimitExceeded =>
  problem instanceof NetworkError ||
  problem instanceof RequestTimedOut ||
  problem instanceof ServerError ||
  problem instanceof RateLimitExceeded
