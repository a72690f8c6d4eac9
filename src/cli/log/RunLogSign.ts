import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { checkpointFile } from "../../release/log/CheckpointFile.ts"
import { logKeyVariable } from "../../release/log/LogKeyRefused.ts"
import { signLog } from "../../release/log/SignLog.ts"
import { formatCheckpoint } from "../../report/LogText.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { usageError } from "../CommandRefused.ts"
import { commitCommand } from "../release/GitHints.ts"
import { refuseRewritten } from "../release/SinceHead.ts"
import type { LogSignInput } from "./LogSign.ts"

/** Signs the present state of the log, unless the ledger was rewritten since the last commit. */
export const runLogSign = Effect.fnUntraced(function* ({ releases, replaceKey }: LogSignInput) {
  const keys = yield* readSigningKeys(logKeyVariable)
  if (keys === undefined) {
    return yield* usageError(
      `There is no key to sign with. Set ${logKeyVariable} to a private key or to the path of its file. Make one with taxonomy log-key.`
    )
  }
  yield* refuseRewritten("log-sign", releases)
  const { checkpoint, isChanged } = yield* signLog(releases, keys, { replaceKey })
  if (!isChanged) return yield* Console.log("Nothing to sign: the log has not changed since these keys signed it.")
  yield* Console.log(formatCheckpoint(checkpoint))
  yield* Console.log(`Next: ${commitCommand(releases, "Sign the log", [checkpointFile])}, then git push`)
})
