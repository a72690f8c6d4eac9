import * as Schema from "effect/Schema"
import type { LocatedFinding, RelatedSpan, SourceSpan } from "../../build/diagnostics/SourceLocation.ts"
import { changedItem } from "../../domain/change/Change.ts"
import { ChangeSchema } from "../../domain/change/ChangeSchema.ts"
import { proposalStages } from "../../domain/checks/Check.ts"
import { checks } from "../../domain/checks/CheckRegistry.ts"
import { Digest, Timestamp } from "../../domain/ledger/Timestamp.ts"
import { Config } from "../../domain/taxonomy/Config.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import * as Domain from "../../domain/taxonomy/Scalars.ts"
import { ConflictRule, Dimension, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { KeyName, LogFacts } from "../../release/log/VerifyLog.ts"
import { helpOf, messageOf, relatedMessageOf, subjectOf } from "../FindingText.ts"
import { ContractsJson, toContractsJson } from "../ImpactJson.ts"
import { reportDue } from "../NoticeText.ts"
import type { Report } from "../Report.ts"

/** One JSON object, as `JsonReport` describes it. */
export const renderJson = (report: Report): string => {
  const { contracts, date: _, items: __, ...data } = report
  const { changes, command, findings, ok, waivers } = data
  const json: JsonReport =
    // The JSON of diff contains the changes alone, if both sides can be read.
    command === "diff" && ok
      ? { command, changes, removed: removedItems(report), labels: labelsOf(report) }
      : {
          ...data,
          findings: toJsonFindings(findings),
          coming_due: data.coming_due.map(reportDue),
          waivers: toJsonWaivers(waivers),
          ...(contracts === null ? {} : { contracts: toContractsJson(contracts) }),
          removed: removedItems(report),
          labels: labelsOf(report)
        }
  return JSON.stringify(json)
}

export const toJsonFindings = (findings: ReadonlyArray<LocatedFinding>): ReadonlyArray<typeof Finding.Type> =>
  findings.map((finding) => {
    const { context, level, locateFix, place, related = [], rule } = finding
    const subject = subjectOf(finding)
    const fix = locateFix?.()
    return {
      rule,
      level,
      ...(subject === undefined ? {} : { subject }),
      message: messageOf(finding),
      context,
      ...toFlatPlace(place),
      help: helpOf(finding),
      ...(fix === undefined ? {} : { fix }),
      ...(related.length === 0 ? {} : { related: related.map(toJsonRelated) })
    }
  })

const toJsonRelated = (related: RelatedSpan): typeof RelatedPlace.Type => {
  const finding = related._tag === "FollowUp" ? related.finding : undefined
  const subject = finding && subjectOf(finding)
  return {
    message: relatedMessageOf(related),
    ...(finding === undefined ? {} : { rule: finding.rule }),
    ...(subject === undefined ? {} : { subject }),
    ...toFlatPlace(related.place)
  }
}

/** The label of every item that the report names, by the name of the item. */
const labelsOf = ({ changes, findings, items, waivers }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...changes.map(changedItem), ...findings.map(({ item }) => item), ...waivers.map(({ item }) => item)].flatMap(
      (item) => {
        const label = item === undefined ? undefined : items.labelOf(item)
        return item === undefined || label === undefined ? [] : [[formatItem(item), label] as const]
      }
    )
  )

/** Every item that the changes remove, by its name. */
const removedItems = ({ changes, items }: Report): Readonly<Record<string, typeof RemovedItem.Type>> =>
  Object.fromEntries(
    changes.flatMap((change) => {
      const item = change.kind.endsWith("-removed") ? changedItem(change) : undefined
      const before = item && items.itemBefore(item)
      return item === undefined || before === undefined ? [] : [[formatItem(item), before] as const]
    })
  )

const toJsonWaivers = (waivers: Report["waivers"]): ReadonlyArray<typeof UsedWaiver.Type> =>
  waivers.map(({ item, waiver }) => ({ ...waiver, subject: formatItem(item) }))

const toFlatPlace = ({ column, end_column, end_line, file, line }: SourceSpan) => ({
  file,
  line,
  column,
  end_line,
  end_column
})

// An identifier makes one definition instead of a copy at each use.
const Change = ChangeSchema.annotate({ identifier: "Change" })
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

const RelatedPlace = Schema.Struct({
  message: Schema.String,
  rule: Schema.optionalKey(
    Schema.Literals(checks.map(({ id }) => id)).annotate({
      description: "Set for a finding that follows from this one, and disappears with it."
    })
  ),
  subject: Schema.optionalKey(Schema.String.annotate({ description: "The item concerned by that finding." })),
  ...flatPlace
})

const FixEdit = Schema.Union([
  Schema.Struct({
    ...flatPlace,
    text: Schema.String.annotate({ description: "What takes the place of the range." })
  }),
  Schema.Struct({
    file: Schema.String.annotate({ description: "Relative to the folder in which the command ran." }),
    rename_to: Schema.String.annotate({ description: "The new name of the file." })
  })
]).annotate({ identifier: "FixEdit" })

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
  fix: Schema.optionalKey(
    Schema.Array(FixEdit).annotate({
      description: "The edits that mend the finding, if that leaves nothing to decide. Make all of them or none."
    })
  ),
  related: Schema.optionalKey(Schema.Array(RelatedPlace))
}).annotate({ identifier: "Finding" })

