import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { decodeNote, parseSignedCheckpoint, type StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { LogRejected } from "../../domain/transparency/LogProblem.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { readRegularFile } from "../../platform/RegularFiles.ts"

/** A checkpoint outside of the folder of the releases, which a reader or a witness kept. */
export interface KeptCheckpoint extends StoredCheckpoint {
  readonly file: string
}

/** A file that should hold a kept checkpoint does not. */
export class KeptCheckpointInvalid extends Schema.TaggedError<KeptCheckpointInvalid>()("KeptCheckpointInvalid", {
  file: Schema.String,
  cause: Schema.instanceOf(LogRejected)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `${this.file}: ${this.cause.message}. Name a checkpoint as the log published it.`
  }
}

/** A kept checkpoint is one of another log. */
export class KeptCheckpointOfOtherLog extends Schema.TaggedError<KeptCheckpointOfOtherLog>()(
  "KeptCheckpointOfOtherLog",
  { file: Schema.String, kept: Schema.String, origin: Schema.String }
) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `${this.file} is a checkpoint of the log ${this.kept}, and this log is ${this.origin}. Name a checkpoint of this log.`
  }
}

/** Reads a checkpoint that was kept. Fails with `KeptCheckpointInvalid`, or with an error of the file system. */
export const readKeptCheckpoint = Effect.fn("readKeptCheckpoint")(function* (file: string) {
  const bytes = yield* readRegularFile(file)
  return yield* Effect.try({
    try: (): KeptCheckpoint => ({ file, ...parseSignedCheckpoint(decodeNote(bytes)) }),
    catch: (cause) => {
      if (cause instanceof LogRejected) return new KeptCheckpointInvalid({ file, cause })
      throw cause
    }
  })
})
