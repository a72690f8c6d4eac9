import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { SignedLog } from "../../release/log/ProveArtifact.ts"
import type { Catalog } from "../catalog/Catalog.ts"
import { taggedRepresentation } from "../representation/Representation.ts"
import type { Content } from "../request/Content.ts"
import { requestError } from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"

/** The checkpoint in force, or the error of a log that is not signed. It is too short to be compressed. */
export const findCheckpoint = ({ log }: Pick<Catalog, "log">): Result.Result<Content, Reply> => {
  if (log === undefined) return Result.fail(unsigned)
  const representation = represent(log.checkpoint)
  return Result.succeed({ peek: () => representation, load: Effect.succeed(representation) })
}

const represent = memoizeByIdentity(({ source }: SignedLog["checkpoint"]) =>
  taggedRepresentation(
    `"${sha256(source)}"`,
    // Each release changes it, and so does each cosignature.
    { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=60" },
    source
  )
)

const unsigned = requestError("log-unsigned", "The log of the releases is not signed, so it has no checkpoint")
