import type { Rule } from "../Check.ts"

/** Whether the files can be read as what they say they are. Nothing else is looked at before these hold. */
export const sourceRules = [
  {
    id: "source/syntax",
    title: "A source is not plain YAML",
    level: "error",
    breaks: `# dimensions/use_type.yaml
label: Use type: what for`,
    keeps: `# dimensions/use_type.yaml
label: "Use type: what for"`,
    explanation:
      "Each source is one document of plain YAML 1.2: lists, maps and scalars. Aliases, anchors, tags, merge keys and directives are not accepted, since a reader would have to know what they do elsewhere in the file. Put text that holds a colon or a leading sign in quotes, indent with spaces, and write repeated content out.",
    waivable: false
  },
  {
    id: "source/unknown-key",
    title: "A key means nothing here",
    level: "error",
    breaks: `# licenses/EDU.yaml
desciption: For classrooms.`,
    keeps: `# licenses/EDU.yaml
description: For classrooms.`,
    explanation:
      "Every key of a source has a meaning. One that has none is most often a slip, and ignoring it would drop what the editor wrote. Correct the key or remove it; docs/sources.md lists the keys of each file.",
    waivable: false
  },
  {
    id: "source/missing-key",
    title: "A key that is needed is missing",
    level: "error",
    breaks: `# dimensions/use_type.yaml
values:
  - code: educational
    label: Educational`,
    keeps: `# dimensions/use_type.yaml
values:
  - code: educational
    label: Educational
    description: Teaching and study.`,
    explanation:
      "The readers of a release rely on every item having its texts and its shape, so nothing is filled in by guess. Add the key that the finding names.",
    waivable: false
  },
  {
    id: "source/wrong-type",
    title: "A value is of another type than its key takes",
    level: "error",
    breaks: `# dimensions/series.yaml
values:
  - code: 007`,
    keeps: `# dimensions/series.yaml
values:
  - code: "007"`,
    explanation:
      "A key holds what it is made for: text where text is expected, a list for a dimension with several values, a version of the form 1.2.3. YAML reads unquoted words such as 007, null or true as something other than text, and the code that was published would not be the one that was written. Quote it, or write the value in the form that the finding asks for.",
    waivable: false
  },
  {
    id: "source/duplicate",
    title: "Something stands twice",
    level: "error",
    breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: Qsr`,
    keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: QSR_DELIVERY`,
    explanation:
      "A key stands once in its map, a value or a replacement once in a list, a waiver once for what it waives, and a code once in its dimension or among the licenses. Codes that differ only in case count as the same one, for people mix them up and some file systems do too. A license is called otherwise than every dimension, since findings, waivers and the history name both by that word alone. Remove one of the two, or give it a code of its own.",
    waivable: false
  },
  {
    id: "source/file-name",
    title: "A file's name is not what it has to be",
    level: "error",
    breaks: `# licenses/EDUCATION.yaml
code: EDU`,
    keeps: `# licenses/EDU.yaml
code: EDU`,
    explanation:
      "A dimension, a license or a rule stands in the file that bears its name, with the ending .yaml, in its own folder, so that everyone finds it and no two files claim it. Names that some file system refuses, such as con or nul, cannot be used at all, since a release could not be unpacked there. Rename the file, or correct the name in it.",
    waivable: false
  },
  {
    id: "source/missing-file",
    title: "A file that every taxonomy has is missing",
    level: "error",
    breaks: `taxonomy-src/
  dimensions/use_type.yaml`,
    keeps: `taxonomy-src/
  taxonomy.yaml
  dimensions/use_type.yaml`,
    explanation:
      "taxonomy.yaml says what the taxonomy is called and which version the next release gets, so nothing can be decided without it. Add the file, or name the folder that holds it with --src.",
    waivable: false
  },
  {
    id: "source/size",
    title: "A file is too large",
    level: "error",
    breaks: "dimensions/territory.yaml with 5 MiB",
    keeps: "dimensions/territory.yaml with 40 KiB",
    explanation:
      "At most 4 MiB of a source are read, which is many times what a person edits. A larger file is most often one that a program wrote in the wrong place. Remove it, split the dimension, or shorten its texts.",
    waivable: false
  },
  {
    id: "source/encoding",
    title: "A file is not UTF-8",
    level: "error",
    breaks: "licenses/CAFE.yaml saved as Latin-1, with é as the single byte E9",
    keeps: "licenses/CAFE.yaml saved as UTF-8, with é as the bytes C3 A9",
    explanation:
      "Sources are UTF-8. In any other encoding the same bytes are read as different letters on different machines, and what is published has to be the same everywhere. Save the file as UTF-8; a byte order mark does no harm.",
    waivable: false
  },
  {
    id: "source/link",
    title: "A link stands in place of a file or a folder",
    level: "error",
    breaks: "licenses/EDU.yaml -> ../../elsewhere/EDU.yaml",
    keeps: "licenses/EDU.yaml, a file",
    explanation:
      "Sources are files of the repository itself. A link may lead somewhere else on another machine, or outside what was reviewed, so the commit would not say what was released. Put the file or the folder in the link's place.",
    waivable: false
  },
  {
    id: "source/not-a-file",
    title: "A pipe, a socket or a device has a source's name",
    level: "error",
    breaks: "rules/no-bar.yaml made by mkfifo",
    keeps: "rules/no-bar.yaml, a file",
    explanation:
      "Sources are files of the repository itself, and git keeps nothing else. Reading a pipe or a device may never end, and gives something else each time. Remove it, or put a file in its place.",
    waivable: false
  },
  {
    id: "source/uncommitted-changes",
    title: "The sources differ from the commit",
    level: "error",
    breaks: `$ git status --short
 M taxonomy-src/dimensions/use_type.yaml
$ npx build-release`,
    keeps: `$ git commit --all --message "Add a use type"
$ npx build-release`,
    explanation:
      "A release is made from a commit, which it records, so that anyone can see what it was made from. With changes that are not committed it is unclear which of the two is meant. Commit them or put them away, and run build-release again; taxonomy check looks at the files as they are saved.",
    waivable: false
  }
] as const satisfies ReadonlyArray<Rule>
