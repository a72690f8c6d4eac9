import type { Check } from "../Check.ts"

export const unpublished: Check<"artifact/unpublished", { readonly folder: string }> = {
  id: "artifact/unpublished",
  title: "Release folder without an event",
  level: "warning",
  stage: "artifact",
  waivable: false,
  explanation:
    "A release is published by its event in the ledger; the server ignores a folder without one. An interrupted run leaves such a folder. Run build-release again: it takes the folder over if its bytes are the same, and stops if they differ. The folder is never deleted automatically.",
  breaks: `# a run was interrupted between writing releases/v1.1.0 and its event`,
  keeps: `$ npx build-release   # takes the folder over and writes the event`,
  message: ({ folder }) => `${folder} is not in the ledger, so it was never published`,
  help: () => "Run build-release for that version: it takes the folder over if its bytes are the same."
}
