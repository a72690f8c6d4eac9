import { makeFinding, inSource } from "../../Finding.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { otherSources, type Check } from "../Check.ts"

export const unusedNotes: Check<
  "lifecycle/unused-notes",
  {
    /** The version of the notes. */
    readonly notes: Version
    readonly version: Version
  }
> = {
  id: "lifecycle/unused-notes",
  title: "Notes of another version",
  level: "warning",
  stage: "release",
  followsFrom: [otherSources, { checks: ["semver/not-a-successor", "semver/bump-too-small"], scope: "release" }],
  explanation:
    "The notes of a release are published with that release alone. Notes of a version that is neither published nor declared appear nowhere, often because the declared version was raised after they had been written. Rename the file for the declared version, or remove it until its version is declared.",
  breaks: `# taxonomy.yaml declares 2.0.0
notes/1.2.0.md`,
  keeps: `# taxonomy.yaml declares 2.0.0
notes/2.0.0.md`,
  message: ({ notes, version }) => `The notes are those of ${notes}, but the sources declare ${version}`,
  help: ({ notes, version }) =>
    `If they are about this release, move them to notes/${version}.md. Otherwise remove them until ${notes} is declared.`,
  run: ({ command: { noted = [], version }, history, published }) => {
    if (published !== undefined) return []
    const unused = noted.filter((each) => each !== version && !history.releases.has(each))
    return unused.map((notes) =>
      makeFinding(unusedNotes, { notes, version }, { location: inSource(`notes/${notes}.md`, { line: 1 }) })
    )
  }
}
