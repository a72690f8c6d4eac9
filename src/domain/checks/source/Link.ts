import type { Check } from "../Check.ts"

export const link: Check<"source/link", { readonly file: string }> = {
  id: "source/link",
  title: "Link instead of a file or folder",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "Sources are files of the repository itself. A link can lead to other content on another machine, or to content that nobody reviewed, so the commit would not determine the release. Replace the link with the file or folder.",
  breaks: "licenses/EDU.yaml -> ../../elsewhere/EDU.yaml",
  keeps: "licenses/EDU.yaml, a file",
  message: ({ file }) => `${file} is a link`,
  help: () => "Replace it with the file or folder itself: a link can lead to other content on another machine."
}
