import { makeFinding, type Facts, type Finding, inItem } from "../Finding.ts"
import {
  analyzeRules,
  changedRules,
  findEscapes,
  kindsBelow,
  newBesideList,
  type Escape,
  type RuleAnalysis
} from "../reasoning/RuleAnalysis.ts"
import type { Premises } from "../reasoning/RuleSpace.ts"
import { capitalize, listNames, listSome } from "../Sentence.ts"
import type { Config } from "../taxonomy/Config.ts"
import { conflictRuleRef, dimensionRef, toItemId, valueRef } from "../taxonomy/ItemRef.ts"
import { codesOf } from "../taxonomy/Settings.ts"
import type { ConflictRule } from "../taxonomy/Taxonomy.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import { otherSources, type Check } from "./Check.ts"
import { referenceProblems } from "./reference/References.ts"
import { perProposal, type ReleaseProposal } from "./ReleaseProposal.ts"
import { duplicateRule } from "./source/DuplicateRule.ts"

/** The premises from which a finding follows: conflict rules and required dimensions. Without one of them it would not. */
export interface Proof extends Facts {
  readonly rules: ReadonlyArray<string>
  readonly required: ReadonlyArray<string>
}

const proofOf = ({ required, rules }: Premises): Proof => ({ rules: rules.map(({ id }) => id), required })

/** The premises in words: "the conflict rules a and b, and since every config must set territory". */
const formatProof = ({ required, rules }: Proof): string =>
  [
    ...(rules.length === 0 ? [] : [`the conflict ${rules.length === 1 ? "rule" : "rules"} ${listNames(rules)}`]),
    ...(required.length === 0 ? [] : [`the requirement to set ${listNames(required)}`])
  ].join(" and ")

const verbOf = ({ required, rules }: Proof, one: string, many: string): string =>
  rules.length + required.length === 1 ? one : many

const changeOne = ({ rules }: Proof): string =>
  rules.length === 1 ? `narrow ${rules[0]}` : `narrow one of ${listNames(rules)}`

const analysisOf: (proposal: ReleaseProposal) => RuleAnalysis = perProposal((proposal) =>
  hasUnknown(proposal) ? nothing : analyzeRules(proposal.command.taxonomy, changedRules(proposal.changes))
)

/** Rules that name what does not exist say nothing together. */
const hasUnknown = perProposal((proposal) => referenceProblems(proposal).some(({ _tag }) => _tag !== "InvalidConfig"))

const nothing: RuleAnalysis = { unsettable: [], unusable: [], implied: [], neverMet: [] }

const inConditions = ({ forbid, id }: ConflictRule) =>
  inItem(conflictRuleRef(id), forbid === undefined ? "require" : "forbid")

export const noValidConfig: Check<"rule/no-valid-config", Proof> = {
  id: "rule/no-valid-config",
  title: "Rules that leave no valid config",
  level: "warning",
  stage: "release",
  explanation:
    "Together, the conflict rules and the required dimensions that the finding names forbid every config, so no license can be valid. No other finding about rules is made until this is mended. Narrow one of the rules, or let licenses leave one of the dimensions out.",
  breaks: `# rules/services.yaml, where every license must set athlete_services
forbid:
  athlete_services: { empty: true }
# rules/no-services.yaml, beside it
forbid:
  athlete_services: { empty: false }`,
  keeps: `# rules/services.yaml
forbid:
  athlete_services: { empty: true }`,
  message: (proof) => `No config is valid: ${formatProof(proof)} ${verbOf(proof, "excludes", "exclude")} all of them`,
  help: (proof) =>
    `${capitalize(
      [
        ...(proof.rules.length === 0 ? [] : [changeOne(proof)]),
        ...(proof.required.length === 0 ? [] : [`let licenses leave out ${listNames(proof.required)}`])
      ].join(", or ")
    )}.`,
  run: (proposal) => {
    const { contradiction } = analysisOf(proposal)
    if (contradiction === undefined) return []
    const changed = changedRules(proposal.changes)
    const rule = contradiction.rules.find(({ id }) => changed.has(id)) ?? contradiction.rules[0]
    const item = rule === undefined ? dimensionRef(contradiction.required[0] ?? "") : conflictRuleRef(rule.id)
    const location = rule === undefined ? inItem(item, "required") : inConditions(rule)
    return [makeFinding(noValidConfig, proofOf(contradiction), { item, location })]
  }
}

