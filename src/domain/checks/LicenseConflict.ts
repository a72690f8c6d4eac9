import { isEqual } from "../change/Diff.ts"
import { makeFinding, type Finding, inItem } from "../Finding.ts"
import { countryOf } from "../taxonomy/ConfigValidation.ts"
import { conflictRuleRef } from "../taxonomy/ItemRef.ts"
import { empty } from "../taxonomy/Normalize.ts"
import { conditionsOf, conflicts, dimensionsIn, isBinding } from "../taxonomy/Rules.ts"
import { settingOf } from "../taxonomy/Settings.ts"
import type { ConflictRule, License, Taxonomy } from "../taxonomy/Taxonomy.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import type { Check } from "./Check.ts"
import { referenceProblems } from "./reference/References.ts"

export const licenseConflict: Check<
  "license/conflict",
  {
    readonly rule: string
    readonly description: string
    /** The dimensions of the config that the rule is about. */
    readonly dimensions: ReadonlyArray<string>
    /** The licenses that violate the rule, if the rule is what changed. */
    readonly licenses?: ReadonlyArray<string>
  }
> = {
  id: "license/conflict",
  title: "Base license that violates a conflict rule",
  level: "error",
  stage: "release",
  explanation:
    "A config that meets every condition of a conflict rule is invalid, and clients refuse it. A base license is offered ready to use, so it must be valid itself. Change the config, or narrow the rule if it forbids more than intended.",
  breaks: `# rules/educational-not-full-commercial.yaml
forbid:
  use_type: { contains: educational }
  commercial_scope: { equals: full_commercial }

# licenses/EDU.yaml
config:
  use_type: [educational]
  commercial_scope: full_commercial`,
  keeps: `# rules/educational-not-full-commercial.yaml
forbid:
  use_type: { contains: educational }
  commercial_scope: { equals: full_commercial }

# licenses/EDU.yaml
config:
  use_type: [educational]
  commercial_scope: non_commercial`,
  message: ({ description, licenses, rule }) =>
    licenses === undefined
      ? `The config violates the conflict rule ${rule}: ${description}`
      : `The conflict rule ${rule} forbids the config of ${licenses.length === 1 ? licenses[0] : `${licenses.length} base licenses (${formatFirst(licenses)})`}`,
  help: ({ dimensions, licenses }) =>
    licenses === undefined
      ? `Change ${dimensions.join(" or ")} in the config. If the rule forbids more than it should, narrow the rule instead.`
      : "Narrow the rule, so that it does not forbid what is offered. To forbid it, change these configs, too.",
  run: (proposal) => {
    const found = referenceProblems(proposal).flatMap((problem) =>
      problem._tag === "InvalidConfig" && problem.problem._tag === "Conflict"
        ? [{ ...problem, rule: problem.problem.rule }]
        : []
    )
    const before = indexBase(proposal.base?.taxonomy)
    return [...Map.groupBy(found, ({ rule }) => rule)].flatMap(([rule, violations]): ReadonlyArray<Finding> => {
      const { description, id } = rule
      const unchanged = violations.filter(({ license }) => before.hasConfig(license))
      const facts = { rule: id, description }
      // What was offered before is not the mistake; the rule that came after is.
      const isByRule = unchanged.length > 0 && !before.hasRule(rule)
      const byRule = isByRule
        ? [
            makeFinding(
              licenseConflict,
              {
                ...facts,
                dimensions: dimensionsIn(rule),
                licenses: unchanged.map(({ license }) => license.code)
              },
              {
                item: conflictRuleRef(id),
                location: inItem(conflictRuleRef(id), rule.forbid === undefined ? "require" : "forbid")
              }
            )
          ]
        : []
      const others = isByRule ? violations.filter(({ license }) => !before.hasConfig(license)) : violations
      return [
        ...byRule,
        ...others.map(({ item, license }) => {
          const dimensions = dimensionsIn(rule).filter((name) => settingOf(license.config, name) !== undefined)
          const changed = dimensions.findLast((name) => before.isChanged(license, name)) ?? dimensions.at(-1)
          const location = { ...inItem(item, "config", ...(changed === undefined ? [] : [changed])), key: true }
          return makeFinding(licenseConflict, { ...facts, dimensions }, { item, location })
        })
      ]
    })
  }
}

