import type { Check } from "../Check.ts"

export const ignoredFile: Check<
  "source/ignored-file",
  {
    readonly file: string
    /** The name that makes it a source. */
    readonly rename_to: string
    /** True if a source has that name already. */
    readonly is_taken: boolean
  }
> = {
  id: "source/ignored-file",
  title: "File that is not a source",
  level: "warning",
  stage: "source",
  waivable: false,
  explanation:
    "Only files whose names end in .yaml are sources, so this file has no effect on the release. Most often it was saved as a text file, or is a copy that a program left behind. Rename it, or move it out of the source folder.",
  breaks: "licenses/NIL-MUSIC.txt",
  keeps: "licenses/NIL-MUSIC.yaml",
  message: ({ file }) => `${file} has no effect: only files that end in .yaml are sources`,
  help: ({ file, is_taken, rename_to }) =>
    is_taken
      ? "Delete it, or move it out of the source folder."
      : `${/\.(?:docx?|odt|rtf)~?$/i.test(file) ? "Save its text as" : "Rename it to"} ${rename_to}, or move it out of the source folder.`
}
