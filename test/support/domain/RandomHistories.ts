import * as Arbitrary from "effect/Arbitrary"
import * as DateTime from "effect/DateTime"
import { diff } from "../../../src/domain/change/Diff.ts"
import { getCheck } from "../../../src/domain/checks/CheckRegistry.ts"
import { isError, type Finding } from "../../../src/domain/Finding.ts"
import { timestampOf } from "../../../src/domain/ledger/Timestamp.ts"
import { decide, type Decision, type Publish } from "../../../src/domain/release/PublishRelease.ts"
import {
  evolve,
  emptyHistory,
  type ReleaseHistory,
  type PublishedRelease
} from "../../../src/domain/release/ReleaseHistory.ts"
import { baseOf } from "../../../src/domain/release/ReleaseLines.ts"
import type { Clocks } from "../../../src/domain/release/removal/DeprecationClock.ts"
import { standingHistory } from "../../../src/domain/release/StandingReleases.ts"
import type { Waiver } from "../../../src/domain/release/Waiver.ts"
import type { Config } from "../../../src/domain/taxonomy/Config.ts"
import type { Deprecation } from "../../../src/domain/taxonomy/Deprecation.ts"
import { formatItem } from "../../../src/domain/taxonomy/ItemRef.ts"
import { normalize } from "../../../src/domain/taxonomy/Normalize.ts"
import { listConditions } from "../../../src/domain/taxonomy/Rules.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import type { Dimension, License, Taxonomy, Value } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { compare, largestBump, majorOf, next } from "../../../src/domain/taxonomy/VersionArithmetic.ts"
import { pick, whole } from "../arbitrary/pick.ts"
import { allFindings, publishedEvent } from "./ReleaseScenario.ts"
import {
  add,
  deprecate,
  edit,
  forbid,
  identify,
  isDimension,
  remove,
  retitle,
  start,
  translateTitle,
  undeprecate,
  type Edit
} from "./TaxonomyEdits.ts"

/** A release that an editor tried to make, and what came of it. */
export interface Attempt {
  readonly command: Publish
  /** What was published when it was tried. */
  readonly before: ReleaseHistory
  readonly decision: Decision
}

export interface Told {
  readonly attempts: ReadonlyArray<Attempt>
  readonly history: ReleaseHistory
}

/** The snapshot that a release would start from; nothing for a first one. */
export const baseOfAttempt = ({ before, command }: Attempt): PublishedRelease | undefined =>
  baseOf(before, command.version)

export const accepted = (told: Told): ReadonlyArray<Attempt> =>
  told.attempts.filter(({ decision }) => decision.outcome._tag === "Publish")

interface EditRecipe {
  readonly what: KindOfEdit
  readonly subject: number
  readonly other: number
}

export interface StepRecipe {
  readonly edits: ReadonlyArray<EditRecipe>
  readonly bump: "least" | "patch" | "minor" | "major"
  readonly line: number
  readonly days: number
  readonly hour: number
}

/** What editors do, and how often next to all else. */
const weights = {
  add: 3,
  deprecate: 4,
  "remove deprecated": 4,
  remove: 1,
  undeprecate: 1,
  "deprecate otherwise": 1,
  redefine: 1,
  reword: 1,
  reorder: 1,
  reshape: 1,
  require: 1,
  use: 1,
  forbid: 1,
  allow: 1,
  "forbid otherwise": 1,
  "reword rule": 1,
  retitle: 1,
  translate: 1,
  "translate rule": 1,
  "translate title": 1,
  rename: 1,
  identify: 1,
  characterize: 1,
  relate: 1,
  demand: 1
} as const

type KindOfEdit = keyof typeof weights

const isKindOfEdit = (name: string): name is KindOfEdit => name in weights

const kindsOfEdit = Object.entries(weights).flatMap(([what, weight]) =>
  isKindOfEdit(what) ? Array.from({ length: weight }, () => what) : []
)

