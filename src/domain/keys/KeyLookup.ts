import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { didYouMean } from "../taxonomy/Suggestion.ts"
import { keyMarker, KeyPrefix, toKeyPrefix } from "./ApiKey.ts"
import { KeyUnknown } from "./KeyRefusals.ts"
import type { ApiKeyRecord, KeyRegistry } from "./KeyRegistry.ts"

/**
 * Finds an API key by its prefix, or by the unambiguous start of it. Of a longer text only the first 12 characters
 * count, so a whole key finds itself and no message repeats it.
 */
export const findKey = (keys: KeyRegistry, text: string): Result.Result<ApiKeyRecord, KeyUnknown | KeyAmbiguous> => {
  const start = toKeyPrefix(text)
  const exact = keys.get(start)
  if (exact !== undefined) return Result.succeed(exact)
  // The marker alone selects no key, even if there is only one.
  const isSpecific = start.length > keyMarker.length
  const candidates = isSpecific ? [...keys.values()].filter(({ identifier }) => identifier.startsWith(start)) : []
  const [first] = candidates
  if (first === undefined) {
    const hint = didYouMean(start, keys.keys())
    return Result.fail(new KeyUnknown({ keyPrefix: start, ...(hint === undefined ? {} : { hint }) }))
  }
  return candidates.length === 1
    ? Result.succeed(first)
    : Result.fail(new KeyAmbiguous({ start, candidates: candidates.map(({ identifier }) => identifier) }))
}

export class KeyAmbiguous extends Schema.TaggedError<KeyAmbiguous>()("KeyAmbiguous", {
  start: Schema.String,
  candidates: Schema.Array(KeyPrefix)
}) {
  override get message() {
    return `"${this.start}" matches several keys: ${this.candidates.join(", ")}. Give all 12 characters`
  }
}
