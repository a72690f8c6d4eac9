import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { itemRefs, itemEntries } from "../../domain/lookup/ItemUses.ts"
import { findItem } from "../../domain/lookup/SearchItems.ts"
import { listSome } from "../../domain/Sentence.ts"
import { countryAliases, looseCountryNames } from "../../domain/taxonomy/CountryAliases.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import {
  codeOf,
  formatItem,
  isSameItem,
  toCaselessItemId,
  valueRef,
  type ItemRef
} from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits, caseless, isDeviceName } from "../../domain/taxonomy/Names.ts"
import { didYouMean, nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { Dimension, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { hasOwnEntry, type Draft } from "./Draft.ts"

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
  return found !== undefined && "deprecated" in found ? found.deprecated : undefined
}

export const existsIn = ({ taxonomy }: Draft, item: ItemRef): boolean => snapshotOf(taxonomy).get(item) !== undefined

/** Finds the item that a command acts on, by its name, its bare code or its label. A shared value is changed where it is kept. */
export const findSubject = (draft: Draft, text: string): Result.Result<ItemRef, DraftRefused> => {
  const { taxonomy } = draft
  const ownerOf = (item: ItemRef) => (hasOwnEntry(draft, item) ? item : snapshotOf(taxonomy).ownerOf(item))
  const found = findItem(itemEntries(taxonomy), text, ownerOf)
  switch (found._tag) {
    case "Found": {
      const { item } = found.entry
      const owner = ownerOf(item)
      return isSameItem(owner, item) ? Result.succeed(item) : refuse("shared", formatItem(item), formatItem(owner))
    }
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

/** What a refusal is about. */
interface RefusedFacts {
  /** The item or setting concerned, as people write it. */
  readonly name: string
  /** What the problem names beside it: an existing item, a version, a dimension. */
  readonly other?: string
  readonly suggestion?: string
}

/** What is wrong, and what to write instead, by problem. */
const sentences = {
  unknown: ({ name, other = "item", suggestion }) =>
    `The sources contain no ${other} "${name}".${suggestion === undefined ? " Search for it with taxonomy find." : ""}`,
  ambiguous: ({ name, other = "" }) => `"${name}" names several items: ${other}. Write one of them.`,
  exists: ({ name }) => `"${name}" exists already. Choose another code.`,
  "differs-in-case": ({ name, other = "" }) => `"${name}" differs from "${other}" only in case. Choose another code.`,
  "values-of-other": ({ name, other = "" }) =>
    `"${name}" would belong to a dimension that has the values of another. Add "${other}".`,
  shared: ({ name, other = "" }) => `"${name}" is the value "${other}", which several dimensions share. Name that one.`,
  removed: ({ name, other = "" }) =>
    `"${name}" was removed in ${other}, and a removed code stays reserved. Choose another code.`,
  "device-name": ({ name }) => `Windows reserves the name "${name}". Choose another.`,
  "name-of-other-kind": ({ name, other = "" }) => `"${name}" is the name of a ${other} already. Choose another.`,
  "rule-not-deprecated": ({ name }) =>
    `"${name}" is a conflict rule, which is never deprecated. Delete its file in a minor release.`,
  "not-deprecated": ({ name }) => `"${name}" is not deprecated. Leave out --undo.`,
  "replaces-itself": ({ name }) => `"${name}" cannot replace itself. Name another item.`,
  "merges-itself": ({ name }) => `"${name}" cannot be merged into itself. Name the items that it replaces.`,
  "replacement-deprecated": ({ name, other }) =>
    other === undefined
      ? `"${name}" is deprecated itself, without a replacement. Name another item.`
      : `"${name}" is deprecated itself. Write --replaced-by ${other}.`,
  "replaced-by-it": ({ name, other = "" }) =>
    `"${name}" is deprecated for "${other}" itself. Undo that first: taxonomy deprecate ${name} --undo.`,
  "replacement-kind": ({ name, other = "" }) => `"${name}" cannot replace "${other}". Name an item of the same kind.`,
  "no-replacement-or-reason": ({ name }) =>
    `The deprecation of "${name}" needs a replacement or a reason. Pass --replaced-by or --reason.`,
  "all-of-one": ({ name }) =>
    `The deprecation of "${name}" names fewer than two items that replace it together. Leave out --all-of.`,
  "same-name": ({ name }) => `"${name}" has this name already. Write --to with another dimension or code.`,
  "not-movable": ({ name }) => `"${name}" is not a value or a license. Write DIMENSION/CODE, or the code of a license.`,
  "unknown-neighbor": ({ name, other = "" }) =>
    `The file of "${other}" contains no value "${name}" after which a new one could go.`,
  "config-twice": ({ name }) => `"${name}" is set twice. Set each dimension once.`,
  "one-code": ({ name }) => `A config sets "${name}" to one code. Write ${name}=CODE.`,
  "one-condition": ({ name }) =>
    `A config sets "${name}" to one code. Write ${name}=CODE, ${name}=A,B for either of two, or ${name}=not:A,B for neither.`,
  "flag-setting": ({ name }) => `"${name}" is not a flag. Write FLAG, FLAG:true or FLAG:false.`,
  "territory-setting": ({ name }) => `"global" stands alone in "${name}". Write ${name}=global or ${name}=US,CA.`,
  "unknown-key": ({ name, other = "", suggestion }) =>
    `"${name}" has no key "${other}" that can be set.${suggestion === undefined ? " See docs/sources.md." : ""}`,
  "key-of-identity": ({ name }) => `"${name}" never changes. Give the item another name with taxonomy move.`,
  "key-of-items": ({ name }) => `"${name}" are items of their own. Name one of them, or add one with taxonomy new.`,
  "key-of-deprecation": () => "A deprecation has a command of its own. Run taxonomy deprecate.",
  "key-in-file": ({ name, other = "" }) => `"${name}" is more than a text or a list of texts. Edit ${other}.`,
  "key-required": ({ name }) => `"${name}" cannot be left out. Write what it holds.`,
  "one-text": ({ name }) => `"${name}" holds one text. Put it in quotes.`,
  "not-a-boolean": ({ name }) => `"${name}" is true or false. Write one of the two.`,
  "texts-missing": ({ name, other = "label" }) =>
    `"${name}" is a new value without a ${other}. Pass --${other}, once for each new value.`,
  "texts-unused": ({ name }) =>
    `--${name} is given more often than there are new values. Leave out what existing values have.`,
  "different-kinds": ({ name, other = "" }) =>
    `"${name}" and "${other}" are of different kinds. Merge items of one kind.`,
  "different-dimensions": ({ name, other = "" }) =>
    `"${name}" and "${other}" are of different dimensions. Move one of them first.`
} as const satisfies Readonly<Record<string, (facts: RefusedFacts) => string>>

/** Why a command does not change the sources. Nothing was written. */
export class DraftRefused extends Schema.TaggedError<DraftRefused>()("DraftRefused", {
  problem: Schema.Literals(Struct.keys(sentences)),
  name: Schema.String,
  other: Schema.optionalKey(Schema.String),
  suggestion: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    const sentence = sentences[this.problem](this)
    return this.suggestion === undefined ? sentence : `${sentence} ${this.suggestion}`
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