const editRecipes: Arbitrary.Arbitrary<EditRecipe> = Arbitrary.all({
  what: pick(...kindsOfEdit),
  subject: whole(0, 99),
  other: whole(0, 99)
})

export const steps: Arbitrary.Arbitrary<StepRecipe> = Arbitrary.all({
  edits: Arbitrary.array(editRecipes, { minLength: 1, maxLength: 2 }),
  bump: pick("least", "least", "least", "least", "patch", "minor", "major"),
  line: whole(0, 7),
  days: whole(0, 130),
  hour: pick("0", "12", "23").pipe(Arbitrary.map(Number))
})

/**
 * Histories of a small taxonomy: editors add, remove, deprecate and edit at random, on the newest line mostly, with the
 * least version that will do mostly, as the days go by. What the rules refuse is kept as an attempt that came to nothing.
 */
export const histories: Arbitrary.Arbitrary<Told> = Arbitrary.map(
  Arbitrary.array(steps, { minLength: 12, maxLength: 24 }),
  (tried) => {
    const first = attemptOf(emptyHistory, start, Version.make("1.0.0"), timeAfter(0, 12))
    const begun: Told & { readonly day: number } = { attempts: [first], history: after(emptyHistory, first), day: 0 }
    return tried.reduce(({ attempts, day: yesterday, history }, step) => {
      const day = yesterday + step.days
      const attempt = stepped(history, step, timeAfter(day, step.hour))
      return { attempts: [...attempts, attempt], history: after(history, attempt), day }
    }, begun)
  }
)

export const after = (history: ReleaseHistory, { decision: { outcome } }: Attempt): ReleaseHistory =>
  outcome._tag === "Publish" ? evolve(history, publishedEvent(outcome.release)) : history

export const timeAfter = (days: number, hour: number): string =>
  timestampOf(DateTime.add(DateTime.makeUnsafe("2026-01-31T00:00:00Z"), { days, hours: hour }))

/**
 * What an editor hands in as the next release of a line. If that was withdrawn, every other editor begins with what it was
 * made from.
 */
export const stepped = (history: ReleaseHistory, { bump, days, edits, line }: StepRecipe, date: string): Attempt => {
  const top = lineOf(history, line)
  const isUndone = top !== undefined && history.withdrawn.has(top.version) && days % 2 === 0
  const from = isUndone ? (baseOf(standingHistory(history), top.version) ?? top) : top
  const taxonomy = edits.reduce(
    (edited, recipe) => mended(editOf(edited, from?.clocks ?? new Map(), recipe)(edited)),
    from?.taxonomy ?? start
  )
  const required = largestBump(diff(from?.taxonomy ?? start, taxonomy).map((change) => change.bump)) ?? "patch"
  const version = top === undefined ? Version.make("1.0.0") : next(top.version, bump === "least" ? required : bump)
  return attemptOf(history, taxonomy, version, date)
}

/** The newest release of the newest major, or now and then of an older one. */
const lineOf = ({ releases }: ReleaseHistory, line: number): PublishedRelease | undefined => {
  const newestFirst = [...releases.values()].sort((left, right) => compare(right.version, left.version))
  const ofMajors = newestFirst.filter(
    ({ version }, index) => index === newestFirst.findIndex((other) => majorOf(other.version) === majorOf(version))
  )
  return ofMajors[line] ?? ofMajors[0]
}

export const attemptOf = (
  before: ReleaseHistory,
  taxonomy: Taxonomy,
  version: Version,
  date: string,
  waivers: ReadonlyArray<Waiver> = []
): Attempt => {
  const command: Publish = {
    version,
    taxonomy,
    waivers,
    published_at: date,
    now: date,
    source_commit: "0".repeat(40),
    format: 1
  }
  return { command, before, decision: decide(before, command) }
}

