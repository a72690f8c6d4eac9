import * as Schema from "effect/Schema"
import { checks } from "../../domain/checks/CheckRegistry.ts"
import { Digest } from "../../domain/ledger/Digest.ts"
import { Change2 } from "../../domain/release/events/Change2.ts"
import * as Domain from "../../domain/taxonomy/Version.ts"

// An identifier makes a definition of what would be written out wherever it occurs.
const AnyChange = Change2.annotate({ identifier: "Change" })
const Version = Domain.Version.annotate({ identifier: "Version" })
const Bump = Domain.Bump.annotate({ identifier: "Bump" })

const position = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

const where = {
  file: Schema.String.annotate({ description: "As it is opened from the folder where the command ran." }),
  line: position,
  column: position.annotate({ description: "In UTF-16 code units." }),
  end_line: position,
  end_column: position.annotate({ description: "Behind the last character." })
}

const RelatedPlace = Schema.Struct({ message: Schema.String, ...where })

const Finding = Schema.Struct({
  rule: Schema.Literals(checks.map(({ id }) => id)),
  level: Schema.Literals(["error", "warning"]),
  subject: Schema.optionalKey(
    Schema.String.annotate({ description: "The dimension, dimension/value, license code or rules/id concerned." })
  ),
  message: Schema.String.annotate({ description: "For people; it may be worded anew at any time." }),
  context: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Json).annotate({ description: "The facts from which the message is made." })
  ),
  file: Schema.optionalKey(where.file),
  line: Schema.optionalKey(where.line),
  column: Schema.optionalKey(where.column),
  end_line: Schema.optionalKey(where.end_line),
  end_column: Schema.optionalKey(where.end_column),
  help: Schema.optionalKey(Schema.String),
  related: Schema.optionalKey(Schema.Array(RelatedPlace))
}).annotate({ identifier: "Finding" })

const ComingDue = Schema.Struct({
  item: Schema.String,
  replaced_by: Schema.Array(Schema.String),
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

const Decision = Schema.Struct({
  command: Schema.String,
  ok: Schema.Boolean.annotate({ description: "False means that the command ended with another exit code than 0." }),
  version: Schema.NullOr(Version).annotate({ description: "Null where nothing was decided." }),
  base: Schema.NullOr(Version),
  declared_bump: Schema.NullOr(Bump),
  required_bump: Schema.NullOr(Bump),
  suggested_version: Schema.NullOr(Version),
  changes: Schema.Array(AnyChange),
  findings: Schema.Array(Finding),
  coming_due: Schema.Array(ComingDue),
  release: Schema.NullOr(Release)
})

const Difference = Schema.Struct({ command: Schema.Literal("diff"), changes: Schema.Array(AnyChange) })

/** What `--format json` prints. A test holds the reports of every command against it. */
export const JsonReport = Schema.Union([Decision, Difference])

/** The JSON Schema that is published as `docs/report.schema.json`. */
export const reportSchema = (): object => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(JsonReport, { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Report of taxonomy check, diff and verify, and of build-release, with --format json",
    ...schema,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions })
  }
}
