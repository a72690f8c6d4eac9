import type { Check } from "../Check.ts"

export const uncommittedChanges: Check<
  "source/uncommitted-changes",
  { readonly file: string; readonly state: "changed" | "untracked" | "ignored" }
> = {
  id: "source/uncommitted-changes",
  title: "Uncommitted changes",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "A release is made from a commit and records it, so that anyone can see what it was made from. With uncommitted changes it is unclear which state is meant. Commit or stash them and run build-release again; taxonomy check reads the files as they are saved.",
  breaks: `$ git status --short
 M taxonomy-src/dimensions/use_type.yaml
$ npx build-release`,
  keeps: `$ git commit --all --message "Add a use type"
$ npx build-release`,
  message: ({ file, state }) => {
    switch (state) {
      case "changed":
        return `${file} has uncommitted changes`
      case "untracked":
        return `${file} is not committed`
      case "ignored":
        return `${file} is not committed because git ignores it`
    }
  },
  help: ({ state }) =>
    state === "ignored"
      ? "Add it to git and commit it, or move it out of the folder, because taxonomy check reads it."
      : "Commit it: releases are made from commits. Use taxonomy check for files that are not committed."
}
