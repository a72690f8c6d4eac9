import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { didYouMean } from "../taxonomy/Suggestion.ts"
import { identifierLength, KeyIdentifier, prefix } from "./ApiKey.ts"
import { KeyUnknown, type KeyRecord, type Keys } from "./KeyRegistry.ts"

/**
 * The key that a person means by its identifier, or by a beginning of it that no other key has. Of a longer text only
 * the first 12 characters count, so that a key which is pasted whole finds itself, and no message repeats it.
 */
export const findKey = (keys: Keys, text: string): Result.Result<KeyRecord, KeyUnknown | KeyAmbiguous> => {
  const beginning = text.slice(0, identifierLength)
  const exact = keys.get(beginning)
  if (exact !== undefined) return Result.succeed(exact)
  // What every key begins with names none, even where there is one key only.
  const tellsApart = beginning.length > prefix.length
  const found = tellsApart ? [...keys.values()].filter(({ identifier }) => identifier.startsWith(beginning)) : []
  const [first] = found
  if (first === undefined) {
    const hint = didYouMean(beginning, keys.keys())
    return Result.fail(new KeyUnknown({ identifier: beginning, ...(hint === undefined ? {} : { hint }) }))
  }
  return found.length === 1
    ? Result.succeed(first)
    : Result.fail(new KeyAmbiguous({ beginning, candidates: found.map(({ identifier }) => identifier) }))
}

export class KeyAmbiguous extends Schema.TaggedError<KeyAmbiguous>()("KeyAmbiguous", {
  beginning: Schema.String,
  candidates: Schema.Array(KeyIdentifier)
}) {
  override get message() {
    return `"${this.beginning}" may be any of ${this.candidates.join(", ")}: give all 12 characters`
  }
}