/** The same attempt after a person has approved the errors that waivers can cover; nothing if they cover none. */
export const approved = (
  { before, command, decision }: Attempt,
  mayWaive: (finding: Finding) => boolean = () => true
): ReadonlyArray<Attempt> => {
  const waivers = allFindings(decision).flatMap((finding): ReadonlyArray<Waiver> => {
    const { item, rule } = finding
    return item !== undefined && isError(finding) && getCheck(rule).waivable === true && mayWaive(finding)
      ? [{ rule, subject: formatItem(item), version: command.version, reason: "It is fine.", approved_by: "The board" }]
      : []
  })
  return waivers.length === 0
    ? []
    : [attemptOf(before, command.taxonomy, command.version, command.published_at, waivers)]
}

const pool = [
  "use_type/a",
  "use_type/b",
  "use_type/A",
  "exclusive_categories/a",
  "exclusive_categories/qsr",
  "tone",
  "mood",
  "attribution",
  "EXTRA",
  "Class",
  "TONE",
  "MORE"
]

const editOf = (taxonomy: Taxonomy, clocks: Clocks, { other, subject, what }: EditRecipe): Edit => {
  const subjects = subjectsOf(taxonomy)
  const chosen = at(subjects, subject)
  const ofDimension = at(
    taxonomy.dimensions.map(({ name }) => name),
    subject
  )
  const odd = other % 2 === 1
  switch (what) {
    case "add":
      return add(at(pool, subject), other % 5 === 0 ? { deprecated: givenUp("Here for old contracts.") } : {})
    case "remove":
      return remove(chosen)
    case "remove deprecated":
      // Mostly what has been so for longest, or hardly any removal would ever be in order.
      return remove(at(longestFirst(deprecatedSubjects(taxonomy), clocks), subject % 3 === 0 ? other : 0))
    case "deprecate":
      return odd ? deprecate(chosen) : deprecate(chosen, successorOf(taxonomy, chosen, other))
    case "deprecate otherwise": {
      const deprecated = at(deprecatedSubjects(taxonomy), subject)
      return deprecated === "" ? unchanged : edit(deprecated, { deprecated: givenUp(`For reason ${other}.`) })
    }
    case "undeprecate":
      return undeprecate(at(deprecatedSubjects(taxonomy), subject))
    case "redefine":
      return chosen.includes("/") || isDimension(chosen) ? edit(chosen, { definition: `Meaning ${other}.` }) : unchanged
    case "reword":
      return edit(chosen, { description: `In other words, ${other}.` })
    case "reorder":
      return inDimension(ofDimension, ({ values }) => ({ values: values.toReversed() }))
    case "reshape":
      return inDimension(ofDimension, ({ shape }) => ({ shape: shape === "multiple" ? "flags" : "multiple" }))
    case "require":
      return inDimension(ofDimension, ({ required }) => ({ required: !required }))
    case "use":
      return uses(subject, ofDimension, other)
    case "forbid":
      return forbid(`rule-${other % 3}`, { [ofDimension]: { contains: codeOf(taxonomy, ofDimension, other) } })
    case "allow":
      return (old) => ({ ...old, rules: old.rules.slice(1) })
    case "forbid otherwise":
      return inRules((rule) => ({
        ...rule,
        forbid: { [ofDimension]: { empty: false, contains: codeOf(taxonomy, ofDimension, other) } }
      }))
    case "reword rule":
      return inRules((rule) => ({ ...rule, description: `In other words, ${other}.` }))
    case "translate":
      return edit(chosen, { translations: { fr: { description: `En français, ${other}.` } } })
    case "translate rule":
      return inRules((rule) => ({ ...rule, translations: { fr: { description: `En français, ${other}.` } } }))
    case "translate title":
      return translateTitle(`Titre ${other}`)
    case "retitle":
      if (odd) return (old) => ({ ...old, groups: [{ label: `Group ${other}`, dimensions: ["use_type"] }] })
      return retitle(`Title ${other}`)
    case "identify":
      return identify(odd ? `https://vocabulary.example/${other}/` : undefined)
    case "characterize":
      return edit(ofDimension, {
        ...(odd ? { role: other % 3 === 0 ? "duty" : "limit" } : { unset: other % 4 === 0 ? "nothing" : "everything" }),
        // What contradicts the rest, so that nothing is released.
        ...(other % 17 === 0 ? { reserves: "use_type", within: ["use_type"] } : {}),
        ...(other % 11 === 0 ? { values_of: "use_type" } : {}),
        ...(other % 10 === 0 ? { refines: "use_type" } : {})
      })
    case "relate": {
      const near = successorOf(taxonomy, chosen, other)
      return !chosen.includes("/") || near === ""
        ? unchanged
        : edit(chosen, {
            ...(odd ? { broader: [near] } : { includes: [near] }),
            ...(other % 9 === 0 ? { role: [other % 2 === 0 ? "duty" : "limit"] } : {}),
            ...(other % 8 === 0 ? { reserves: "everything", unbound_by: ["use_type"] } : {})
          })
    }
    case "demand": {
      const when = { [ofDimension]: { contains: codeOf(taxonomy, ofDimension, other) } }
      const required = { use_type: { contains: codeOf(taxonomy, "use_type", subject) } }
      return inRules(({ description, forbid, id, translations = {} }) => ({
        id,
        description,
        ...(Object.keys(translations).length === 0 ? {} : { translations }),
        ...(other % 3 === 0 ? { label: `Rule ${other}` } : {}),
        ...(other % 5 === 0 ? { advice: true } : {}),
        ...(odd || forbid === undefined ? { when, require: required } : { forbid })
      }))
    }
    case "rename":
      return (old) => ({ ...old, namespace: `namespace-${other}` })
  }
}

