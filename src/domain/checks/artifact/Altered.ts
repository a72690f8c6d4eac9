import type { Check } from "../Check.ts"

export const altered: Check<"artifact/altered", { readonly file: string }> = {
  id: "artifact/altered",
  title: "Altered artifact",
  level: "error",
  stage: "artifact",
  waivable: false,
  explanation:
    "The file differs from the one that the ledger reproduces. Published files never change: clients know their digests, and contracts refer to them. Restore the file from git, or move it away and run taxonomy rebuild. A correction needs a new release.",
  breaks: `$ echo >> releases/v1.0.0/schema.json`,
  keeps: `$ git status --short releases/   # nothing`,
  message: ({ file }) => `${file} differs from the published file`,
  help: () => "Restore it from git or a backup: published files never change."
}
