import { listNames } from "../../Sentence.ts"
import type { Check } from "../Check.ts"

export const branchBehind: Check<
  "lifecycle/branch-behind",
  {
    /** The checked-out branch; `null` on a detached head. */
    readonly branch: string | null
    /** A branch with a newer ledger, such as `origin/main`. */
    readonly newer: string
    /** The releases that only the newer ledger has. */
    readonly releases: ReadonlyArray<string>
    /** True if this branch has events that the newer ledger lacks. */
    readonly has_diverged: boolean
    /** True if the newer branch is the remote copy of the checked-out one. */
    readonly is_own_remote: boolean
    /** The folder of the releases, if this branch contains the newer one and has undone its releases. */
    readonly reverted: string | null
  }
> = {
  id: "lifecycle/branch-behind",
  title: "Branch without the newest published state",
  level: "error",
  stage: "release",
  explanation:
    "A release builds on the releases in the ledger. If the default branch has published more than this branch, a release from here would take a number that is in use, and ledgers are never merged. Take the published state first, then declare the next version and publish. With --dry-run this is a warning.",
  breaks: `$ git switch add-podcasts     # without 1.1.0, which main has published since
$ node bin/build-release.js`,
  keeps: `$ git switch add-podcasts
$ git merge main              # brings 1.1.0; then declare 1.2.0
$ node bin/build-release.js`,
  message: ({ branch, has_diverged, newer, releases }) => {
    const here = branch === null ? "The checked-out commit" : `The branch ${branch}`
    const more = releases.length === 0 ? "newer events" : releases.join(", ")
    return has_diverged
      ? `${here} and ${newer} have different ledgers: only ${newer} contains ${more}`
      : `${here} lacks the newest published state: ${newer} also contains ${more}`
  },
  help: ({ has_diverged, is_own_remote, newer, releases, reverted }) => {
    if (reverted !== null)
      return `This branch has reverted ${releases.length === 0 ? "events" : listNames(releases)}, but what is published stays published. Run git restore --source ${newer} -- ${reverted}, commit that, and withdraw a release that is wrong.`
    return has_diverged
      ? 'Ledgers cannot be merged: drop the releases of this branch as "Publish after a refused push" in docs/how-to/correct-a-release.md describes.'
      : `Run ${is_own_remote ? "git pull" : `git merge ${newer}`}, declare the next version, and run this command again.`
  }
}

export const otherBranch: Check<
  "lifecycle/other-branch",
  { readonly branch: string; readonly default_branch: string }
> = {
  id: "lifecycle/other-branch",
  title: "Release from another branch than the default one",
  level: "warning",
  stage: "release",
  explanation:
    "A release counts once its commit is on the default branch, which servers and other editors follow. If somebody publishes there in the meantime, the release of this branch must be dropped. Merge the branch first and publish from the default branch. --default-branch names that branch if it is neither main nor master, nor known from the remote repository.",
  breaks: `$ git switch add-podcasts
$ node bin/build-release.js --commit --tag`,
  keeps: `$ git switch main
$ git merge add-podcasts
$ node bin/build-release.js --commit --tag`,
  message: ({ branch, default_branch }) => `This is the branch ${branch}, and releases belong on ${default_branch}`,
  help: ({ branch, default_branch }) =>
    `Publish from ${default_branch}: run git switch ${default_branch} and git merge ${branch} first.`
}