const unchanged: Edit = (taxonomy) => taxonomy

const givenUp = (reason: string): Deprecation => ({ replaced_by: [], reason })

const at = (items: ReadonlyArray<string>, index: number): string => items[index % Math.max(1, items.length)] ?? ""

const inDimension =
  (name: string, change: (dimension: Dimension) => Partial<Dimension>): Edit =>
  (taxonomy) => {
    const dimension = taxonomy.dimensions.find((other) => other.name === name)
    return dimension === undefined ? taxonomy : edit(name, change(dimension))(taxonomy)
  }

const inRules =
  (change: (rule: Taxonomy["rules"][number]) => Taxonomy["rules"][number]): Edit =>
  (taxonomy) => ({ ...taxonomy, rules: taxonomy.rules.map((rule, index) => (index === 0 ? change(rule) : rule)) })

const codeOf = ({ dimensions }: Taxonomy, dimension: string, index: number): string => {
  const values = dimensions.find(({ name }) => name === dimension)?.values ?? []
  return at(
    values.map(({ code }) => code),
    index
  )
}

const uses =
  (license: number, dimension: string, value: number): Edit =>
  (taxonomy) => {
    const code = codeOf(taxonomy, dimension, value)
    const chosen = taxonomy.licenses[license % Math.max(1, taxonomy.licenses.length)]
    return chosen === undefined || code === ""
      ? taxonomy
      : edit(chosen.code, { config: { ...chosen.config, [dimension]: [code] } })(taxonomy)
  }

interface Item {
  readonly subject: string
  readonly item: Value | Dimension | License
}

/** Every item of a snapshot under the name that edits and findings take. */
export const itemsOf = ({ dimensions, licenses }: Taxonomy): ReadonlyArray<Item> => [
  ...dimensions.flatMap((dimension) => [
    { subject: dimension.name, item: dimension },
    ...dimension.values.map((value) => ({ subject: `${dimension.name}/${value.code}`, item: value }))
  ]),
  ...licenses.map((license) => ({ subject: license.code, item: license }))
]

