import * as Flag from "effect/cli/Flag"
import { defaultNote, literalOption, textOptionOr } from "../options/EnvironmentOption.ts"
import { withRange } from "../options/IntegerOption.ts"

/** The options of the rate limits, and of what happens if they cannot be shared. */
export const limitsOptions = {
  limits: textOptionOr("limits", "Backend of the rate limits: memory, or a Redis as redis://host", "memory").pipe(
    Flag.withMetavar("backend")
  ),
  limitsTimeout: withRange(
    textOptionOr("limits-timeout", "Milliseconds that a request waits for Redis at most", "50"),
    { noun: "a number of milliseconds", minimum: 1, maximum: 60_000 }
  ),
  limitsUnavailable: literalOption(
    "limits-unavailable",
    ["open", "closed"],
    "Without Redis, count on each server alone (open), or answer 503 to keys with a limit (closed)",
    defaultNote("open")
  ).pipe(Flag.withDefault("open"))
}
