import { resolve } from "node:path"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "../../platform/ExitCode.ts"

/** The ledger has no release from 1.0.0 on, so there is nothing to serve. */
export class NothingPublished extends Schema.TaggedError<NothingPublished>()("NothingPublished", {
  releases: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `No release to serve in ${resolve(this.releases)}. Copy releases with taxonomy mirror, publish one with build-release, or name another folder with --releases.`
  }
}
