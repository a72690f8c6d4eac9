import { join } from "node:path"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { newestStanding } from "../../domain/release/StandingReleases.ts"
import { majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { ReleaseCommit } from "../../git/ReleaseCommit.ts"
import { quoteShellWord } from "../../platform/CommandLine.ts"
import { folderOf } from "../../release/artifacts/Manifest.ts"
import { checkpointFile } from "../../release/log/CheckpointFile.ts"
import type { Publication } from "../../release/Preview.ts"

interface RequestedCommit {
  readonly commit: boolean
  readonly tag: boolean
}

export const detachedHeadWarning =
  "warning: HEAD is detached, so no branch contains the release commit. Push it to its branch before you check out another commit."

/** The next step after publishing without `--commit` and `--tag`. */
export const commitHint = ({ status }: Publication): string | undefined =>
  status === "published" ? "Next: commit the releases folder (build-release --commit does)." : undefined

/** The command that commits files of the releases. The checkpoint is added, because its first commit needs that. */
export const commitCommand = (releases: string, message: string, files: ReadonlyArray<string>): string => {
  const pathOf = (file: string) => quoteShellWord(join(releases, file))
  const stage = files.includes(checkpointFile) ? `git add ${pathOf(checkpointFile)} && ` : ""
  return `${stage}git commit --message "${message}" -- ${files.map(pathOf).join(" ")}`
}

/** What is committed and tagged, and how to go on: after a correction of an older line, not with a push. */
export const pushHint = (
  { decision: { version } }: Publication,
  requested: RequestedCommit,
  { branch, committed, tagged }: ReleaseCommit,
  history: ReleaseHistory
): string => {
  const tag = folderOf({ version })
  const done = describeSteps({ commit: committed, tag: tagged }, tag)
  const state = done === "" ? `already ${describeSteps(requested, tag)}` : done
  const newest = newestStanding(history)?.version ?? version
  const restore =
    requested.commit && majorOf(version) < majorOf(newest)
      ? 'bring the newest sources back ("Fix an older line" in docs/how-to/correct-a-release.md), then '
      : ""
  const push = pushCommand(tag, requested, branch)
  return `${state.charAt(0).toUpperCase()}${state.slice(1)}. Next: ${restore}${push}`
}

const describeSteps = ({ commit, tag }: RequestedCommit, name: string): string =>
  [...(commit ? ["committed"] : []), ...(tag ? [`tagged ${name}`] : [])].join(" and ")

/** On a detached head git requires the name of the branch. */
const pushCommand = (tag: string, { commit }: RequestedCommit, branch: string | undefined): string => {
  if (branch !== undefined) return "git push --atomic --follow-tags"
  return commit ? "git push --atomic --follow-tags origin HEAD:<branch>" : `git push origin ${tag}`
}