export const unsettableDimension: Check<
  "rule/unsettable-dimension",
  Proof & { readonly dimension: string; readonly is_required: boolean }
> = {
  id: "rule/unsettable-dimension",
  title: "Dimension of which no value can be used",
  level: "warning",
  stage: "release",
  explanation:
    "The conflict rules that the finding names forbid every config that uses a value of the dimension. A license can only leave the dimension out, or set it to nothing: an empty list, no flag that is true. A required dimension that can only be empty is most often a mistake in a rule. Narrow one of the rules, or remove the dimension.",
  breaks: `# rules/no-categories.yaml
forbid:
  exclusive_categories: { empty: false }`,
  keeps: `# rules/no-categories.yaml
forbid:
  exclusive_categories: { empty: false }
  use_type: { contains: editorial }`,
  message: ({ dimension, is_required, ...proof }) =>
    `No valid config can use a value of ${dimension}${is_required ? ", which every config must set" : ""}: ${formatProof(proof)} ${verbOf(proof, "forbids", "forbid")} it`,
  help: ({ dimension, ...proof }) => `${capitalize(changeOne(proof))}, or deprecate ${dimension}.`,
  run: (proposal) =>
    analysisOf(proposal).unsettable.map(({ because, dimension }): Finding => {
      const item = dimensionRef(dimension)
      const is_required = snapshotOf(proposal.command.taxonomy).dimension(dimension)?.required === true
      const facts = { dimension, is_required, ...proofOf(because) }
      return makeFinding(unsettableDimension, facts, { item, location: inItem(item, "values") })
    })
}

export const unusableValue: Check<
  "rule/unusable-value",
  Proof & { readonly dimension: string; readonly codes: ReadonlyArray<string> }
> = {
  id: "rule/unusable-value",
  title: "Value that no valid config can use",
  level: "warning",
  stage: "release",
  followsFrom: [{ checks: ["license/conflict"], scope: "item" }],
  explanation:
    "The conflict rules that the finding names forbid every config that uses the value, whatever else it sets. To use a flag is to set it to true. Values that the same rules exclude are one finding. Narrow one of the rules, or deprecate the value if it is no longer wanted.",
  breaks: `# rules/no-news.yaml
forbid:
  use_type: { contains: editorial }`,
  keeps: `# rules/news-is-not-advertising.yaml
forbid:
  use_type: { contains: editorial }
  commercial_scope: { equals: full_commercial }`,
  message: ({ codes, dimension, ...proof }) =>
    `No valid config can use ${codes.length === 1 ? `${dimension}/${codes[0]}` : `${codes.length} values of ${dimension} (${listSome(codes, maxNamed)})`}: ${formatProof(proof)} ${verbOf(proof, "forbids", "forbid")} it`,
  help: ({ codes, ...proof }) =>
    `${capitalize(changeOne(proof))}, or deprecate ${codes.length === 1 ? codes[0] : "the values"}.`,
  run: (proposal) =>
    analysisOf(proposal).unusable.flatMap(({ because, codes, dimension }) => {
      const [code] = codes
      if (code === undefined) return []
      const item = codes.length === 1 ? valueRef(dimension, code) : dimensionRef(dimension)
      const location = inItem(valueRef(dimension, code), "code")
      // A rule that forbids what is offered is one mistake.
      const links = { causes: because.rules.map(({ id }) => toItemId(conflictRuleRef(id))) }
      return [makeFinding(unusableValue, { dimension, codes, ...proofOf(because) }, { item, location, links })]
    })
}

const maxNamed = 5

