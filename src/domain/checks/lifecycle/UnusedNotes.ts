import { makeFinding, inSource } from "../../Finding.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { otherSources, type Check } from "../Check.ts"

export const unusedNotes: Check<
  "lifecycle/unused-notes",
  {
    /** The version of the notes. */
    readonly notes: Version
    readonly version: Version
    /** True if the declared version has notes, too. */
    readonly has_notes: boolean
  }
> = {
  id: "lifecycle/unused-notes",
  title: "Notes of another version",
  level: "warning",
  stage: "release",
  followsFrom: [
    otherSources,
    { checks: ["semver/not-a-successor", "semver/bump-too-small", "semver/version-taken"], scope: "release" }
  ],
  explanation:
    "The notes of a release are published with that release alone. Notes of a version that is neither published nor declared appear nowhere, often because the declared version was raised after they had been written. Rename the file for the declared version, or remove it until its version is declared.",
  breaks: `# taxonomy.yaml declares 2.0.0
notes/1.2.0.md`,
  keeps: `# taxonomy.yaml declares 2.0.0
notes/2.0.0.md`,
  message: ({ notes, version }) => `The notes are those of ${notes}, but the sources declare ${version}`,
  help: ({ has_notes, notes, version }) =>
    has_notes
      ? `Remove them until ${notes} is declared: ${version} has notes of its own.`
      : `If they are about this release, rename the file to notes/${version}.md. Otherwise remove it until ${notes} is declared.`,
  run: ({ command: { notes, other_notes = [], version }, history, published }) =>
    published === undefined
      ? other_notes
          .filter((other) => !history.releases.has(other))
          .map((other) => {
            const facts = { notes: other, version, has_notes: notes !== undefined }
            return makeFinding(unusedNotes, facts, { location: inSource(`notes/${other}.md`, { line: 1 }) })
          })
      : []
}