export const adviceBroken: Check<
  "license/advice",
  { readonly rule: string; readonly description: string; readonly licenses: ReadonlyArray<string> }
> = {
  id: "license/advice",
  title: "Base license that breaks an advice",
  level: "warning",
  stage: "release",
  explanation:
    "A rule with advice: true makes no config invalid, and base licenses are what others imitate. Either the advice does not hold for these licenses, so that it should be narrowed, or they should follow it.",
  breaks: `# rules/news-is-not-advertising.yaml
advice: true
when: { use_type: { contains: editorial } }
require: { commercial_scope: { none_of: [full_commercial] } }

# licenses/NEWS.yaml
config:
  use_type: [editorial]
  commercial_scope: full_commercial`,
  keeps: `# rules/news-is-not-advertising.yaml
advice: true
when: { use_type: { contains: editorial } }
require: { commercial_scope: { none_of: [full_commercial] } }

# licenses/NEWS.yaml
config:
  use_type: [editorial]
  commercial_scope: non_commercial`,
  message: ({ description, licenses, rule }) =>
    `${licenses.length === 1 ? licenses[0] : `${licenses.length} base licenses (${formatFirst(licenses)})`} ${licenses.length === 1 ? "breaks" : "break"} the advice ${rule}: ${description}`,
  help: () => "Change the configs, or narrow the rule.",
  run: ({ command: { taxonomy } }) =>
    taxonomy.rules
      .filter((rule) => !isBinding(rule))
      .flatMap((rule): ReadonlyArray<Finding> => {
        const licenses = taxonomy.licenses.filter(({ config }) => conflicts(rule, config)).map(({ code }) => code)
        if (licenses.length === 0) return []
        const { description, id } = rule
        const item = conflictRuleRef(id)
        const location = inItem(item, rule.forbid === undefined ? "require" : "forbid")
        return [makeFinding(adviceBroken, { rule: id, description, licenses }, { item, location })]
      })
}

export const unlistedCountry: Check<
  "license/unlisted-country",
  { readonly part: string; readonly country: string; readonly dimension: string }
> = {
  id: "license/unlisted-country",
  title: "Part of a country that the license does not list",
  level: "error",
  stage: "release",
  explanation:
    "A listed country of which a license names parts stands for these parts alone. A part says nothing without its country, and contradicts a license for the whole world. List the country, or remove the part.",
  breaks: `# dimensions/territory.yaml
shape: territory
values:
  - code: US
# dimensions/us_states.yaml
refines: territory
values:
  - code: US-NY
# licenses/BOXING.yaml
config:
  territory: { global: true, countries: [] }
  us_states: [US-NY]`,
  keeps: `# dimensions/territory.yaml
shape: territory
values:
  - code: US
# dimensions/us_states.yaml
refines: territory
values:
  - code: US-NY
# licenses/BOXING.yaml
config:
  territory: { global: false, countries: [US] }
  us_states: [US-NY]`,
  message: ({ country, part }) => `${part} is a part of ${country}, which the license does not list`,
  help: ({ country, part }) => `List ${country} in place of the whole world, or remove ${part}.`,
  run: (proposal) =>
    referenceProblems(proposal).flatMap((problem): ReadonlyArray<Finding> => {
      if (problem._tag !== "InvalidConfig" || problem.problem._tag !== "UnlistedCountry") return []
      const { item, location, problem: found } = problem
      const facts = { part: found.value, country: countryOf(found.value), dimension: found.dimension }
      return [makeFinding(unlistedCountry, facts, { item, location })]
    })
}

const indexBase = (taxonomy: Taxonomy = empty) => {
  const before = snapshotOf(taxonomy)
  return {
    hasConfig: ({ code, config }: License) => isEqual(before.license(code)?.config, config),
    isChanged: ({ code, config }: License, dimension: string) =>
      !isEqual(settingOf(before.license(code)?.config ?? {}, dimension), settingOf(config, dimension)),
    hasRule: (rule: ConflictRule) => {
      const old = before.rule(rule.id)
      return old !== undefined && isBinding(old) && isEqual(conditionsOf(old), conditionsOf(rule))
    }
  }
}

const maxNamed = 3

const formatFirst = (licenses: ReadonlyArray<string>): string =>
  [...licenses.slice(0, maxNamed), ...(licenses.length > maxNamed ? ["…"] : [])].join(", ")
