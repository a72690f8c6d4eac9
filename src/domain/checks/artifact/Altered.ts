import type { Check } from "../Check.ts"

export const altered: Check<"artifact/altered", { readonly file: string }> = {
  id: "artifact/altered",
  title: "Altered artifact",
  level: "error",
  stage: "artifact",
  waivable: false,
  explanation:
    "The file differs from the one that the ledger reproduces. Published files never change: clients know their digests, and contracts refer to them. Nothing is published while one differs. Restore the file with git restore, or delete it and run taxonomy rebuild. To change what a release says, edit taxonomy-src and publish a new version.",
  breaks: `$ echo >> releases/v1.0.0/schema.json`,
  keeps: `$ git status --short releases/   # nothing`,
  message: ({ file }) => `${file} differs from the published file`,
  help: () =>
    "Restore it with git restore, or delete it and run taxonomy rebuild. To change what a release says, edit taxonomy-src and publish a new version."
}
