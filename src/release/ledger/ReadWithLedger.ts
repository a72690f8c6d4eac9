import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { ledgerFile, readLedger, type Ledger } from "./Ledger.ts"

/**
 * Reads the ledger, and then another file that must fit it, without the lock. Reads both again if a publication replaced
 * the ledger in between, since the older ledger and the newer file would look like a ledger that was cut off.
 */
export const readWithLedger = <A, E, R>(releases: string, read: (ledger: Ledger) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    for (;;) {
      const ledger = yield* readLedger(releases)
      const outcome = yield* Effect.result(read(ledger))
      // A ledger only grows.
      if ((yield* sizeOf(releases)) === BigInt(Buffer.byteLength(ledger.text))) {
        return { ledger, value: yield* Effect.fromResult(outcome) }
      }
    }
  })

const sizeOf = Effect.fnUntraced(
  function* (releases: string) {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    return (yield* fs.stat(paths.join(releases, ledgerFile))).size
  },
  Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(0n))
)
