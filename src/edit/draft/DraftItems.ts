import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { itemRefs, itemEntries } from "../../domain/lookup/ItemUses.ts"
import { findItem } from "../../domain/lookup/SearchItems.ts"
import { listSome } from "../../domain/Sentence.ts"
import { countryAliases, looseCountryNames } from "../../domain/taxonomy/CountryAliases.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { codeOf, formatItem, toCaselessItemId, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits, caseless, isDeviceName } from "../../domain/taxonomy/Names.ts"
import { didYouMean, nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { Dimension, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import type { Draft } from "./Draft.ts"

export const refuse = (problem: DraftRefused["problem"], name: string, other?: string, suggestion?: string) =>
  Result.fail(
    new DraftRefused({
      problem,
      name,
      ...(other === undefined ? {} : { other }),
      ...(suggestion === undefined ? {} : { suggestion })
    })
  )

/** Refuses an item that the sources do not contain, and names a similar one. */
export const refuseUnknown = (draft: Draft, item: ItemRef) => {
  const name = formatItem(item)
  return refuse("unknown", name, undefined, didYouMean(name, itemsOf(draft).map(formatItem)))
}

export const getDimension = ({ taxonomy }: Draft, name: string): Refusable<Dimension> => {
  const found = snapshotOf(taxonomy).dimension(name)
  const names = taxonomy.dimensions.map((dimension) => dimension.name)
  return found === undefined ? refuse("unknown", name, "dimension", didYouMean(name, names)) : Result.succeed(found)
}

export const getValue = (dimension: Dimension, code: string): Refusable<Value> => {
  const found = dimension.values.find((value) => value.code === code)
  if (found !== undefined) return Result.succeed(found)
  const codes = dimension.values.map((value) => value.code)
  const country = dimension.shape === "territory" ? looseCountryNames.get(code.toLowerCase()) : undefined
  const suggestion =
    country !== undefined && codes.includes(country) ? `Did you mean "${country}"?` : didYouMean(code, codes)
  return refuse("unknown", `${dimension.name}/${code}`, "value", suggestion)
}

/** The code that a name means: a code or a label in any case, or another name of exactly one country. */
export const codeNamed = (dimension: Dimension, name: string): Refusable<string> => {
  const entries = dimension.values.map(({ code, label }) => ({ item: valueRef(dimension.name, code), label }))
  const named = findItem(entries, name)
  if (named._tag === "Found") return Result.succeed(codeOf(named.entry.item))
  const alias = dimension.shape === "territory" ? countryAliases.get(name.toLowerCase()) : undefined
  const near = nearestInUse(dimension, name)
  return near === undefined
    ? Result.map(getValue(dimension, alias ?? name), ({ code }) => code)
    : refuse("unknown", `${dimension.name}/${name}`, "value", `Did you mean "${near}"?`)
}

export const getLicense = ({ taxonomy }: Draft, code: string): Refusable<License> => {
  const found = snapshotOf(taxonomy).license(code)
  const codes = taxonomy.licenses.map((license) => license.code)
  return found === undefined ? refuse("unknown", code, "license", didYouMean(code, codes)) : Result.succeed(found)
}

/** The codes that names mean. `*` means any code. */
export const codesOf = (dimension: Dimension, names: ReadonlyArray<string>): Refusable<ReadonlyArray<string>> =>
  Result.gen(function* () {
    const codes: Array<string> = []
    for (const name of names) codes.push(name === "*" ? name : yield* codeNamed(dimension, name))
    return [...new Set(codes)]
  })

/** Fails if a new item would take a name that is in use, reserved, or different only in case. */
export const requireFree = (draft: Draft, item: ItemRef): Refusable<ItemRef> => {
  const name = formatItem(item)
  const id = toCaselessItemId(item)
  const items = itemsOf(draft)
  const known = items.find((other) => toCaselessItemId(other) === id)
  if (known !== undefined) {
    return formatItem(known) === name ? refuse("exists", name) : refuse("differs-in-case", name, formatItem(known))
  }
  const removed = draft.history.tombstones.get(id)
  if (removed !== undefined) return refuse("removed", name, removed.version)
  if (item._tag !== "Value" && isDeviceName(name.slice(name.indexOf("/") + 1))) return refuse("device-name", name)
  if (item._tag === "License" || item._tag === "Dimension") {
    const kind = item._tag === "License" ? "Dimension" : "License"
    const isTaken = items.some((other) => other._tag === kind && caseless(formatItem(other)) === caseless(name))
    if (isTaken) return refuse("name-of-other-kind", name, kind.toLowerCase())
  }
  return Result.succeed(item)
}

/** The deprecation of an item. */
export const deprecationOf = ({ taxonomy }: Draft, item: ItemRef): Deprecation | undefined => {
  const found = snapshotOf(taxonomy).get(item)
  return found === undefined || "forbid" in found ? undefined : found.deprecated
}

export const existsIn = ({ taxonomy }: Draft, item: ItemRef): boolean => snapshotOf(taxonomy).get(item) !== undefined

/** Finds the item that a command acts on, by its name, its bare code or its label. */
export const findSubject = ({ taxonomy }: Draft, text: string): Result.Result<ItemRef, DraftRefused> => {
  const found = findItem(itemEntries(taxonomy), text)
  switch (found._tag) {
    case "Found":
      return Result.succeed(found.entry.item)
    case "Ambiguous":
      return refuse(
        "ambiguous",
        text,
        listSome(
          found.candidates.map(({ item }) => formatItem(item)),
          maxNames
        )
      )
    case "Unknown": {
      const { suggestion } = found
      return refuse("unknown", text, undefined, suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`)
    }
  }
}

/** Why a command does not change the sources. Nothing was written. */
export class DraftRefused extends Schema.TaggedError<DraftRefused>()("DraftRefused", {
  problem: Schema.Literals([
    "unknown",
    "ambiguous",
    "exists",
    "differs-in-case",
    "removed",
    "device-name",
    "name-of-other-kind",
    "rule-not-deprecated",
    "not-deprecated",
    "replaces-itself",
    "merges-itself",
    "replacement-deprecated",
    "replaced-by-it",
    "replacement-kind",
    "no-replacement-or-reason",
    "all-of-one",
    "same-name",
    "not-movable",
    "unknown-neighbor",
    "config-twice",
    "one-code",
    "one-condition",
    "flag-setting",
    "territory-setting",
    "texts-missing",
    "texts-unused",
    "different-kinds",
    "different-dimensions"
  ]),
  /** The item or setting concerned, as people write it. */
  name: Schema.String,
  /** What the problem names beside it: an existing item, a version, a dimension. */
  other: Schema.optionalKey(Schema.String),
  suggestion: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    return this.suggestion === undefined ? this.sentence : `${this.sentence} ${this.suggestion}`
  }

  private get sentence(): string {
    const name = `"${this.name}"`
    const other = `"${this.other ?? ""}"`
    switch (this.problem) {
      case "unknown":
        return `The sources contain no ${this.other ?? "item"} ${name}.${this.suggestion === undefined ? " Search for it with taxonomy find." : ""}`
      case "ambiguous":
        return `${name} names several items: ${this.other ?? ""}. Write one of them.`
      case "exists":
        return `${name} exists already. Choose another code.`
      case "differs-in-case":
        return `${name} differs from ${other} only in case. Choose another code.`
      case "removed":
        return `${name} was removed in ${this.other ?? ""}, and a removed code stays reserved. Choose another code.`
      case "device-name":
        return `Windows reserves the name ${name}. Choose another.`
      case "name-of-other-kind":
        return `${name} is the name of a ${this.other ?? ""} already. Choose another.`
      case "rule-not-deprecated":
        return `${name} is a conflict rule, which is never deprecated. Delete its file in a minor release.`
      case "not-deprecated":
        return `${name} is not deprecated. Leave out --undo.`
      case "replaces-itself":
        return `${name} cannot replace itself. Name another item.`
      case "merges-itself":
        return `${name} cannot be merged into itself. Name the items that it replaces.`
      case "replacement-deprecated":
        return this.other === undefined
          ? `${name} is deprecated itself, without a replacement. Name another item.`
          : `${name} is deprecated itself. Write --replaced-by ${this.other}.`
      case "replaced-by-it":
        return `${name} is deprecated for ${other} itself. Undo that first: taxonomy deprecate ${this.name} --undo.`
      case "replacement-kind":
        return `${name} cannot replace ${other}. Name an item of the same kind.`
      case "no-replacement-or-reason":
        return `The deprecation of ${name} needs a replacement or a reason. Pass --replaced-by or --reason.`
      case "all-of-one":
        return `The deprecation of ${name} names fewer than two items that replace it together. Leave out --all-of.`
      case "same-name":
        return `${name} has this name already. Write --to with another dimension or code.`
      case "not-movable":
        return `${name} is not a value or a license. Write DIMENSION/CODE, or the code of a license.`
      case "unknown-neighbor":
        return `The file of ${other} contains no value ${name} after which a new one could go.`
      case "config-twice":
        return `${name} is set twice. Set each dimension once.`
      case "one-code":
        return `A config sets ${name} to one code. Write ${this.name}=CODE.`
      case "one-condition":
        return `A config sets ${name} to one code. Write ${this.name}=CODE, or ${this.name}=A,B for either of two.`
      case "flag-setting":
        return `${name} is not a flag. Write FLAG, FLAG:true or FLAG:false.`
      case "territory-setting":
        return `"global" stands alone in ${name}. Write ${this.name}=global or ${this.name}=US,CA.`
      case "texts-missing":
        return `${name} is a new value without a ${this.other ?? "label"}. Pass --${this.other ?? "label"}, once for each new value.`
      case "texts-unused":
        return `--${this.name} is given more often than there are new values. Leave out what existing values have.`
      case "different-kinds":
        return `${name} and ${other} are of different kinds. Merge items of one kind.`
      case "different-dimensions":
        return `${name} and ${other} are of different dimensions. Move one of them first.`
    }
  }
}

type Refusable<A> = Result.Result<A, DraftRefused>

/** The replacement of the value with the most similar code, if that is deprecated: nothing may start to use it. */
const nearestInUse = ({ values }: Dimension, name: string): string | undefined => {
  const near = nearest(
    name,
    values.map(({ code }) => code)
  )
  const deprecated = near === name ? undefined : values.find(({ code }) => code === near)?.deprecated
  return deprecated?.replaced_by.length === 1 ? deprecated.replaced_by[0] : undefined
}

const itemsOf = ({ taxonomy }: Draft): ReadonlyArray<ItemRef> =>
  itemRefs(taxonomy).toSorted((left, right) => byCodeUnits(formatItem(left), formatItem(right)))

const maxNames = 10
