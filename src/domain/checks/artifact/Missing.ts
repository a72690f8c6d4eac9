import type { Check } from "../Check.ts"

export const missing: Check<"artifact/missing", { readonly file: string }> = {
  id: "artifact/missing",
  title: "Missing artifact",
  level: "error",
  stage: "artifact",
  waivable: false,
  explanation:
    "According to the ledger, the file was published. Without it the release cannot be served. Restore it from git, or run taxonomy rebuild, which writes missing files with the same bytes from the ledger.",
  breaks: `$ rm releases/v1.0.0/dimensions.json`,
  keeps: `$ npx taxonomy rebuild v1.0.0`,
  message: ({ file }) => `${file} is missing`,
  help: () => "Run taxonomy rebuild to write it from the ledger."
}
