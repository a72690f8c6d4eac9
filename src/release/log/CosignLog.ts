import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { compareWithLog, formatNote, type StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { LogRejected, type KeyName, reject } from "../../domain/transparency/LogProblem.ts"
import type { MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import type { VerifierKey } from "../../domain/transparency/VerifierKey.ts"
import { replaceFile } from "../../platform/AtomicFile.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { withFileLock } from "../../platform/FileLock.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { withReleasesLock } from "../ReleasesLock.ts"
import { checkpointFile } from "./CheckpointFile.ts"
import { verifySigner } from "./ReadSignedLog.ts"
import { readSettledLog } from "./SignedLedger.ts"
import { KeptCheckpointOfOtherLog, readKeptCheckpoint, type KeptCheckpoint } from "./VerifyLog.ts"

export interface CosignRequest {
  readonly releases: string
  /** The file of the checkpoint that the witness saw last. */
  readonly seen: string
  /** The keys of the log that the witness watches. */
  readonly logKeys: ReadonlyArray<VerifierKey>
  readonly keys: SigningKeys
  /** The current time, in seconds since 1970. */
  readonly now: number
}

/** There is nothing to cosign. */
export class NotSigned extends Schema.TaggedError<NotSigned>()("NotSigned", { releases: Schema.String }) {
  override readonly [Runtime.errorExitCode] = ExitCode.findings
  override get message() {
    return `${this.releases} has no checkpoint, so there is nothing to cosign. Ask the publisher to sign the log.`
  }
}

/** A witness refuses a log that has not only grown since it saw it. */
export class NotGrown extends Schema.TaggedError<NotGrown>()("NotGrown", {
  seen: Schema.String,
  cause: Schema.instanceOf(LogRejected)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `Not cosigned, according to ${this.seen}: ${this.cause.message}. Keep both files, and ask the publisher.`
  }
}

/** The checkpoint covers fewer events than the one that the witness saw last, although the ledger has them. */
export class CheckpointOlder extends Schema.TaggedError<CheckpointOlder>()("CheckpointOlder", {
  seen: Schema.String,
  size: Schema.Natural,
  seenSize: Schema.Natural
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.findings
  override get message() {
    return `The checkpoint ends with event ${this.size}, and the one in ${this.seen} with event ${this.seenSize}. Get the newest checkpoint, and run again.`
  }
}

/**
 * Adds the cosignatures of a witness to the checkpoint of a log, if a trusted key signed it and the log has only grown
 * since the witness saw it. Records the checkpoint as seen first: a witness that forgot what it cosigned could be made
 * to cosign two histories (C2SP tlog-witness, "add-checkpoint").
 */
export const cosignLog = Effect.fn("cosignLog")(
  function* ({ keys, logKeys, now, releases, seen }: CosignRequest) {
    const { checkpoint: stored, log } = yield* readSettledLog(releases)
    if (stored === undefined) return yield* new NotSigned({ releases: resolve(releases) })
    yield* verifySigner(stored, logKeys)
    const source = cosign(stored, keys, now)
    const before = yield* Effect.gen(function* () {
      const last = yield* readSeen(seen)
      if (last !== undefined) yield* checkGrowth(last, stored, log)
      yield* replaceFile(seen, new TextEncoder().encode(source))
      return last?.size
    }).pipe(withFileLock(`${seen}.lock`))
    yield* replaceFile(join(releases, checkpointFile), new TextEncoder().encode(source))
    return { checkpoint: stored, before }
  },
  (effect, { releases }) => withReleasesLock(releases)(effect)
)

const readSeen = Effect.fnUntraced(function* (seen: string) {
  const fs = yield* FileSystem.FileSystem
  return (yield* fs.exists(seen)) ? yield* readKeptCheckpoint(seen) : undefined
})

const checkGrowth = Effect.fnUntraced(function* (last: KeptCheckpoint, stored: StoredCheckpoint, log: MerkleTree) {
  if (last.origin !== stored.origin) {
    return yield* new KeptCheckpointOfOtherLog({ file: last.file, kept: last.origin, origin: stored.origin })
  }
  const problem = compareWithLog(last, log, "CheckpointAhead")
  if (problem !== undefined) return yield* new NotGrown({ seen: last.file, cause: reject(problem) })
  if (last.size <= stored.size) return
  return yield* new CheckpointOlder({ seen: last.file, size: stored.size, seenSize: last.size })
})

/** The checkpoint with the cosignatures of these keys, in the place of older ones. */
const cosign = ({ note: { signatures, text } }: StoredCheckpoint, { keys }: SigningKeys, now: number): string => {
  const isOwn = (signature: KeyName) =>
    keys.some(({ verifier }) => verifier.id === signature.id && verifier.name === signature.name)
  return formatNote({
    text,
    signatures: [...signatures.filter((signature) => !isOwn(signature)), ...keys.map((key) => key.sign(text, now))]
  })
}