export const impliedRule: Check<"rule/implied", Proof & { readonly rule: string }> = {
  id: "rule/implied",
  title: "Conflict rule that others imply",
  level: "warning",
  stage: "release",
  explanation:
    "Every config that breaks the rule breaks one of the rules that the finding names, too, so it forbids nothing by itself, and each violation is reported twice. Remove it, or change its conditions if it was meant to forbid something else. All rules for which this is reported can be removed together.",
  breaks: `# rules/no-advertising.yaml
forbid:
  use_type: { contains_any: [editorial, educational] }
  commercial_scope: { equals: full_commercial }
# rules/news-is-not-advertising.yaml
forbid:
  use_type: { contains: editorial }
  commercial_scope: { equals: full_commercial }`,
  keeps: `# rules/no-advertising.yaml
forbid:
  use_type: { contains_any: [editorial, educational] }
  commercial_scope: { equals: full_commercial }`,
  message: ({ rule, ...proof }) =>
    `The conflict rule ${rule} forbids nothing that is valid otherwise: ${formatProof(proof)} ${verbOf(proof, "forbids", "forbid")} it already`,
  help: ({ rule }) => `Remove ${rule}, or change its conditions if it was meant to forbid something else.`,
  run: (proposal) => {
    const duplicates = new Set(duplicateRule.run?.(proposal).map(({ context }) => context["rule"]))
    return analysisOf(proposal).implied.flatMap(({ because, rule }) =>
      duplicates.has(rule.id)
        ? []
        : [
            makeFinding(
              impliedRule,
              { rule: rule.id, ...proofOf(because) },
              { item: conflictRuleRef(rule.id), location: inConditions(rule) }
            )
          ]
    )
  }
}

export const neverMet: Check<"rule/never-met", Proof & { readonly rule: string; readonly advice: boolean }> = {
  id: "rule/never-met",
  title: "Rule that no config can break",
  level: "warning",
  stage: "release",
  explanation:
    "The conditions of the rule contradict each other, or what it demands is met by every config, so it has no effect. An advice has none, either, if conflict rules forbid every config that would break it. Correct the conditions, or remove the rule.",
  breaks: `# rules/news-without-categories.yaml
forbid:
  exclusive_categories: { contains: QSR, empty: true }`,
  keeps: `# rules/news-without-categories.yaml
forbid:
  use_type: { contains: editorial }
  exclusive_categories: { contains: QSR }`,
  message: ({ advice, rule, ...proof }) =>
    `No ${proof.rules.length === 0 ? "" : "valid "}config can break the ${advice ? "advice" : "conflict rule"} ${rule}: ${
      proof.rules.length + proof.required.length === 0
        ? "its conditions cannot be met together"
        : `${formatProof(proof)} ${verbOf(proof, "excludes", "exclude")} it`
    }`,
  help: ({ rule }) => `Correct the conditions of ${rule}, or remove it.`,
  run: (proposal) =>
    analysisOf(proposal).neverMet.map(({ because, rule }) =>
      makeFinding(
        neverMet,
        { rule: rule.id, advice: rule.advice === true, ...proofOf(because) },
        { item: conflictRuleRef(rule.id), location: inConditions(rule) }
      )
    )
}

/** Values that escape a rule, and a valid config that shows it. */
export interface EscapeFacts extends Facts {
  readonly rule: string
  readonly dimension: string
  readonly named: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
  readonly example: Config
}

const escapeFinding = (
  check: Check<"rule/narrower-not-named" | "rule/outdated-list", EscapeFacts>,
  { taxonomy }: ReleaseProposal["command"],
  { codes, condition, example, rule }: Escape
): Finding => {
  const { dimension, key } = condition
  const { shape = "single" } = snapshotOf(taxonomy).dimension(dimension) ?? {}
  const named = codesOf(condition.condition, shape).map(({ code }) => code)
  const item = conflictRuleRef(rule.id)
  return makeFinding(
    check,
    { rule: rule.id, dimension, named, codes, example },
    { item, location: inItem(item, key, dimension) }
  )
}

