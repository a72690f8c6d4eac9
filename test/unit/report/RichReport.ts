import type { RelatedSpan } from "../../../src/build/diagnostics/SourceLocation.ts"
import type { Change } from "../../../src/domain/change/Change.ts"
import { backdated } from "../../../src/domain/checks/DateChecks.ts"
import { formatItem, valueRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import { empty } from "../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import type { Report } from "../../../src/report/Report.ts"
import { findingWithText, locatedFinding, reportOf } from "./HostileReports.ts"

const place = { file: "dimensions/use.yaml", line: 9, column: 5, end_line: 9, end_column: 9, text: "  - code: old" }

const labels: Readonly<Record<string, string>> = { "use/film": "Film", "use/old": "Old" }

/** What is related to the first finding: more places than reports list, and a change. */
const related: ReadonlyArray<RelatedSpan> = [
  ...Array.from({ length: 11 }, (_, index) => ({
    _tag: "FollowUp" as const,
    place: { ...place, file: `licenses/L${index}.yaml` },
    finding: findingWithText("It follows")
  })),
  {
    _tag: "Change",
    place: { ...place, line: 2 },
    change: {
      kind: "value-removed",
      bump: "major",
      item: valueRef("use", "old"),
      location: { _tag: "Header", path: [] }
    }
  }
]

const removal = (date: string) =>
  ({
    kind: "removal",
    item: valueRef("use", "film"),
    label: "Film",
    deprecation: { replaced_by: ["tv"], reason: "Nobody uses it" },
    since: { version: Version.make("1.1.0"), date: "2026-01-15T00:00:00Z" },
    forecast: { may_go: "later", version: Version.make("2.0.0"), date, after: [], deprecated_in: null }
  }) as const

export const changes: ReadonlyArray<Change> = [
  {
    kind: "title-changed",
    bump: "patch",
    before: { title: "Licences", description: "Same" },
    after: { title: "Licenses", description: "Same" }
  },
  { kind: "value-removed", bump: "major", dimension: "use", value: "old" },
  { kind: "value-removed", bump: "major", dimension: "use", value: "older" },
  {
    kind: "value-added",
    bump: "minor",
    dimension: "use",
    value: "film",
    index: 0,
    after: { code: "film", label: "Film", description: "Moving pictures." }
  }
]

/** A refused proposal with everything that a report can show. */
export const refused: Report = {
  ...reportOf([
    findingWithText("It is old", { item: valueRef("use", "old"), place: { ...place, end_line: 12 }, related }),
    locatedFinding(backdated, { date: "2026-01-01", now: "2026-02-01" })
  ]),
  ok: false,
  version: Version.make("1.2.0"),
  base: Version.make("1.1.0"),
  declared_bump: "minor",
  required_bump: "major",
  suggested_version: Version.make("2.0.0"),
  changes,
  waivers: ["Nobody saw it", "A typo"].map((reason) => ({
    item: valueRef("use", "old"),
    waiver: {
      rule: "code/reused",
      subject: "use/old",
      version: Version.make("1.2.0"),
      reason,
      approved_by: "J. Doe"
    }
  })),
  coming_due: [removal("2026-07-01"), removal("2028-01-01")],
  not_checked: ["release"],
  date: "2026-02-01T00:00:00Z",
  items: {
    taxonomy: empty,
    labelOf: (item) => labels[formatItem(item)],
    itemBefore: (item) =>
      formatItem(item) === "use/old"
        ? {
            code: "old",
            label: "Old",
            description: "Old uses.",
            definition: "A use before 1900.",
            deprecated: { replaced_by: ["film"], reason: "Unused" }
          }
        : undefined
  }
}

/** A release that was published and signed before, and withdrawn since. */
export const withdrawn: Report = {
  ...reportOf([]),
  command: "build-release",
  version: Version.make("1.2.0"),
  base: Version.make("1.1.0"),
  suggested_version: Version.make("1.2.0"),
  release: {
    version: Version.make("1.2.0"),
    status: "already-released",
    digest: `sha256:${"0".repeat(64)}`,
    path: "releases/v1.2.0",
    checkpoint: {
      origin: "example.org/log",
      size: 3,
      signers: [
        { name: "a", id: "01234567" },
        { name: "b", id: "89abcdef" }
      ]
    },
    withdrawn: { date: "2026-03-01T00:00:00Z", reason: "A code was misspelt" }
  },
  log: { signed: false, events: 3 }
}
