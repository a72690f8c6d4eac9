import type { Check } from "../Check.ts"

export const encoding: Check<"source/encoding", { readonly file: string; readonly is_archive?: true }> = {
  id: "source/encoding",
  title: "File not in UTF-8",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "Sources are encoded in UTF-8. In any other encoding, the same bytes become different letters on different machines, but a release must be the same everywhere. Save the file as UTF-8; a byte order mark does no harm.",
  breaks: "licenses/CAFE.yaml saved as Latin-1, with é as the single byte E9",
  keeps: "licenses/CAFE.yaml saved as UTF-8, with é as the bytes C3 A9",
  message: ({ file, is_archive }) =>
    is_archive === true ? "This file is a Word document or another archive, not text" : `${file} is not valid UTF-8`,
  help: ({ is_archive }) =>
    is_archive === true
      ? "Save its text as a plain text file in UTF-8."
      : "Save it as UTF-8. Most editors show the encoding next to the file name."
}
