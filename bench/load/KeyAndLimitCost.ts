import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { generateApiKey } from "../../src/domain/keys/ApiKey.ts"
import { emptyKeyRegistry } from "../../src/domain/keys/KeyRegistry.ts"
import { makeAuthenticator } from "../../src/keys/Authentication.ts"
import { currentInstant, makeMemoryLimiter } from "../../src/limits/Limiter.ts"
import { sizeOf } from "../figures/Counts.ts"

const keyCount = 1000
const calls = sizeOf(200_000, 1)
const repeats = 5

/** The microseconds that checking a key and counting a request take together, at best, over many keys in turn. */
export const keyAndLimitMicros = (): number => {
  const keys = Array.from({ length: keyCount }, () => generateApiKey(randomBytes))
  const authenticate = makeAuthenticator(
    emptyKeyRegistry,
    keys.map((key) => ({ key: Redacted.make(key), tier: "enterprise", organization: "bench" })),
    Date.now
  )
  const limiter = makeMemoryLimiter()
  const headers = keys.map((key) => `Bearer ${key}`)
  const now = Effect.runSync(currentInstant)
  let accepted = 0
  const once = (): number => {
    const started = process.hrtime.bigint()
    for (let call = 0; call < calls; call += 1) {
      const authentication = authenticate(headers[call % keyCount])
      if (authentication._tag !== "Accepted") continue
      if (Effect.runSync(limiter.charge(authentication.keyPrefix, authentication.tier, now)).allowed === true)
        accepted += 1
    }
    return Number(process.hrtime.bigint() - started) / 1000 / calls
  }
  const fastest = Math.min(...Array.from({ length: repeats }, once))
  if (accepted !== calls * repeats) throw new Error(`${accepted} of ${calls * repeats} were accepted`)
  return fastest
}
