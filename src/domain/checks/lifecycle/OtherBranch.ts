import type { Check } from "../Check.ts"

export const otherBranch: Check<
  "lifecycle/other-branch",
  { readonly branch: string; readonly default_branch: string }
> = {
  id: "lifecycle/other-branch",
  title: "Release from another branch than the default one",
  level: "warning",
  stage: "release",
  waivable: false,
  explanation:
    "A release counts once its commit is on the default branch, which servers and other editors follow. If somebody publishes there in the meantime, the release of this branch must be dropped. Merge the branch first and publish from the default branch. --default-branch names that branch if it is neither main nor master, nor known from the remote repository.",
  breaks: `$ git switch add-podcasts
$ npx build-release --commit --tag`,
  keeps: `$ git switch main
$ git merge add-podcasts
$ npx build-release --commit --tag`,
  message: ({ branch, default_branch }) => `This is the branch ${branch}, and releases belong on ${default_branch}`,
  help: ({ branch, default_branch }) =>
    `Publish from ${default_branch}: run git switch ${default_branch} and git merge ${branch} first.`
}