const narrowerOf = perProposal((proposal): ReadonlyArray<Escape> => {
  const { base, changes, command } = proposal
  return hasUnknown(proposal) ? [] : findEscapes(command.taxonomy, kindsBelow(changedRules(changes), base?.taxonomy))
})

export const narrowerNotNamed: Check<"rule/narrower-not-named", EscapeFacts> = {
  id: "rule/narrower-not-named",
  title: "Rule that names a value and not the kinds below it",
  level: "warning",
  stage: "release",
  followsFrom: [otherSources],
  explanation:
    "A rule matches the codes that it names and no others: what is forbidden for ALCOHOL is allowed for ALCOHOL_BEER, unless the rule names that, too. Name the kinds below it, or ignore the warning if they are meant to be allowed. Only new and changed rules are looked at, and new kinds.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: ALCOHOL
  - code: ALCOHOL_BEER
    broader: [ALCOHOL]
# rules/no-alcohol-in-class.yaml
forbid:
  exclusive_categories: { contains: ALCOHOL }
  use_type: { contains: educational }`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: ALCOHOL
  - code: ALCOHOL_BEER
    broader: [ALCOHOL]
# rules/no-alcohol-in-class.yaml
forbid:
  exclusive_categories: { contains_any: [ALCOHOL, ALCOHOL_BEER] }
  use_type: { contains: educational }`,
  message: ({ codes, dimension, named, rule }) =>
    `The conflict rule ${rule} names ${listSome(named, maxNamed)} of ${dimension}, and not ${listSome(codes, maxNamed)} below`,
  help: ({ codes, rule }) =>
    `Name ${codes.length === 1 ? codes[0] : "these kinds"} in ${rule}, too, if it is meant for all kinds.`,
  run: (proposal) => narrowerOf(proposal).map((escape) => escapeFinding(narrowerNotNamed, proposal.command, escape))
}

export const outdatedList: Check<"rule/outdated-list", EscapeFacts> = {
  id: "rule/outdated-list",
  title: "List of nearly all values that lacks a new one",
  level: "warning",
  stage: "release",
  followsFrom: [otherSources],
  explanation:
    "The rule listed at least three quarters of the values of a dimension, and at least three. It now lacks a new value, with which a valid config escapes the rule. Whoever lists all values but some most often means all others, too. Add the new value, or write the exceptions instead, with none_of, or ignore the warning if the new value is meant to be allowed.",
  breaks: `# rules/news-only.yaml, after podcast was added to editorial and these three
forbid:
  use_type: { contains_any: [advertising, social, merchandise] }
  data_use: { contains: biometric }`,
  keeps: `# rules/news-only.yaml
forbid:
  use_type: { contains_any: [advertising, social, merchandise, podcast] }
  data_use: { contains: biometric }`,
  message: ({ codes, dimension, named, rule }) =>
    `The conflict rule ${rule} lists ${named.length} values of ${dimension}, nearly all that there were, and not the new ${listSome(codes, maxNamed)}`,
  help: ({ codes, rule }) =>
    `Add ${codes.length === 1 ? codes[0] : "the new values"} to ${rule}, or write the exceptions in place of the list, if the rule is meant for all others.`,
  run: (proposal) => {
    const { base, command } = proposal
    const isKind = (escape: Escape, code: string): boolean =>
      narrowerOf(proposal).some(
        ({ codes, condition: { dimension, key }, rule }) =>
          rule === escape.rule &&
          dimension === escape.condition.dimension &&
          key === escape.condition.key &&
          codes.includes(code)
      )
    if (hasUnknown(proposal)) return []
    return findEscapes(command.taxonomy, newBesideList(base?.taxonomy)).flatMap((escape) => {
      const codes = escape.codes.filter((code) => !isKind(escape, code))
      return codes.length === 0 ? [] : [escapeFinding(outdatedList, command, { ...escape, codes })]
    })
  }
}
