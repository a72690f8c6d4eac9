import * as Schema from "effect/Schema"
import { Setting } from "../../domain/taxonomy/Config.ts"
import { Count, Code, Shape, Version } from "../../domain/taxonomy/Scalars.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { ReleaseMeta } from "./BodyParts.ts"
import { DeprecationBody, Replacement } from "./DeprecationBody.ts"
import { ConfigBody } from "./ItemFields.ts"

const path = Schema.Array(Schema.Union([Schema.String, Count])).annotate({
  component: "ConfigPath",
  description: 'The path within the config, such as `["campaign_kind", 0]`. Empty for the config as a whole.'
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
  identifier: "UnmetAdvice",
  description: "A rule of advice that a config does not follow. It is still valid."
})

const DeprecatedUseBody = Schema.Struct({ item, path, deprecation: DeprecationBody }).annotate({
  identifier: "DeprecatedUse",
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
  kind: Schema.Literals([
    "ItemRemoved",
    "ItemUnknown",
    "ShapeChanged",
    "DimensionRequired",
    "UnlistedCountry",
    "RuleBroken"
  ]).annotate({
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

const dimension = Schema.String.annotate({ description: "The name of the dimension." })

const openPoint = <Of extends Schema.Codec<string>>(of: Of) =>
  Schema.Struct({
    dimension,
    of: of.annotate({ description: "Whose agreement decides." }),
    codes: Schema.optional(Schema.Array(Schema.String)).annotateKey({
      description: "The members that are open, of flags."
    })
  })

const verdict = Schema.Literals(["yes", "no", "unknown", "invalid"]).annotate({
  description:
    "`yes` or `no` if that is so whatever an agreement says on open points, else `unknown`. `invalid` if `problems` says why " +
    "the question cannot be answered."
})

const ReasonBody = Schema.Struct({
  dimension,
  codes: Schema.Array(Schema.String).annotate({
    description: "The broadest codes that are missing, or the limits and duties that are not kept."
  }),
  kind: Schema.Literals(["scope", "permission", "limit", "duty", "exclusivity"]).annotate({
    description: "The role of the codes."
  }),
  everything: Schema.optional(Schema.Literal(true)).annotateKey({
    description: "True if more is missing than codes can name, such as the whole world."
  })
}).annotate({ identifier: "Reason", description: "Why a verdict is `no`. No reason follows from another." })

const RepairBody = Schema.Struct({
  config: ConfigBody,
  changed: Schema.Record(Schema.String, Schema.Union([Setting, Schema.Null])).annotate({
    description: "The dimensions that differ; `null` if the config leaves one out."
  }),
  breaks: Schema.Array(Schema.String).annotate({ description: "The ids of the conflict rules that the config breaks." })
}).annotate({ identifier: "Repair", description: "A config with which the verdict is no longer `no`." })

const licenseFields = {
  license: Code.annotate({ description: "The code of the base license." }),
  verdict,
  problems: Schema.Array(ProblemBody).annotate({ description: "Why the verdict is `invalid`." }),
  explanation: Schema.Array(Schema.String).annotate({
    description: "The answer in sentences, with labels in the language asked for."
  }),
  reasons: Schema.Array(ReasonBody).annotate({ description: "Why the verdict is `no`." })
}

const repair = Schema.Array(RepairBody).annotate({
  description: "What would change the answer, in each way if there are several. Empty if nothing would."
})

/** The body of the question whether a license permits a use. */
export type PermitsBody = typeof PermitsBody.Encoded
export const PermitsBody = Schema.Struct({
  ...licenseFields,
  open: Schema.Array(openPoint(Schema.Literal("license"))).annotate({
    description: "What the license leaves to its agreement."
  }),
  within: Schema.Array(
    Schema.Struct({
      dimension,
      setting: Schema.optional(Setting).annotateKey({ description: "Absent if the license leaves the dimension out." }),
      silence: Schema.optional(Schema.Literals(["everything", "open"])).annotateKey({
        description: "What leaving it out means."
      })
    })
  ).annotate({ description: "What the license says in the scopes that the use does not name." }),
  provided: Schema.Array(
    Schema.Struct({
      dimension,
      codes: Schema.Array(Schema.String).annotate({ description: "The codes." }),
      kind: Schema.Literals(["duty", "limit"]).annotate({ description: "Their role." }),
      open: Schema.optional(Schema.Literal(true)).annotateKey({
        description: "True if the agreement chooses."
      })
    })
  ).annotate({ description: "Duties of the licensee, and limits of dimensions that the use does not name." }),
  uncompared: Schema.Array(
    Schema.Struct({ dimension, role: Schema.String.annotate({ description: "The role of the dimension." }) })
  ).annotate({ description: "The dimensions that the use names and needs nothing of." }),
  repair,
  ...answered
}).annotate({ identifier: "Permits", description: "Whether a license permits a use, as far as the codes say." })

/** The body of the question whether a license covers another. */
export type CoversBody = typeof CoversBody.Encoded
export const CoversBody = Schema.Struct({
  ...licenseFields,
  open: Schema.Array(openPoint(Schema.Literals(["a", "b"]))).annotate({
    description: "What the licenses leave to their agreements: `a` is the base license, `b` the config."
  }),
  alike: Schema.Array(Schema.String).annotate({
    description: "The dimensions that both leave open, which are taken to be settled alike."
  }),
  repair,
  ...answered
}).annotate({
  identifier: "Covers",
  description: "Whether all that a config allows may be done under a license, as far as the codes say."
})
