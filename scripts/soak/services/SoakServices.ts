import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { makeFakeClock } from "./FakeClock.ts"
import { makeOwnPostgres } from "./OwnPostgres.ts"
import { makeOwnRedis } from "./OwnRedis.ts"
import type { OwnService } from "./OwnService.ts"

/** Starts what servers need, as far as it is installed. All of it ends with the scope, with the data. */
export const startServices = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const redis = yield* started(() => makeOwnRedis(join(folder, "redis")))
  const postgres = yield* started(() => makeOwnPostgres(join(folder, "postgres")))
  return {
    redis,
    postgres,
    clock: makeFakeClock(join(folder, "clock")),
    releases: join(folder, "releases"),
    /** For `--keys` and `--limits`. */
    keys: postgres?.url ?? join(folder, "keys.ndjson"),
    limits: redis?.url ?? "memory"
  }
})

/** A folder that databases may enter as other users. */
const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "taxonomy-soak-"))
    chmodSync(folder, 0o711)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
)

const started = (make: () => Promise<OwnService | undefined>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const service = await make()
      await service?.start()
      return service
    }),
    (service) => Effect.promise(async () => service?.kill())
  )
