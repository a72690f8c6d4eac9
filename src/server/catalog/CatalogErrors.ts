import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "../../platform/ExitCode.ts"

/** A published file is not what the ledger says was published, so it may not be served. */
export class ArtifactBroken extends Schema.TaggedError<ArtifactBroken>()("ArtifactBroken", {
  /** With the folder of the release, relative to the folder of the releases. */
  file: Schema.String,
  reason: Schema.String,
  /** Whether it may only not be all there yet, as while releases are being copied. */
  missing: Schema.Boolean
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `${this.file} is not what was published: ${this.reason}. Restore it from git or a backup.`
  }
}

/** There is nothing to serve yet. */
export class NothingPublished extends Schema.TaggedError<NothingPublished>()("NothingPublished", {
  releases: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `No release to serve in ${this.releases}. Publish with build-release first, or name another folder with --releases.`
  }
}
