import * as Schema from "effect/Schema"
import { ConflictRuleId } from "../../domain/taxonomy/Scalars.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { bodyFields, ConditionsBody, snapshotFields } from "./ItemFields.ts"

const { advice: _, forbid: __, id, require: ___, when: ____, ...texts } = vocabulary.rule

/** The conditions of a rule as the editors wrote them. */
const WrittenConditions = Schema.Struct({
  forbid: Schema.optionalKey(ConditionsBody),
  when: Schema.optionalKey(ConditionsBody),
  require: Schema.optionalKey(ConditionsBody)
}).annotate({
  identifier: "WrittenConditions",
  description:
    "The conditions of a rule as the editors wrote them: `forbid`, or `require`, which a configuration must meet that " +
    "meets all conditions of `when`. `none_of` and `contains_none` are met by settings without these codes."
})

/** What a rule forbids, for programs that know the conditions of the first release alone. */
const forbidden = {
  forbid: ConditionsBody.annotateKey({
    description:
      "A configuration that meets all of these conditions breaks the rule. Without `source`, no other one does."
  }),
  source: Schema.optionalKey(WrittenConditions).annotateKey({
    description:
      "The rule as the editors wrote it, if `forbid` is made from it. Judge by it: `forbid` cannot say that a list lacks a " +
      "code, or that a dimension is left out."
  })
}

/** A binding rule (service spec, 2.5). */
export const ConflictBody = Schema.Struct({
  ...bodyFields(texts),
  ...forbidden,
  part_of: Schema.optionalKey(ConflictRuleId).annotateKey({
    description: "The rule of which this is another part, for programs that do not know `source`. Others ignore it."
  })
}).annotate({
  identifier: "Conflict",
  description: "Conditions that no valid configuration meets together."
})

/** A rule that makes nothing invalid. */
export const AdviceBody = Schema.Struct({ ...bodyFields(texts), ...WrittenConditions.fields }).annotate({
  identifier: "Advice",
  description: "A rule that is only reported: a configuration that breaks it stays valid."
})

/** A rule in the record of a change. */
export const RuleSnapshot = Schema.Struct({
  ...snapshotFields({ id, ...texts }),
  advice: Schema.optionalKey(Schema.Boolean),
  ...forbidden
}).annotate({ identifier: "RuleSnapshot", description: "A conflict rule as the editors wrote it." })
