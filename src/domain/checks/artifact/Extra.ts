import type { Check } from "../Check.ts"

export const extra: Check<"artifact/extra", { readonly file: string }> = {
  id: "artifact/extra",
  title: "Unexpected file among the releases",
  level: "error",
  stage: "artifact",
  waivable: false,
  explanation:
    "The releases folder contains the ledger and published files, nothing else, so that every file in it can be trusted. Move the file elsewhere.",
  breaks: `releases/v1.0.0/notes.txt`,
  keeps: `docs/notes.txt`,
  message: ({ file }) => `${file} is not part of a release`,
  help: () => "Move it out of the releases folder."
}
