import * as Schema from "effect/Schema"
import { Shape, Version } from "../../domain/taxonomy/Scalars.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { ReleaseMeta } from "./BodyParts.ts"
import { DeprecationBody, Replacement } from "./DeprecationBody.ts"
import { ConfigBody } from "./ItemFields.ts"

const path = Schema.Array(Schema.Union([Schema.String, Schema.Int.annotate({ format: "int32" })])).annotate({
  description: 'The path within the config, such as `["use_type", 0]`. Empty for the config as a whole.'
})

const dimensions = Schema.Array(Schema.String).annotate({
  description: "The dimensions that it concerns: beside these fields a form shows it."
})

const message = Schema.NonEmptyString.annotate({ description: "A sentence for people." })

const help = Schema.optional(Schema.NonEmptyString).annotateKey({
  description: "What to do, or the description of the violated rule."
})

const rule = Schema.NonEmptyString.annotate({ description: "The id of the rule." })

const item = Schema.NonEmptyString.annotate({ description: "`dimension`, `dimension/value`, or `rules/id`." })

const removalFields = {
  removed_in: Schema.optional(Schema.toEncoded(Version)).annotateKey({
    description: "The release that removed the item."
  }),
  replacement: Schema.optional(Replacement),
  reason: Schema.optional(Schema.NonEmptyString).annotateKey({ description: "Why the item was removed." })
}

const ProblemBody = Schema.Struct({
  kind: Schema.Literals([
    "UnknownDimension",
    "UnknownValue",
    "RepeatedValue",
    "UnlistedCountry",
    "WrongShape",
    "MissingDimension",
    "Conflict"
  ]).annotate({ description: "The reason, for programs." }),
  path,
  dimensions,
  dimension: Schema.optional(Schema.String).annotateKey({
    description: "The dimension. Absent if the config is not an object."
  }),
  code: Schema.optional(Schema.String).annotateKey({ description: "The code that the problem is about." }),
  shape: Schema.optional(Shape).annotateKey({ description: "The shape that the dimension has." }),
  rule: Schema.optional(rule),
  suggestions: Schema.Array(Schema.String).annotate({
    description: "The codes or names that are probably meant, the best first."
  }),
  message,
  help,
  ...removalFields
}).annotate({ identifier: "Problem", description: "One reason why a config is invalid." })

const AdviceBody = Schema.Struct({ rule, path, dimensions, message, help }).annotate({
  identifier: "Advice",
  description: "A rule of advice that a config does not follow. It is still valid."
})

const DeprecatedUseBody = Schema.Struct({ item, path, deprecation: DeprecationBody }).annotate({
  identifier: "DeprecatedItem",
  description: "A deprecated item that a config names. It is still valid."
})

const answered = { version: TaxonomyVersion, _meta: ReleaseMeta }

const deprecated = Schema.Array(DeprecatedUseBody).annotate({
  description: "The deprecated items that the config names."
})

/** The body of a validation. */
export type ValidationBody = typeof ValidationBody.Encoded
export const ValidationBody = Schema.Struct({
  verdict: Schema.Literals(["valid", "invalid"]).annotate({ description: "`valid` without problems." }),
  problems: Schema.Array(ProblemBody).annotate({ description: "The problems, in the order of the config." }),
  deprecated,
  advice: Schema.Array(AdviceBody).annotate({ description: "The advice that the config does not follow." }),
  ...answered
}).annotate({ identifier: "Validation", description: "What a release says of a config." })

const added_in = Schema.optional(Schema.toEncoded(Version)).annotateKey({
  description: "The release that added it, if that is known."
})

const BreakageBody = Schema.Struct({
  kind: Schema.Literals(["ItemRemoved", "ItemUnknown", "ShapeChanged", "DimensionRequired", "RuleBroken"]).annotate({
    description: "The reason, for programs."
  }),
  item,
  path,
  dimensions,
  rule: Schema.optional(rule),
  before: Schema.optional(Shape).annotateKey({ description: "The shape in the release of the config." }),
  after: Schema.optional(Shape).annotateKey({ description: "The shape now." }),
  added_in,
  message,
  help,
  ...removalFields
}).annotate({
  identifier: "Breakage",
  description: "Something that the release of the config accepts, and the other release does not."
})

const StepBody = Schema.Struct({
  kind: Schema.Literals(["Replaced", "Modernized", "Reshaped"]).annotate({
    description:
      "`Replaced`: an item that the release does not have. `Modernized`: a deprecated item. `Reshaped`: a setting, written " +
      "in the new shape of its dimension."
  }),
  item,
  path,
  replaced_by: Schema.optional(Schema.Array(Schema.String)).annotateKey({
    description: "The items that took its place, together. Empty if it was a flag that is false: it is left out."
  }),
  before: Schema.optional(Shape).annotateKey({ description: "The shape before." }),
  after: Schema.optional(Shape).annotateKey({ description: "The shape now." }),
  message
}).annotate({ identifier: "MigrationStep", description: "One change of the config." })

const OpenItemBody = Schema.Struct({
  item,
  path,
  obstacle: Schema.Literals(["no-replacement", "choice", "cycle", "occupied", "shape", "conflict"]).annotate({
    description:
      "`no-replacement`: nothing is known to replace it. `choice`: one of the candidates does. `cycle`: the replacements " +
      "lead back to it. `occupied`: the config already sets the dimension of the replacement otherwise. `shape`: its shape " +
      "cannot hold the replacement. `conflict`: a rule forbids the replacement there."
  }),
  candidates: Schema.Array(Schema.String).annotate({
    description: "The items to choose from, or those that cannot take its place."
  }),
  message
}).annotate({ identifier: "OpenItem", description: "An item that a person must decide on." })

/** The body of a migration. */
export type MigrationBody = typeof MigrationBody.Encoded
export const MigrationBody = Schema.Struct({
  verdict: Schema.Literals(["valid", "deprecated", "broken", "invalid"]).annotate({
    description:
      "`valid`: the release accepts the config. `deprecated`: it accepts the config, which names deprecated items. `broken`: " +
      "it refuses what the release of the config accepted. `invalid`: it refuses only what that release refused, too."
  }),
  config: Schema.optional(ConfigBody).annotateKey({
    description:
      "The config that is valid in the release: as given, or as the steps lead to. Absent if problems remain."
  }),
  draft: Schema.Unknown.annotate({ description: "What the steps lead to, whether it is valid or not." }),
  broken: Schema.Array(BreakageBody).annotate({ description: "What broke, in the order of the config." }),
  deprecated,
  steps: Schema.Array(StepBody).annotate({ description: "What changes, in this order." }),
  open: Schema.Array(OpenItemBody).annotate({ description: "The items that no step replaces, and why." }),
  problems: Schema.Array(ProblemBody).annotate({
    description: "Why the release refuses the draft. Paths lead into the draft."
  }),
  ...answered
}).annotate({
  identifier: "Migration",
  description:
    "What a release says of a config that was written for another one, and the config that it accepts instead."
})
