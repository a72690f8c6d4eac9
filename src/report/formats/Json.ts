import * as Schema from "effect/Schema"
import type { LocatedFinding, SourceSpan } from "../../build/diagnostics/SourceLocation.ts"
import { checks } from "../../domain/checks/CheckRegistry.ts"
import { Digest } from "../../domain/ledger/Digest.ts"
import { Change2 } from "../../domain/release/events/Change2.ts"
import * as Domain from "../../domain/taxonomy/Version.ts"
import { helpOf, messageOf, relatedMessageOf, subjectOf } from "../FindingText.ts"
import type { Report } from "../Report.ts"

/** One JSON object, as `JsonReport` describes it. */
export const renderJson = (report: Report): string => {
  const { changes, command, findings, ok } = report
  const json: JsonReport =
    // The JSON of diff contains the changes alone, if both sides can be read.
    command === "diff" && ok ? { command, changes } : { ...report, findings: toJsonFindings(findings) }
  return JSON.stringify(json)
}

export const toJsonFindings = (findings: ReadonlyArray<LocatedFinding>): ReadonlyArray<typeof Finding.Type> =>
  findings.map((finding) => {
    const { context, level, place, related = [], rule } = finding
    const subject = subjectOf(finding)
    return {
      rule,
      level,
      ...(subject === undefined ? {} : { subject }),
      message: messageOf(finding),
      context,
      ...toFlatPlace(place),
      help: helpOf(finding),
      ...(related.length === 0
        ? {}
        : { related: related.map((other) => ({ message: relatedMessageOf(other), ...toFlatPlace(other.place) })) })
    }
  })

const toFlatPlace = ({ column, end_column, end_line, file, line }: SourceSpan) => ({
  file,
  line,
  column,
  end_line,
  end_column
})

// An identifier makes one definition instead of a copy at each use.
const Change = Change2.annotate({ identifier: "Change" })
const Version = Domain.Version.annotate({ identifier: "Version" })
const Bump = Domain.Bump.annotate({ identifier: "Bump" })

const position = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

const flatPlace = {
  file: Schema.String.annotate({ description: "Relative to the folder in which the command ran." }),
  line: position,
  column: position.annotate({ description: "In UTF-16 code units." }),
  end_line: position,
  end_column: position.annotate({ description: "After the last character." })
}

const Finding = Schema.Struct({
  rule: Schema.Literals(checks.map(({ id }) => id)),
  level: Schema.Literals(["error", "warning"]),
  subject: Schema.optionalKey(
    Schema.String.annotate({ description: "The dimension, dimension/value, license code or rules/ID concerned." })
  ),
  message: Schema.String.annotate({ description: "For people. The wording can change in any version." }),
  context: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "The facts from which the message and the help are made."
  }),
  ...flatPlace,
  help: Schema.String,
  related: Schema.optionalKey(Schema.Array(Schema.Struct({ message: Schema.String, ...flatPlace })))
}).annotate({ identifier: "Finding" })

const ComingDue = Schema.Struct({
  item: Schema.String,
  replaced_by: Schema.Array(Schema.String),
  replacement_mode: Schema.optionalKey(Schema.Literal("all_of")),
  since: Version,
  earliest_version: Version,
  earliest_date: Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\d$/u))
})

const Release = Schema.Struct({
  version: Version,
  status: Schema.Literals(["published", "already-released", "planned"]),
  digest: Schema.NullOr(Digest),
  path: Schema.String
})

const Outcome = Schema.Struct({
  command: Schema.String,
  ok: Schema.Boolean.annotate({ description: "False if the exit code of the command is not 0." }),
  version: Schema.NullOr(Version).annotate({ description: "Null if there is no decision on a release." }),
  base: Schema.NullOr(Version),
  declared_bump: Schema.NullOr(Bump),
  required_bump: Schema.NullOr(Bump),
  suggested_version: Schema.NullOr(Version),
  changes: Schema.Array(Change),
  findings: Schema.Array(Finding),
  coming_due: Schema.Array(ComingDue),
  release: Schema.NullOr(Release)
})

const Difference = Schema.Struct({ command: Schema.Literal("diff"), changes: Schema.Array(Change) })

/** The output of `--format json`. */
export type JsonReport = typeof JsonReport.Type
export const JsonReport = Schema.Union([Outcome, Difference])

/** The JSON Schema of `docs/report.schema.json`. */
export const reportSchema = (): object => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(JsonReport, { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Report of taxonomy check, diff and verify, and of build-release, with --format json",
    ...schema,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions })
  }
}
