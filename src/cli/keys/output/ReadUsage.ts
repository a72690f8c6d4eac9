import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { KeyPrefix } from "../../../domain/keys/ApiKey.ts"
import { UsageReport } from "../../../usage/UsageReport.ts"

/** The usage that an admin server knows. */
export interface KnownUsage {
  readonly since: string
  readonly usageOf: (keyPrefix: KeyPrefix) => UsageReport["keys"][number] | undefined
}

/**
 * Asks an admin server for the usage of one key, or of all. Returns `undefined` with a warning if it does not answer: the
 * records of the keys are of use without it.
 */
export const readUsage = (
  adminUrl: Option.Option<string>,
  keyPrefix?: KeyPrefix
): Effect.Effect<KnownUsage | undefined> =>
  Option.match(adminUrl, {
    onNone: () => Effect.undefined,
    onSome: (base) =>
      Effect.tryPromise({
        try: async (signal) => {
          const url = new URL(`${base.replace(/\/$/, "")}/keys/usage`)
          if (keyPrefix !== undefined) url.searchParams.set("key", keyPrefix)
          const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMillis)]) })
          if (!response.ok) throw new Error(`status ${response.status}`)
          const { keys, since } = decodeReport(await response.text())
          const usages = new Map(keys.map((usage) => [usage.identifier, usage]))
          return { since, usageOf: (prefix: KeyPrefix) => usages.get(prefix) }
        },
        catch: reasonOf
      }).pipe(
        Effect.catch((reason) =>
          Effect.as(
            Console.error(
              `warning: The usage of keys is unknown, since ${base} did not tell it: ${reason}. Check --admin-url, and that the server has an --admin-port`
            ),
            undefined
          )
        )
      )
  })

const decodeReport = Schema.decodeUnknownSync(Schema.fromJsonString(UsageReport))

const timeoutMillis = 5000

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && "code" in error.cause ? String(error.cause.code) : error.message
}
