import { itemUses, usesOf } from "../../domain/lookup/ItemUses.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { recordedBase } from "../../domain/release/ReleaseLines.ts"
import { deprecationsOf } from "../../domain/release/removal/DeprecationFacts.ts"
import { dimensionRef, toItemId, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { Fields } from "../../domain/vocabulary/Field.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { itemBody } from "../bodies/ItemFields.ts"
import type { DimensionItem, ValueItem } from "../bodies/LookupBodies.ts"
import { deprecationBody } from "./DeprecationProjection.ts"
import { dimensionBody, valueBody, type BodyOf } from "./DimensionProjection.ts"
import { releaseMeta } from "./ReleasesProjection.ts"

/** The body of one dimension, with what is known of its deprecations by now. The release has the dimension. */
export const dimensionItem = (history: ReleaseHistory, release: PublishedRelease, name: string): DimensionItem => {
  const dimension = requireItem(snapshotOf(release.taxonomy).dimension(name))
  return {
    version: shortName(release.version),
    dimension: name,
    content: dimensionBody(makeItemBody(history, release), dimension),
    ...knownOf(history, release, dimensionRef(name)),
    _meta: releaseMeta(release)
  }
}

/** The body of one value, likewise. */
export const valueItem = (
  history: ReleaseHistory,
  release: PublishedRelease,
  dimension: string,
  code: string
): ValueItem => {
  const snapshot = snapshotOf(release.taxonomy)
  const value = requireItem(snapshot.value(dimension, code))
  return {
    version: shortName(release.version),
    dimension,
    code,
    content: valueBody(makeItemBody(history, release), dimension, value),
    narrower: snapshot.narrower(dimension, code).map((each) => each.code),
    ...knownOf(history, release, valueRef(dimension, code)),
    _meta: releaseMeta(release)
  }
}

const requireItem = <A>(item: A | undefined): A => {
  if (item === undefined) throw new TypeError("The release has no such item")
  return item
}

// oxlint-disable typescript/no-unnecessary-type-parameters -- the contract of each body follows from the same table
const makeItemBody =
  (history: ReleaseHistory, release: PublishedRelease): BodyOf =>
  <A>(item: ItemRef, fields: Fields, content: object, without: ReadonlyArray<string> = []): A => {
    const facts = deprecationsIn(history, release).get(toItemId(item))
    const body = itemBody<A>(fields, content, [...without, "deprecated"])
    return facts === undefined ? body : { ...body, deprecation: deprecationBody(facts) }
  }
// oxlint-enable typescript/no-unnecessary-type-parameters

/** The deprecations of a release by item, with those that only later ones state. */
export const deprecationsIn = (history: ReleaseHistory, release: PublishedRelease) => deprecations(history)(release)

const deprecations = memoizeByIdentity((history: ReleaseHistory) =>
  memoizeByIdentity(
    (release: PublishedRelease) =>
      new Map(deprecationsOf(history, release).map((facts) => [toItemId(facts.item), facts] as const))
  )
)

const knownOf = (history: ReleaseHistory, release: PublishedRelease, item: ItemRef) => {
  const users = usesOf(usesIn(release.taxonomy), item).map(({ by }) => by)
  return {
    added_in: addedIn(history, release, item),
    licenses: [...new Set(users.flatMap((by) => (by._tag === "License" ? [by.license] : [])))],
    rules: [...new Set(users.flatMap((by) => (by._tag === "ConflictRule" ? [by.rule] : [])))]
  }
}

const usesIn = memoizeByIdentity(itemUses)

/** The release that added an item of a release to its line, or brought it back. */
const addedIn = (history: ReleaseHistory, release: PublishedRelease, item: ItemRef): Version => {
  const base = recordedBase(history.releases, release)
  return base === undefined || snapshotOf(base.taxonomy).get(item) === undefined
    ? release.version
    : addedIn(history, base, item)
}

/** The tags of a lookup (RFC 4647, 3.4): `zh-Hant-TW`, `zh-Hant`, `zh`. None without a language. */
export const lookupTags = (tag: unknown): ReadonlyArray<string> => {
  if (typeof tag !== "string") return []
  const end = tag.lastIndexOf("-")
  return end === -1 ? [tag] : [tag, ...lookupTags(tag.slice(0, end))]
}

/** The text of a name in the first of the languages that has it. */
export const findTranslation = (
  tags: ReadonlyArray<string>,
  translations: Translations | undefined,
  name: string
): string | undefined => tags.map((tag) => translations?.[tag]?.[name]).find((text) => typeof text === "string")
