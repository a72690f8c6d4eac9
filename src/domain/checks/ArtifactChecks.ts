import type { Version } from "../taxonomy/Scalars.ts"
import type { Check } from "./Check.ts"

const artifact = { level: "error", stage: "artifact" } as const

export const altered: Check<"artifact/altered", { readonly file: string }> = {
  id: "artifact/altered",
  title: "Altered artifact",
  ...artifact,
  explanation:
    "The file differs from the one that the ledger reproduces. Published files never change: clients know their digests, and contracts refer to them. Nothing is published while one differs. Restore the file with git restore, or delete it and run taxonomy rebuild. To change what a release says, edit taxonomy-src and publish a new version.",
  breaks: `$ echo >> releases/v1.0.0/schema.json`,
  keeps: `$ git status --short releases/   # nothing`,
  message: ({ file }) => `${file} differs from the published file`,
  help: () =>
    "Restore it with git restore, or delete it and run taxonomy rebuild. To change what a release says, edit taxonomy-src and publish a new version."
}

export const missing: Check<"artifact/missing", { readonly file: string }> = {
  id: "artifact/missing",
  title: "Missing artifact",
  ...artifact,
  explanation:
    "According to the ledger, the file was published. Without it the release cannot be served. Restore it from git, or run taxonomy rebuild, which writes missing files with the same bytes from the ledger.",
  breaks: `$ rm releases/v1.0.0/dimensions.json`,
  keeps: `$ node bin/taxonomy.js rebuild v1.0.0`,
  message: ({ file }) => `${file} is missing`,
  help: () => "Run taxonomy rebuild to write it from the ledger."
}

export const extra: Check<"artifact/extra", { readonly file: string }> = {
  id: "artifact/extra",
  title: "Unexpected file among the releases",
  ...artifact,
  explanation:
    "The releases folder contains the ledger and published files, nothing else, so that every file in it can be trusted. Move the file elsewhere.",
  breaks: `releases/v1.0.0/notes.txt`,
  keeps: `docs/notes.txt`,
  message: ({ file }) => `${file} is not part of a release`,
  help: () => "Move it out of the releases folder."
}

export const newerFormat: Check<"artifact/newer-format", { readonly version: Version; readonly format: number }> = {
  id: "artifact/newer-format",
  title: "Release of a newer program version",
  ...artifact,
  explanation:
    "Each release records the format of its files. This version does not know that format, so it cannot verify the files. Update this program and run again.",
  breaks: `# the ledger records format 5, this program knows formats 1, 3 and 4`,
  keeps: `# the ledger records format 4, this program knows formats 1, 3 and 4`,
  message: ({ format, version }) => `Release ${version} has format ${format}, which a newer program version wrote`,
  help: () => "Update this program."
}

export const notReproducible: Check<"artifact/not-reproducible", { readonly version: Version }> = {
  id: "artifact/not-reproducible",
  title: "Release that the ledger does not reproduce",
  ...artifact,
  explanation:
    "The digest in the ledger differs from that of the files that its events produce. Either this program renders an old format differently than before, which is a bug, or the ledger was forged. Compare with the program version that made the release, and report it.",
  breaks: `# the ledger recorded sha256:4f…, the rebuilt manifest has sha256:a1…`,
  keeps: `# the ledger recorded sha256:4f…, the rebuilt manifest has sha256:4f…`,
  message: ({ version }) => `Rebuilding release ${version} from the ledger gives different files`,
  help: () => "Restore releases/ from git or a backup: published releases never change."
}

export const inTheWay: Check<
  "artifact/in-the-way",
  {
    readonly folder: string
    /** The paths in the folder that differ; the empty path if it is not a folder. */
    readonly differing: ReadonlyArray<string>
  }
> = {
  id: "artifact/in-the-way",
  title: "Folder of the new release already exists",
  ...artifact,
  explanation:
    "An interrupted run leaves a folder that is not in the ledger. The next run takes it over if its bytes are the same. Here they differ, so the folder was made from other sources or was changed. It is never deleted automatically. Look at its content, move it away, and run again.",
  breaks: `# releases/v1.1.0, which is not in the ledger, was made from other sources`,
  keeps: `$ mv releases/v1.1.0 /tmp   # after a look at its content
$ node bin/build-release.js`,
  message: ({ differing: [first = "", ...others], folder }) => {
    if (first === "") return `${folder} exists and is not a folder`
    const more = others.length === 0 ? "" : ` and ${others.length} more ${others.length === 1 ? "file" : "files"}`
    return `${folder} exists, is not in the ledger, and differs from this release in ${first}${more}`
  },
  help: () => "Look at its content, then move it away."
}

export const unpublished: Check<"artifact/unpublished", { readonly folder: string }> = {
  id: "artifact/unpublished",
  title: "Release folder without an event",
  ...artifact,
  level: "warning",
  explanation:
    "A release is published by its event in the ledger; the server ignores a folder without one. An interrupted run leaves such a folder. Run build-release again: it takes the folder over if its bytes are the same, and stops if they differ. The folder is never deleted automatically.",
  breaks: `# a run was interrupted between writing releases/v1.1.0 and its event`,
  keeps: `$ node bin/build-release.js   # takes the folder over and writes the event`,
  message: ({ folder }) => `${folder} is not in the ledger, so it was never published`,
  help: () => "Run build-release for that version: it takes the folder over if its bytes are the same."
}
