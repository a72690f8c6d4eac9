import type { Version } from "../../taxonomy/Scalars.ts"
import type { Check } from "../Check.ts"

export const newerFormat: Check<"artifact/newer-format", { readonly version: Version; readonly format: number }> = {
  id: "artifact/newer-format",
  title: "Release of a newer program version",
  level: "error",
  stage: "artifact",
  waivable: false,
  explanation:
    "Each release records the format of its files. This version does not know that format, so it cannot verify the files. Update this program and run again.",
  breaks: `# the ledger records format 4, this program knows formats 1 and 3`,
  keeps: `# the ledger records format 3, this program knows formats 1 and 3`,
  message: ({ format, version }) => `Release ${version} has format ${format}, which a newer program version wrote`,
  help: () => "Update this program."
}
