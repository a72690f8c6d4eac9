import type { FixedFile } from "../../src/build/FixTree.ts"

/** A small taxonomy as files, for tests whose subject is something else. */
export const smallSources = {
  "taxonomy.yaml": `namespace: sample
title: A small vocabulary
description: Just large enough.
version: 1.0.0
`,
  "dimensions/use_type.yaml": `name: use_type
label: Use type
description: What the material is used for.
shape: multiple
required: true
values:
  - code: editorial
    label: Editorial
    description: News and commentary.
  - code: educational
    label: Educational
    description: Teaching and study.
`,
  "licenses/EDU.yaml": `code: EDU
name: Educational use
description: For classrooms.
config:
  use_type: [educational]
`,
  "rules/never-both.yaml": `id: never-both
description: Teaching is not news.
forbid:
  use_type: { contains_all: [editorial, educational] }
`
} as const

export type SourceFiles = Readonly<Record<string, string | Uint8Array>>

/** The texts of files after their fixes, by their new names. */
export const textsAfter = (files: ReadonlyArray<FixedFile>): ReadonlyMap<string, string> =>
  new Map(files.map(({ after, file, renamedTo = file }) => [renamedTo, after]))
