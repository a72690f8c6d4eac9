import * as Effect from "effect/Effect"
import type { Version } from "../domain/Version.ts"
import { ledgerFile, readLedger } from "../release/Ledger.ts"
import { folderOf, manifestFile } from "../release/Renderers.ts"
import { GitFailed, openRepository, run } from "./SourceRepository.ts"

/**
 * Commits a published release, and tags the commit `vX.Y.Z`. Both are done only where they are not done yet, so a run
 * that ended between them is completed by the next one. The tag's message pins the ledger by its head hash.
 */
export const commitRelease = Effect.fnUntraced(function* (
  releases: string,
  version: Version,
  wanted: { readonly commit: boolean; readonly tag: boolean }
) {
  const git = yield* openRepository(releases)
  const folder = folderOf({ version })
  const paths = [ledgerFile, folder]
  if (wanted.commit) {
    yield* run(git, ["add", "--", ...paths])
    const staged = yield* run(git, ["diff", "--cached", "--name-only", "--", ...paths])
    if (staged !== "") yield* run(git, ["commit", "--quiet", "-m", `Release ${version}`, "--", ...paths])
  }
  if (wanted.tag && (yield* run(git, ["tag", "--list", folder])) === "") {
    // The commit that brought the release, which need not be the one that is checked out.
    const commit = yield* run(git, ["log", "-1", "--diff-filter=A", "--format=%H", "--", `${folder}/${manifestFile}`])
    if (commit.trim() === "") return yield* new GitFailed(notCommitted(version))
    const { head } = yield* readLedger(releases)
    const message = `Release ${version}\n\nLedger ${head.sequence} ${head.hash}`
    yield* run(git, ["tag", "-a", folder, "-m", message, commit.trim()])
  }
})

const notCommitted = (version: Version) => ({
  reason: `Release ${version} is published, but in no commit that could be tagged`,
  help: "Run again with --commit --tag."
})
