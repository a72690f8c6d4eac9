import type { Rule } from "../Check.ts"

/** Whether the files of the releases are those that were published, byte for byte. */
export const artifactRules = [
  {
    id: "artifact/altered",
    title: "A published file was changed",
    level: "error",
    breaks: `$ echo >> releases/v1.0.0/schema.json`,
    keeps: `$ git status --short releases/   # nothing`,
    explanation:
      "The file is not the one that the ledger gives when it is rebuilt. What is published never changes: clients hold its digest, and contracts refer to it. Restore it from git or with taxonomy rebuild after moving the altered one away; a correction is a new release.",
    waivable: false
  },
  {
    id: "artifact/missing",
    title: "A published file is missing",
    level: "error",
    breaks: `$ rm releases/v1.0.0/dimensions.json`,
    keeps: `$ npx taxonomy rebuild v1.0.0`,
    explanation:
      "The ledger says that the file was published, and it is not there, so the release cannot be served. Restore it from git, or run taxonomy rebuild, which writes missing files from the ledger with the same bytes.",
    waivable: false
  },
  {
    id: "artifact/extra",
    title: "A file lies among the releases that none of them made",
    level: "error",
    breaks: `releases/v1.0.0/notes.txt`,
    keeps: `docs/notes.txt`,
    explanation:
      "The releases folder holds the ledger and what was published, nothing else, so that whoever finds a file there can rely on it. Move the file elsewhere.",
    waivable: false
  },
  {
    id: "artifact/newer-format",
    title: "A release was made by a newer version of this program",
    level: "error",
    breaks: `# the ledger says format 2, this program knows format 1`,
    keeps: `# the ledger says format 1, this program knows format 1`,
    explanation:
      "Each release records the format of its files, and this version does not know it, so it cannot say whether they are right. Update this program and run again.",
    waivable: false
  },
  {
    id: "artifact/not-reproducible",
    title: "A release, rebuilt from the ledger, is another one",
    level: "error",
    breaks: `# the ledger recorded sha256:4f…, the rebuilt manifest has sha256:a1…`,
    keeps: `# the ledger recorded sha256:4f…, the rebuilt manifest has sha256:4f…`,
    explanation:
      "The digest in the ledger is not that of the files that its events lead to. Either this program renders an old format otherwise than it once did, which is a fault in it, or the ledger was forged. Compare with the version of this program that made the release, and report it.",
    waivable: false
  },
  {
    id: "artifact/in-the-way",
    title: "Another folder has the name of the release that is to be published",
    level: "error",
    breaks: `# releases/v1.1.0, which is not in the ledger, was made from other sources`,
    keeps: `$ mv releases/v1.1.0 /tmp   # after a look at what it holds
$ npx build-release`,
    explanation:
      "A run that was cut short leaves a folder that is not in the ledger, and the next one takes it over where its bytes are the same. Here they are not, so it was made from other sources or was changed. It is never deleted for you. Look at what it holds, move it away, and run again.",
    waivable: false
  },
  {
    id: "artifact/unpublished",
    title: "A release folder is not in the ledger",
    level: "warning",
    breaks: `# a run was ended between writing releases/v1.1.0 and its event`,
    keeps: `$ npx build-release   # takes the folder over and writes the event`,
    explanation:
      "The ledger is what publishes; a folder without its event was never published, and the server passes over it. A run that was cut short leaves one. Run build-release again: it takes the folder over where the bytes are the same, and stops where they are not. It is never deleted for you.",
    waivable: false
  }
] as const satisfies ReadonlyArray<Rule>
