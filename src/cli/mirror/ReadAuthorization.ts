import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readRegularFile } from "../../platform/RegularFiles.ts"
import { usageError } from "../CommandRefused.ts"

/** The environment variable with the value of the `Authorization` header, or with the absolute path of its file. */
const variable = "TAXONOMY_MIRROR_AUTHORIZATION"

/**
 * Reads what the origin requires as `Authorization`; `undefined` if the variable is missing or empty. A file is read each
 * time, since tokens are replaced. Messages contain nothing of the value.
 */
export const readAuthorization = Effect.gen(function* () {
  const given = yield* Effect.orDie(Config.Redacted(variable).pipe(Config.withDefault(Redacted.make(""))))
  const value = Redacted.value(given).trim()
  if (value === "") return undefined
  const text = value.startsWith("/") ? new TextDecoder().decode(yield* readRegularFile(value)).trim() : value
  if (/^[\x20-\x7e]+$/.test(text)) return Redacted.make(text)
  return yield* usageError(
    `${variable} is not the value of a header. Write it on one line, such as Bearer and a token.`
  )
})