const RemovalDue = Schema.Struct({
  kind: Schema.Literal("removal"),
  item: Schema.String,
  label: Schema.String,
  replaced_by: Schema.Array(Schema.String),
  replacement_mode: Schema.optionalKey(Schema.Literal("all_of")),
  reason: Schema.NullOr(Schema.String),
  since: Version,
  may_go: Schema.Literals(["now", "later", "removed"]).annotate({
    description: "Whether the item can be removed; `removed` if a newer line has removed it already."
  }),
  earliest_version: Version,
  earliest_date: Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\d$/u)),
  after: Schema.Array(Version).annotate({ description: "The releases that must come before the removal." }),
  deprecated_in: Schema.NullOr(Version).annotate({
    description: "The release that must deprecate the item before the removal, if the newest release does not."
  })
})

const EndOfLifeDue = Schema.Struct({
  kind: Schema.Literal("end-of-life"),
  major: Schema.Natural,
  date: Timestamp,
  reason: Schema.String
})

const UsedWaiver = Schema.Struct({
  rule: Schema.String.annotate({ description: "The check whose finding the waiver covers." }),
  subject: Schema.String.annotate({ description: "The dimension, dimension/value or license code concerned." }),
  version: Version,
  reason: Schema.String,
  approved_by: Schema.String
})

const Checkpoint = Schema.Struct({
  origin: Schema.String.annotate({ description: "The name of the log." }),
  size: Schema.Natural.annotate({ description: "The number of events." }),
  signers: Schema.Array(KeyName)
}).annotate({ description: "What this run signed. Set if it published a release of a signed log." })

const Release = Schema.Struct({
  version: Version,
  status: Schema.Literals(["published", "already-released", "planned"]),
  digest: Schema.NullOr(Digest),
  path: Schema.String,
  checkpoint: Schema.optionalKey(Checkpoint),
  withdrawn: Schema.optionalKey(
    Schema.Struct({ date: Schema.String, reason: Schema.String }).annotate({
      description: "Set if the release is published and was withdrawn."
    })
  ),
  newer: Schema.optionalKey(
    Version.annotate({ description: "Set if the release is published and a newer one of its major stands." })
  )
})

const RuleEffect = Schema.Struct({
  rule: Schema.String.annotate({
    description: "The id of a rule that was added, or of which conditions or force changed."
  }),
  verdict: Schema.Literals(["forbidden", "allowed"]).annotate({
    description: "Whether the config is newly invalid, or newly valid as the change forbids nothing more."
  }),
  config: Config.annotate({ description: "A config that all other rules allow, and that sets nothing in vain." })
}).annotate({ description: "What the change of a rule does to configs." })

const RemovedItem = Schema.Union([Dimension, Value, License, ConflictRule])

const removed = Schema.Record(Schema.String, RemovedItem).annotate({
  description: "Every item that the changes remove, as it was, by its name."
})

const labels = Schema.Record(Schema.String, Schema.String).annotate({
  description:
    "The label of each item that changes, findings and waivers name, by its name. A removed item has its last label."
})

const Outcome = Schema.Struct({
  command: Schema.String,
  ok: Schema.Boolean.annotate({ description: "False if the exit code of the command is not 0." }),
  version: Schema.NullOr(Version).annotate({ description: "Null if there is no decision on a release." }),
  base: Schema.NullOr(Version),
  declared_bump: Schema.NullOr(Bump),
  required_bump: Schema.NullOr(Bump),
  undoes: Schema.optionalKey(
    Schema.Struct({
      releases: Schema.Array(Version),
      standing: Schema.NullOr(Version).annotate({
        description: "The release that decides on the bump; null if none stands."
      }),
      removed: Schema.Array(Schema.String).annotate({ description: "The items that only these releases contain." })
    }).annotate({ description: "The withdrawn releases on top of which the release is made. Missing without any." })
  ),
  suggested_version: Schema.NullOr(Version),
  changes: Schema.Array(Change),
  rule_effects: Schema.optionalKey(Schema.Array(RuleEffect)),
  findings: Schema.Array(Finding),
  coming_due: Schema.Array(Schema.Union([RemovalDue, EndOfLifeDue])),
  waivers: Schema.Array(UsedWaiver).annotate({
    description: "The waivers that this release needs; for a published release, those that it records."
  }),
  contracts: Schema.optionalKey(
    ContractsJson.annotate({
      description: "What the proposal does to contracts. Set if a file of contracts was named."
    })
  ),
  not_checked: Schema.Array(Schema.Literals(proposalStages)).annotate({
    description: "The stages that were not checked, because an earlier one found errors."
  }),
  release: Schema.NullOr(Release),
  log: Schema.optionalKey(
    LogFacts.annotate({ description: "The transparency log. Set by verify, if the checkpoint is one of the ledger." })
  ),
  removed,
  labels
})

const Difference = Schema.Struct({ command: Schema.Literal("diff"), changes: Schema.Array(Change), removed, labels })

/** The output of `--format json`. */
export type JsonReport = typeof JsonReport.Type
export const JsonReport = Schema.Union([Outcome, Difference])

/** The JSON Schema of a report in this format, which `npm run docs` and the server package contain. */
export const reportSchema = (): object => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(JsonReport, { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Report of taxonomy check, diff and verify, and of build-release, with --format json",
    ...schema,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions })
  }
}
