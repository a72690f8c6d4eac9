import * as Effect from "effect/Effect"
import { databaseOf } from "../../keys/KeyLedgerLocation.ts"
import { quoteShellWord } from "../../platform/CommandLine.ts"
import { folderToMake } from "../../platform/FileOwner.ts"
import { realPlaceOf } from "../../platform/RealPlace.ts"

/**
 * What to tell root, who is about to make the folder of the keys and can only guess for whom: a server that runs as
 * somebody else could not read them. Nothing for other users, and where the folder is there.
 */
export const adviceOnFolder = Effect.fnUntraced(function* (location: string) {
  if (process.geteuid?.() !== 0 || (yield* databaseOf(location)) !== undefined) return undefined
  const made = yield* Effect.flatMap(realPlaceOf(location), folderToMake).pipe(
    // Whoever writes there is told.
    Effect.orElseSucceed(() => undefined)
  )
  if (made === undefined) return undefined
  const { folder, owner } = made
  const whose = owner.uid === 0 ? "root" : `the user ${owner.uid}`
  return `warning: The folder ${folder} was made for the keys. It belongs to ${whose}, and nobody else can read it. If the server runs as another user, such as taxonomy, run: chown -R taxonomy: ${quoteShellWord(folder)}`
})
