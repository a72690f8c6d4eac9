import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { releasesBody } from "../../../../src/api/projections/ReleasesProjection.ts"
import { compile } from "../../../../src/build/Compile.ts"
import { locate } from "../../../../src/build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../../../src/build/Pipeline.ts"
import { releaseEventCodec } from "../../../../src/domain/release/ReleaseEvent.ts"
import { emptyHistory, evolve, publicationOf } from "../../../../src/domain/release/ReleaseHistory.ts"
import { helpOf, messageOf } from "../../../../src/report/FindingText.ts"
import { renderReleaseNotes } from "../../../../src/report/formats/ReleaseNotes.ts"
import { smallSources } from "../../../support/Sources.ts"

const treeOf = (files: Readonly<Record<string, string>>) =>
  Object.entries({ ...smallSources, ...files }).map(
    ([path, text]) => ({ _tag: "File", path, bytes: new TextEncoder().encode(text) }) as const
  )

const file = "notes/1.0.0.md"
const facts = `---
effective: 2026-02-01
proposed_by: Maria Lindqvist
approved_by: J. Doe
references:
  - { title: 16 CFR 255.5, url: "https://www.ecfr.gov/current/title-16/section-255.5" }
---

The first release. It covers **news** and teaching.
`

const notesOf = (text: string) => Result.getOrThrow(compile(treeOf({ [file]: text }))).notes

const context = { published_at: "2026-01-10T12:00:00Z", now: "2026-01-10T12:00:00Z", source_commit: "0".repeat(40) }

const decided = (text: string) => Result.getOrThrow(decideFromSources(treeOf({ [file]: text }), context))(emptyHistory)

/** The findings of a file, each as its line, its message and its help. */
const problemsOf = (path: string, text: string): ReadonlyArray<string> =>
  Result.match(compile(treeOf({ [path]: text })), {
    onSuccess: () => [],
    onFailure: (findings) =>
      findings.map((finding) => {
        const at = finding.location._tag === "Source" ? (finding.location.path ?? []).join(".") : ""
        return `${at} ${messageOf(finding)} | ${helpOf(finding)}`
      })
  })

describe("notes of a release", () => {
  it("are Markdown, with facts before it", () => {
    assert.deepStrictEqual(notesOf("Corrects a label.\n"), { summary: "Corrects a label." })
    assert.deepStrictEqual(notesOf(facts.replaceAll("\n", "\r\n"))?.effective, "2026-02-01")
    assert.deepStrictEqual(notesOf(facts), {
      summary: "The first release. It covers **news** and teaching.",
      effective: "2026-02-01",
      proposed_by: "Maria Lindqvist",
      approved_by: "J. Doe",
      references: [{ title: "16 CFR 255.5", url: "https://www.ecfr.gov/current/title-16/section-255.5" }]
    })
  })

  it("are those of the declared version alone", () => {
    assert.isUndefined(Result.getOrThrow(compile(treeOf({ "notes/1.1.0.md": "Later.\n" }))).notes)
  })

  it("are recorded in event schema 4 and format 4, and published", () => {
    const { outcome } = decided(facts)
    if (outcome._tag !== "Publish") return assert.fail(outcome._tag)
    const { release } = outcome
    assert.strictEqual(release.format, 4)
    const event = publicationOf(release, `sha256:${"0".repeat(64)}`)
    assert.strictEqual(releaseEventCodec.encode(event).schema, 4)
    const body = releasesBody(evolve(emptyHistory, event), release.version)
    assert.deepStrictEqual(body.releases[0]?.notes, notesOf(facts))
    assert.include(
      renderReleaseNotes(release),
      `The first release. It covers **news** and teaching.

Effective from 1 February 2026. Proposed by Maria Lindqvist. Approved by J. Doe.

- [16 CFR 255.5](<https://www.ecfr.gov/current/title-16/section-255.5>)

## Changes`
    )
  })

  it("cannot be effective before the publication", () => {
    const { findings } = decided(facts.replace("2026-02-01", "2026-01-09"))
    assert.deepStrictEqual(findings.map(messageOf), [
      "The release is effective on 2026-01-09, before its publication on 2026-01-10"
    ])
    assert.deepStrictEqual(decided(facts.replace("2026-02-01", "2026-01-10")).findings, [])
  })

  it("locate a wrong key or day at its line", () => {
    const tree = treeOf({
      [file]: "---\nproposed_by: Maria\neffective: soon\nreferences:\n  - { title: A }\nlinks: 1\n---\nText."
    })
    const roots = { sources: "taxonomy-src", releases: "releases" }
    const findings = Result.match(compile(tree), { onSuccess: () => [], onFailure: (found) => found })
    assert.deepStrictEqual(
      locate(tree, roots, findings).map(({ place }) => `${place.line}:${place.column}`),
      ["6:1", "3:12"]
    )
  })

  it("are refused with the place and what to do", () => {
    assert.deepStrictEqual(problemsOf("notes/1.1.md", "Text."), [
      ' notes/1.1.md is not a file of the taxonomy | Did you mean "notes/1.1.0.md"?'
    ])
    assert.deepStrictEqual(problemsOf("notes/v1.2.0.md", "Text."), [
      ' notes/v1.2.0.md is not a file of the taxonomy | Did you mean "notes/1.2.0.md"?'
    ])
    assert.deepStrictEqual(problemsOf(file, "---\neffective: 2026-02-01\n---\n"), [
      " The text of these notes is missing | Write what the release is for below the second line ---, or remove the file."
    ])
    assert.deepStrictEqual(problemsOf(file, "---\neffective: 2026-02-01\n\nText."), [
      " The facts that begin at this line --- never end | Write another line --- between the facts and the text."
    ])
    assert.match(
      problemsOf(file, "---\nsummary: One.\n---\nText.").join(),
      /^summary Unknown key "summary" \| Write it below the second line ---/
    )
    for (const front of ["effective", "- effective", "42"]) {
      assert.match(problemsOf(file, `---\n${front}\n---\nText.`).join(), /must be a map of keys/)
    }
    assert.match(problemsOf(file, "Te\u0007xt.").join(), /must be text without control characters/)
    assert.deepStrictEqual(problemsOf(file, "---\neffective: soon\n---\nText."), [
      'effective "effective" must be a day such as 2027-05-21 | Write the year, the month and the day: 2027-05-21. Put it in quotes if a program removes the hyphens.'
    ])
    assert.match(
      problemsOf(file, "---\neffectiv: 2026-02-01\n---\nText.").join(),
      /^effectiv Unknown key "effectiv" \| Did you mean "effective"\?/
    )
  })
})
