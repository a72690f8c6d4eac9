import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "../../platform/ExitCode.ts"

/** A published file differs from what the ledger records, so it must not be served. */
export class ArtifactBroken extends Schema.TaggedError<ArtifactBroken>()("ArtifactBroken", {
  /** With the folder of the release, relative to the folder of the releases. */
  file: Schema.String,
  reason: Schema.String,
  /** True if the file may still arrive, as while releases are being copied. */
  missing: Schema.Boolean
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `${this.file} is not what was published: ${this.reason}. Restore it from git or a backup, or delete it and run taxonomy rebuild.`
  }
}
