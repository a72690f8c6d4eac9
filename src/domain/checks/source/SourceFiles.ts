import type { Check } from "../Check.ts"

export const missingFile: Check<
  "source/missing-file",
  {
    readonly file: string
    /** The number of source files that exist. */
    readonly files: number
  }
> = {
  id: "source/missing-file",
  title: "Missing file",
  level: "error",
  stage: "source",
  explanation:
    "taxonomy.yaml contains the name of the taxonomy and the version of the next release, so nothing can be decided without it. Add the file, or set the folder that contains it with --src.",
  breaks: `taxonomy-src/
  dimensions/use_type.yaml`,
  keeps: `taxonomy-src/
  taxonomy.yaml
  dimensions/use_type.yaml`,
  message: ({ file, files }) => (files === 0 ? "The folder contains no sources" : `Missing file ${file}`),
  help: ({ file }) => `Add ${file} with namespace, title, description and version.`
}

export const size: Check<"source/size", { readonly file: string; readonly bytes: number; readonly max_bytes: number }> =
  {
    id: "source/size",
    title: "File too large",
    level: "error",
    stage: "source",
    explanation:
      "A source can have at most 4 MiB, many times what a person edits. A larger file was most often written by a program in the wrong folder. Remove it, split the dimension, or shorten its texts.",
    breaks: "dimensions/territory.yaml with 5 MiB",
    keeps: "dimensions/territory.yaml with 40 KiB",
    message: ({ bytes, file, max_bytes }) =>
      `${file} is too large: it has ${bytes} bytes, at most ${max_bytes} are read`,
    help: () => "Split the dimension, or shorten its texts."
  }

export const encoding: Check<"source/encoding", { readonly file: string; readonly is_archive?: true }> = {
  id: "source/encoding",
  title: "File not in UTF-8",
  level: "error",
  stage: "source",
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

export const link: Check<"source/link", { readonly file: string }> = {
  id: "source/link",
  title: "Link instead of a file or folder",
  level: "error",
  stage: "source",
  explanation:
    "Sources are files of the repository itself. A link can lead to other content on another machine, or to content that nobody reviewed, so the commit would not determine the release. Replace the link with the file or folder.",
  breaks: "licenses/EDU.yaml -> ../../elsewhere/EDU.yaml",
  keeps: "licenses/EDU.yaml, a file",
  message: ({ file }) => `${file} is a link`,
  help: () => "Replace it with the file or folder itself: a link can lead to other content on another machine."
}

export const notAFile: Check<"source/not-a-file", { readonly file: string }> = {
  id: "source/not-a-file",
  title: "Pipe, socket or device instead of a file",
  level: "error",
  stage: "source",
  explanation:
    "Sources are files of the repository itself, and git stores nothing else. Reading a pipe or a device may never end, and gives different content each time. Remove it, or replace it with a file.",
  breaks: "rules/no-bar.yaml made by mkfifo",
  keeps: "rules/no-bar.yaml, a file",
  message: ({ file }) => `${file} is a pipe, a socket or a device`,
  help: () => "Remove it, or replace it with a file."
}

export const uncommittedChanges: Check<
  "source/uncommitted-changes",
  { readonly file: string; readonly state: "changed" | "untracked" | "ignored" }
> = {
  id: "source/uncommitted-changes",
  title: "Uncommitted changes",
  level: "error",
  stage: "source",
  explanation:
    "A release is made from a commit and records it, so that anyone can see what it was made from. With uncommitted changes it is unclear which state is meant. Commit or stash them and run build-release again; taxonomy check reads the files as they are saved.",
  breaks: `$ git status --short
 M taxonomy-src/dimensions/use_type.yaml
$ node bin/build-release.js`,
  keeps: `$ git commit --all --message "Add a use type"
$ node bin/build-release.js`,
  message: ({ file, state }) => {
    switch (state) {
      case "changed":
        return `${file} has uncommitted changes`
      case "untracked":
        return `${file} is not committed`
      case "ignored":
        return `${file} is not committed because git ignores it`
    }
  },
  help: ({ state }) =>
    state === "ignored"
      ? "Add it to git and commit it, or move it out of the folder, because taxonomy check reads it."
      : "Commit it: releases are made from commits. Use taxonomy check for files that are not committed."
}

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
