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
  waivable: false,
  explanation:
    "A release builds on the releases in the ledger. If the default branch has published more than this branch, a release from here would take a number that is in use, and ledgers are never merged. Take the published state first, then declare the next version and publish. With --dry-run this is a warning.",
  breaks: `$ git switch add-podcasts     # without 1.1.0, which main has published since
$ npx build-release`,
  keeps: `$ git switch add-podcasts
$ git merge main              # brings 1.1.0; then declare 1.2.0
$ npx build-release`,
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
