import type { Config, Setting } from "../taxonomy/Config.ts"
import { dimensionRef, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import { everything } from "../taxonomy/Names.ts"
import type { Role } from "../taxonomy/Scalars.ts"
import { codesIn, isFlags, isTerritory, settingOf } from "../taxonomy/Settings.ts"
import type { Dimension } from "../taxonomy/Taxonomy.ts"
import { valuesByCode, type Snapshot } from "../vocabulary/Snapshot.ts"

/** One thing that terms say about a dimension, whether they set it or not. Words turn it into a sentence. */
export interface Statement {
  readonly kind: StatementKind
  /** The values that it names, or dimensions. */
  readonly items: ReadonlyArray<ItemRef>
}

export type StatementKind = keyof typeof englishWords.statements

/** The sentences of a language. `{items}` stands for a list of labels, so that no grammar depends on them. */
export interface StatementWords {
  readonly and: string
  /** The tag of a language in which the word depends on the next one, such as Spanish. */
  readonly language?: string
  readonly statements: Readonly<Record<StatementKind, string>>
}

export const englishWords = {
  and: "and",
  statements: {
    stated: "{items}.",
    yes: "Yes: {items}.",
    no: "No: {items}.",
    none: "None.",
    all: "All.",
    unstated: "Not stated.",
    "unstated-items": "Not stated: {items}.",
    open: "The agreement decides.",
    "open-items": "The agreement decides on: {items}.",
    worldwide: "Worldwide.",
    "worldwide-naming": "Worldwide, naming in particular: {items}.",
    "parts-only": "Of a country of which parts are listed, only these parts are covered: {items}.",
    "whole-countries": "Each country that the license covers is covered as a whole.",
    "covers-only": "The license covers only: {items}.",
    "covers-nothing": "The license covers nothing here, and so grants nothing.",
    "covers-everything": "The license covers everything here.",
    "covers-kinds": "This includes: {items}.",
    "permits-only": "Only the following is permitted: {items}.",
    permits: "Permitted: {items}.",
    "permits-not": "Expressly not permitted: {items}.",
    "permits-nothing": "The license permits nothing here.",
    "permits-nothing-else": "The license permits nothing else here.",
    "permits-everything": "The license permits everything here.",
    "permits-everything-else": "The license permits everything else here.",
    limits: "The use is limited to: {items}.",
    "limits-not": "Not limited to: {items}.",
    "limits-nothing": "No limit here applies.",
    "limits-everything": "Every limit here applies.",
    requires: "Required: {items}.",
    "requires-not": "Not required: {items}.",
    "requires-nothing": "Nothing here is required.",
    "requires-everything": "Everything here is required.",
    reserves: "Reserved for the licensee: {items}. The licensor may not grant this to anyone else.",
    "reserves-listed": "What is listed under the following heading is reserved for the licensee: {items}.",
    "reserves-grant": "The licensor may not grant to anyone else what this license grants.",
    "reserves-within": "While the license runs, the reservation reaches as far as it does in: {items}.",
    "reserves-not-against": "The reservation does not bar a license with: {items}.",
    "reserves-nothing": "Nothing here is reserved for the licensee.",
    "reserves-everything": "Everything here is reserved for the licensee."
  }
} as const

/** What a config says about a dimension of its taxonomy. The first statement says most; the others add to it. */
export const describeTerm = (
  snapshot: Snapshot,
  config: Config,
  dimension: Dimension
): readonly [Statement, ...ReadonlyArray<Statement>] => {
  const setting = settingOf(config, dimension.name)
  const said = setting === undefined ? [] : describeSetting(snapshot, dimension, setting)
  const [first = statement(silenceKind(snapshot, config, dimension)), ...others] = said
  return [first, ...others]
}

/** What a config says about a dimension as sentences, one after the other. */
export const formatTerm = (
  snapshot: Snapshot,
  config: Config,
  dimension: Dimension,
  words: StatementWords,
  nameOf: (item: ItemRef) => string
): string =>
  describeTerm(snapshot, config, dimension)
    .map((said) => formatStatement(said, words, nameOf))
    .join(" ")

/** The words before and after the items of a statement. Both are the whole sentence if it has none. */
export const wordsAround = ({ kind }: Statement, words: StatementWords): readonly [before: string, after: string] => {
  const [before = "", after = ""] = words.statements[kind].split("{items}")
  return [before, after]
}

/** A statement as a sentence. */
export const formatStatement = (said: Statement, words: StatementWords, nameOf: (item: ItemRef) => string): string =>
  wordsAround(said, words).join(listLabels(said.items.map(nameOf), words))

type ListWords = Pick<StatementWords, "and" | "language">

/** Lists labels: `A, B and C`, or `A, B; and C` if a label would read as several. */
export const listLabels = (labels: ReadonlyArray<string>, words: ListWords): string => {
  const separators = separatorsOf(labels, words)
  return labels.map((label, index) => `${separators[index]}${label}`).join("")
}

/** What stands before each label of a list; nothing before the first. */
export const separatorsOf = (labels: ReadonlyArray<string>, { and, language }: ListWords): ReadonlyArray<string> => {
  const isAmbiguous = labels.some((label) => /[,;]/u.test(label) || label.includes(` ${and} `))
  const pair = language === undefined ? [] : new Intl.ListFormat(language).formatToParts(["", labels.at(-1) ?? ""])
  const word = pair.find(({ type }) => type === "literal")?.value ?? ` ${and} `
  const [between, last] = isAmbiguous ? ["; ", `;${word}`] : [", ", word]
  return labels.map((_, index) => (index === 0 ? "" : index === labels.length - 1 ? last : between))
}

const describeSetting = (snapshot: Snapshot, dimension: Dimension, setting: Setting): ReadonlyArray<Statement> => {
  const { name } = dimension
  const chosen = codesIn(setting).map(({ code }) => code)
  if (isTerritory(setting) && setting.global) {
    return [chosen.length === 0 ? statement("worldwide") : statement("worldwide-naming", refs(name, chosen))]
  }
  if (dimension.refines !== undefined && chosen.length > 0) return [statement("parts-only", refs(name, chosen))]
  if (isFlags(setting)) return describeFlags(dimension, setting)
  if (chosen.length === 0) return [statement(nothingOf[dimension.role ?? "description"])]
  const isSingle = typeof setting === "string"
  const having = (role: Role) => chosen.filter((code) => rolesIn(dimension, code).includes(role))
  const list = (kind: StatementKind, role: Role) => (isSingle ? [] : some(kind, refs(name, having(role))))
  const kinds = refs(name, kindsBelow(dimension, chosen))
  const stated = isSingle ? chosen : having("description")
  const hasPermission = dimension.role !== "permission" || stated.length > 0 || having("permission").length > 0
  return [
    ...some("stated", refs(name, stated)),
    ...list("covers-only", "scope"),
    ...list("permits-only", "permission"),
    ...list("limits", "limit"),
    ...list("requires", "duty"),
    ...(hasPermission ? [] : [statement("permits-nothing")]),
    ...(dimension.role === "exclusivity" ? [] : some("covers-kinds", kinds)),
    ...describeReservation(snapshot, dimension, having("exclusivity"), kinds)
  ]
}

/** A flag with a limit among its roles limits the others if it is true, and does nothing if it is false. */
const describeFlags = (dimension: Dimension, flags: Readonly<Record<string, unknown>>): ReadonlyArray<Statement> => {
  const { name, role = "description", unset, values } = dimension
  // A report may tell of members that the dimension lost.
  const codes = [...new Set([...values.map(({ code }) => code), ...Object.keys(flags)])]
  const [yes, no, rest] = [true, false, undefined].map((flag) =>
    codes.filter((code) => (Object.hasOwn(flags, code) ? flags[code] : undefined) === flag)
  )
  const isLimit = (code: string): boolean => rolesIn(dimension, code).includes("limit")
  const [kindYes, kindNo] = flagKinds[role] ?? flagKinds.description
  const permitted = (yes ?? []).filter((code) => role === "limit" || !isOnlyLimit(dimension, code))
  const refused = (no ?? []).filter((code) => role === "limit" || !isLimit(code))
  const isNothing = role === "permission" && unset === "nothing" && permitted.length === 0
  return [
    ...some(kindYes, refs(name, permitted)),
    ...(role === "limit" ? [] : some("limits", refs(name, (yes ?? []).filter(isLimit)))),
    ...(isNothing ? [statement("permits-nothing")] : []),
    ...some(kindNo, refs(name, refused)),
    // Of nothing, no limit is missing: it would read as if something were permitted after all.
    ...(role === "limit" || isNothing ? [] : some("limits-not", refs(name, (no ?? []).filter(isLimit)))),
    ...((rest ?? []).length === 0 || isNothing ? [] : restOf(dimension, unset, rest ?? []))
  ]
}

const flagKinds: Readonly<Record<string, readonly [StatementKind, StatementKind]>> & {
  readonly description: readonly [StatementKind, StatementKind]
} = {
  permission: ["permits", "permits-not"],
  limit: ["limits", "limits-not"],
  duty: ["requires", "requires-not"],
  description: ["yes", "no"]
}

/** What the members of flags say that are not set. */
const restOf = (
  { name, role }: Dimension,
  unset: Dimension["unset"],
  codes: ReadonlyArray<string>
): ReadonlyArray<Statement> => {
  if (unset === undefined) return [statement("unstated-items", refs(name, codes))]
  if (unset === "open") return [statement("open-items", refs(name, codes))]
  if (role === "permission") {
    return [statement(unset === "nothing" ? "permits-nothing-else" : "permits-everything-else")]
  }
  const [yes, no] = flagKinds[role ?? "description"] ?? flagKinds.description
  return [statement(unset === "nothing" ? no : yes, refs(name, codes))]
}

const describeReservation = (
  snapshot: Snapshot,
  { name, reserves, within }: Dimension,
  codes: ReadonlyArray<string>,
  kinds: ReadonlyArray<ItemRef>
): ReadonlyArray<Statement> => {
  const reservedBy = (code: string) => snapshot.value(name, code)?.reserves ?? reserves
  const listed = codes.filter((code) => reservedBy(code) === reserves)
  const others = [...new Set(codes.map(reservedBy))].filter((each) => each !== reserves)
  const exempt = snapshot.taxonomy.dimensions.flatMap((dimension) =>
    dimension.values.flatMap(({ code, unbound_by = [] }) =>
      unbound_by.includes(name) ? [valueRef(dimension.name, code)] : []
    )
  )
  return [
    ...(reserves === undefined ? [] : some("reserves", refs(name, listed))),
    ...(listed.length === 0 ? [] : some("covers-kinds", kinds)),
    ...others.flatMap((each) =>
      each === undefined
        ? []
        : [each === everything ? statement("reserves-grant") : statement("reserves-listed", [dimensionRef(each)])]
    ),
    ...(listed.length === 0 || reserves === undefined ? [] : some("reserves-within", (within ?? []).map(dimensionRef))),
    ...(codes.length === 0 ? [] : some("reserves-not-against", exempt))
  ]
}

/** What leaving out a dimension says (docs/meaning.md). */
const silenceKind = (snapshot: Snapshot, config: Config, dimension: Dimension): StatementKind => {
  const { name, refines, role = "description", unset } = dimension
  if (refines !== undefined) return "whole-countries"
  // A value such as "exclusive by category" leaves to the agreement what another dimension would list.
  const isOpened = Object.entries(config).some(([other, setting]) =>
    codesIn(setting).some(({ code }) => snapshot.value(other, code)?.reserves === name)
  )
  if (unset === "open" || isOpened) return "open"
  // What a program takes for open may be settled by the definition.
  if (unset === undefined) return "unstated"
  return unset === "nothing" ? nothingOf[role] : everythingOf[role]
}

const nothingOf: Readonly<Record<Role, StatementKind>> = {
  scope: "covers-nothing",
  permission: "permits-nothing",
  limit: "limits-nothing",
  duty: "requires-nothing",
  exclusivity: "reserves-nothing",
  description: "none"
}

const everythingOf: Readonly<Record<Role, StatementKind>> = {
  scope: "covers-everything",
  permission: "permits-everything",
  limit: "limits-everything",
  duty: "requires-everything",
  exclusivity: "reserves-everything",
  description: "all"
}

/** The values below those of a scope or a reservation, which go with them, in the order of values. Deprecated ones only repeat others. */
const kindsBelow = (dimension: Dimension, codes: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { role, values } = dimension
  if (role !== "scope" && role !== "exclusivity") return []
  const found = new Set(codes)
  for (const code of found) {
    for (const { broader = [], code: below } of values) if (broader.includes(code)) found.add(below)
    if (role === "scope") for (const below of valueIn(dimension, code)?.includes ?? []) found.add(below)
  }
  return values.flatMap(({ code, deprecated }) =>
    found.has(code) && !codes.includes(code) && deprecated === undefined ? [code] : []
  )
}

const rolesIn = (dimension: Dimension, code: string): ReadonlyArray<Role> =>
  valueIn(dimension, code)?.role ?? [dimension.role ?? "description"]

const isOnlyLimit = (dimension: Dimension, code: string): boolean =>
  rolesIn(dimension, code).every((role) => role === "limit")

const valueIn = ({ values }: Dimension, code: string) => valuesByCode(values).get(code)

const refs = (dimension: string, codes: ReadonlyArray<string>): ReadonlyArray<ItemRef> =>
  codes.map((code) => valueRef(dimension, code))

const statement = (kind: StatementKind, items: ReadonlyArray<ItemRef> = []): Statement => ({ kind, items })

const some = (kind: StatementKind, items: ReadonlyArray<ItemRef>): ReadonlyArray<Statement> =>
  items.length === 0 ? [] : [statement(kind, items)]
