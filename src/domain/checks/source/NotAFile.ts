import type { Check } from "../Check.ts"

export const notAFile: Check<"source/not-a-file", { readonly file: string }> = {
  id: "source/not-a-file",
  title: "Pipe, socket or device instead of a file",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "Sources are files of the repository itself, and git stores nothing else. Reading a pipe or a device may never end, and gives different content each time. Remove it, or replace it with a file.",
  breaks: "rules/no-bar.yaml made by mkfifo",
  keeps: "rules/no-bar.yaml, a file",
  message: ({ file }) => `${file} is a pipe, a socket or a device`,
  help: () => "Remove it, or replace it with a file."
}