const subjectsOf = (taxonomy: Taxonomy) => itemsOf(taxonomy).map(({ subject }) => subject)

const deprecatedSubjects = (taxonomy: Taxonomy) =>
  itemsOf(taxonomy).flatMap(({ item, subject }) => (item.deprecated === undefined ? [] : [subject]))

const longestFirst = (subjects: ReadonlyArray<string>, clocks: Clocks): ReadonlyArray<string> => {
  const since = (subject: string) => [...clocks].find(([key]) => key.endsWith(` ${subject}`))?.[1].date ?? "today"
  return subjects.toSorted((left, right) => (since(left) < since(right) ? -1 : 1))
}

/** Another item beside it, as `replaced_by` names it. */
const successorOf = (taxonomy: Taxonomy, subject: string, other: number): string => {
  const beside = subjectsOf(taxonomy).filter((one) => one !== subject && collectionOf(one) === collectionOf(subject))
  return at(beside, other).split("/").at(-1) ?? ""
}

const collectionOf = (subject: string): string =>
  subject.includes("/") ? subject.slice(0, subject.indexOf("/")) : isDimension(subject) ? " dimensions" : " licenses"

/** Makes of an edited taxonomy one that a person would hand in: each name once, and none that leads nowhere. */
const mended = (taxonomy: Taxonomy): Taxonomy => {
  const dimensions = unique(taxonomy.dimensions, ({ name }) => name).map((dimension) => {
    const values = unique(dimension.values, ({ code }) => code.toLowerCase())
    return { ...dimension, values: withReplacements(values, ({ code }) => code) }
  })
  const licenses = unique(taxonomy.licenses, ({ code }) => code.toLowerCase())
  const codes = new Map(dimensions.map(({ name, values }) => [name, new Set(values.map(({ code }) => code))]))
  const shapes = new Map(dimensions.map(({ name, shape }) => [name, shape]))
  return normalize({
    ...taxonomy,
    dimensions: withReplacements(dimensions, ({ name }) => name),
    licenses: withReplacements(licenses, ({ code }) => code).map((license) => ({
      ...license,
      config: mendedConfig(dimensions, license.config)
    })),
    rules: unique(taxonomy.rules, ({ id }) => id).filter((rule) =>
      listConditions(rule).every(
        ({ condition, dimension: name }) =>
          shapes.get(name) === "multiple" &&
          "contains" in condition &&
          typeof condition.contains === "string" &&
          codes.get(name)?.has(condition.contains) === true
      )
    )
  })
}

const mendedConfig = (dimensions: ReadonlyArray<Dimension>, config: Config): Config =>
  Object.fromEntries(
    dimensions.flatMap(({ name, required, shape, values }) => {
      const setting = Object.hasOwn(config, name) ? config[name] : undefined
      if (setting === undefined && !required) return []
      const known = (code: string) => values.some((value) => value.code === code)
      const codes: ReadonlyArray<string> = Array.isArray(setting) ? setting : Object.keys(setting ?? {})
      const kept = codes.filter(known)
      return [[name, shape === "flags" ? Object.fromEntries(kept.map((code) => [code, true])) : kept]]
    })
  )

const withReplacements = <A extends { readonly deprecated?: Deprecation }>(
  items: ReadonlyArray<A>,
  keyOf: (item: A) => string
): ReadonlyArray<A> => {
  const keys = new Set(items.map(keyOf))
  return items.map((item) => {
    if (item.deprecated === undefined) return item
    const replaced_by = item.deprecated.replaced_by.filter((key) => keys.has(key))
    if (replaced_by.length === item.deprecated.replaced_by.length) return item
    return { ...item, deprecated: replaced_by.length === 0 ? givenUp("Nothing is left.") : { replaced_by } }
  })
}

const unique = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<A> =>
  items.filter((item, index) => items.findIndex((other) => keyOf(other) === keyOf(item)) === index)
