import { isMap, isSeq, type YAMLMap } from "yaml"
import { duplicate } from "../../domain/checks/source/Duplicate.ts"
import { missingKey, unknownKey } from "../../domain/checks/source/Keys.ts"
import { wrongType } from "../../domain/checks/source/WrongType.ts"
import {
  makeFinding,
  type Finding,
  inWaiver,
  type Location,
  replaceSpan,
  type FixEdit,
  type Path,
  inSource,
  replacementPath
} from "../../domain/Finding.ts"
import type { ListedWaiver } from "../../domain/release/Waiver.ts"
import { listNames } from "../../domain/Sentence.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { isSameItem, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { caseless } from "../../domain/taxonomy/Names.ts"
import {
  consideredItems,
  replacementItem,
  replacementItems,
  replacementName
} from "../../domain/taxonomy/Replacement.ts"
import { conditionKeys } from "../../domain/taxonomy/Rules.ts"
import type { SourceValues } from "../yaml/YamlNodes.ts"
import type { YamlSource } from "../yaml/YamlSource.ts"
import { indexLines } from "./SourceLocation.ts"

/** Finds the codes that an earlier one equals ignoring case. */
export const findDuplicateCodes = (
  codes: ReadonlyArray<string>,
  locate: (code: string, index: number) => Location
): ReadonlyArray<Finding> => {
  const seen = new Map<string, string>()
  return codes.flatMap((code, index): ReadonlyArray<Finding> => {
    const other = seen.get(caseless(code))
    seen.set(caseless(code), code)
    return other === undefined ? [] : [duplicateCode(code, other, locate(code, index))]
  })
}

export const duplicateCode = (code: string, other: string, location: Location): Finding =>
  makeFinding(duplicate, { problem: "code", code, other }, { location })

/** Finds the waivers of findings that an earlier one waives: only one of them can be the reason. */
export const findDuplicateWaivers = (waivers: ReadonlyArray<ListedWaiver>): ReadonlyArray<Finding> =>
  findRepeated(waivers, ({ rule, subject, version }) => `${rule} ${subject} ${version}`).map(({ index, item }) => {
    const { entry = index, rule, subject, version } = item
    return makeFinding(duplicate, { problem: "waiver", rule, subject, version }, { location: inWaiver(entry) })
  })

/** The items whose name an earlier one has. */
const findRepeated = <A>(items: ReadonlyArray<A>, nameOf: (item: A) => string) => {
  const seen = new Set<string>()
  return items
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => {
      const name = nameOf(item)
      const isRepeated = seen.has(name)
      seen.add(name)
      return isRepeated
    })
}

/**
 * Replaces the missing keys of a second entry for a value, such as one that was pasted to deprecate it, by one finding
 * that names the first entry.
 */
export const reportDuplicateEntries = (
  document: YamlSource,
  text: string,
  findings: ReadonlyArray<Finding>
): ReadonlyArray<Finding> => {
  const incomplete = new Set(findings.flatMap((finding) => incompleteEntry(finding) ?? []))
  const values = document.get("values")
  if (incomplete.size === 0 || !isSeq(values)) return findings
  const complete = new Map<unknown, YAMLMap>()
  for (const [index, item] of values.items.entries()) {
    const code = isMap(item) && !incomplete.has(index) ? item.get("code") : undefined
    if (isMap(item) && !incomplete.has(index) && !complete.has(code)) complete.set(code, item)
  }
  const lines = indexLines(text)
  const reported = new Set<number>()
  return findings.flatMap((finding): ReadonlyArray<Finding> => {
    const index = incompleteEntry(finding)
    const second = index === undefined ? undefined : values.items[index]
    if (index === undefined || !isMap(second)) return [finding]
    const code = second.get("code")
    const first = Number.isNaN(code) ? undefined : complete.get(code)
    if (first?.range == null) return [finding]
    if (reported.has(index)) return []
    reported.add(index)
    return [duplicateEntry(finding, index, second, lines.linePos(first.range[0]).line)]
  })
}

/** The index of the value whose key is missing, if the finding is about one. */
const incompleteEntry = ({ location, rule }: Finding): number | undefined => {
  if (rule !== missingKey.id || location._tag !== "Source") return undefined
  const [list, index, ...rest] = location.path ?? []
  return list === "values" && typeof index === "number" && rest.length === 0 ? index : undefined
}

const duplicateEntry = ({ location }: Finding, index: number, second: YAMLMap, first_line: number): Finding => {
  const keys = second.items.map(({ key }) => String(key)).filter((key) => key !== "code")
  return makeFinding(
    duplicate,
    { problem: "entry", code: String(second.get("code")), first_line, keys },
    { location: location._tag === "Source" ? { ...location, path: ["values", index, "code"] } : location }
  )
}

/** Joins the duplicate keys of an item that was pasted into the file of an item, once more or as another one. */
export const joinDuplicateKeys = (
  file: string,
  text: string,
  findings: ReadonlyArray<Finding>
): ReadonlyArray<Finding> => {
  const ofItem = findings.filter((finding) => startOf(text, finding) !== undefined)
  const [first] = ofItem
  const start = first && startOf(text, first)
  if (first === undefined || start === undefined || ofItem.length < 2) return findings
  const joined = new Set(ofItem)
  const keys = ofItem.flatMap(({ context: { key } }) => (typeof key === "string" ? [key] : []))
  const fix = repetitionFix(file, text, start, ofItem)
  const move_to = fix.length > 0 ? undefined : fileOfOther(file, text, start)
  const facts = fix.length > 0 ? { is_repeated: true as const } : move_to === undefined ? {} : { move_to }
  const { location } = first
  const finding = makeFinding(duplicate, { problem: "keys", keys, ...facts }, { location, fix })
  return findings.flatMap((other) => (other === first ? [finding] : joined.has(other) ? [] : [other]))
}

/** Where a duplicate key of the item itself starts. Those of its parts are indented. */
const startOf = (text: string, { context, location, rule }: Finding): number | undefined => {
  if (rule !== duplicate.id || context["problem"] !== "key" || location._tag !== "Source") return undefined
  const [start = 0] = location.span ?? []
  return text[start - 1] === "\n" ? start : undefined
}

/** Removes what only repeats the lines above. */
const repetitionFix = (
  file: string,
  text: string,
  start: number,
  findings: ReadonlyArray<Finding>
): ReadonlyArray<FixEdit> => {
  const above = text.slice(0, start).trimEnd()
  const repeated = text.slice(start).trimEnd()
  // A comment would be lost.
  const repeats = `\n${above}`.endsWith(`\n${repeated}`) && !/(?:^|\s)#/.test(repeated)
  if (repeats) return [replaceSpan(file, [above.length + 1, text.length], "")]
  return findings.every(({ fix }) => fix !== undefined) ? findings.flatMap(({ fix = [] }) => fix) : []
}

/** The file of another item, if the lines start with the name of one. */
const fileOfOther = (file: string, text: string, start: number): string | undefined => {
  const naming = /^(code|name|id): *([A-Za-z0-9][\w.+-]*) *\n/.exec(text.slice(start))
  const folder = file.slice(0, file.indexOf("/") + 1)
  if (naming === null || folder === "") return undefined
  const [line, key, name] = naming
  return text.startsWith(`${key}:`) && !text.startsWith(line) ? `${folder}${name}.yaml` : undefined
}

/**
 * Reports one mistake of a map once: a key and those that must be indented below it, a missing key with the misspelt one, the
 * keys of a rule that demands something, the
 * missing keys of a value that is written as a key, and all other missing keys. What an editor wrote stays where it is.
 */
export const joinMisnamedKeys = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const maps = Map.groupBy(findings, mapOf)
  maps.delete(undefined)
  const changed = new Map<Finding, Finding | undefined>()
  for (const map of maps.values()) {
    const unknown = map.filter(({ rule }) => rule === unknownKey.id)
    const missing = new Map(
      map.flatMap((finding) => (finding.rule === missingKey.id ? [[keyOf(finding), finding]] : []))
    )
    const drop = (key: string): void => {
      const finding = missing.get(key)
      if (finding !== undefined) changed.set(finding, undefined)
      missing.delete(key)
    }
    const parent = map.find(({ context, rule }) => rule === wrongType.id && parents.has(context["name"]))
    if (parent !== undefined && unknown.length > 0) {
      const hint = `Indent ${listNames(unknown.map(keyOf))} below it.`
      changed.set(parent, { ...parent, context: { ...parent.context, hint } })
      for (const finding of unknown) changed.set(finding, undefined)
      continue
    }
    const demands = unknown.filter((finding) => isOfRule(finding) && isDemand(keyOf(finding)))
    for (const [index, finding] of demands.entries()) {
      const context = { ...finding.context, suggestion: null, is_demand: true }
      changed.set(finding, index === 0 ? { ...finding, context } : undefined)
    }
    const [only, ...others] = unknown
    if (
      only !== undefined &&
      others.length === 0 &&
      ["code", "label", "description"].every((key) => missing.has(key))
    ) {
      changed.set(only, { ...only, context: { ...only.context, is_code: true } })
      for (const key of missing.keys()) drop(key)
    }
    for (const { context } of unknown) if (typeof context["suggestion"] === "string") drop(context["suggestion"])
    if (missing.size < 2) continue
    const keys = [...missing.keys()]
    for (const [index, finding] of [...missing.values()].entries())
      changed.set(finding, index === 0 ? { ...finding, context: { ...finding.context, keys } } : undefined)
  }
  return findings.flatMap((finding) => {
    const other = changed.has(finding) ? changed.get(finding) : finding
    return other === undefined ? [] : [other]
  })
}

/** The map that lacks a key, or has one too many. */
const mapOf = ({ location, rule }: Finding): string | undefined => {
  if (location._tag !== "Source" || location.span !== undefined) return undefined
  const path: Path = location.path ?? []
  if (rule === missingKey.id) return JSON.stringify(path)
  return rule === unknownKey.id || rule === wrongType.id ? JSON.stringify(path.slice(0, -1)) : undefined
}

/** The keys whose lines below are often not indented. */
const parents: ReadonlySet<unknown> = new Set(["config", ...conditionKeys, "deprecated", "translations"])

const keyOf = ({ context: { key } }: Finding): string => (typeof key === "string" ? key : "")

const isOfRule = ({ context: { known } }: Finding): boolean => Array.isArray(known) && known.includes("forbid")

/** True for a word that would turn the conditions below it around if it were `forbid`. */
const isDemand = (key: string): boolean =>
  /^(?:if|given|requires|must|demands?|needs?|allow(?:s|ed)?|permit(?:s|ted)?|only|unless|except|then)$/i.test(key)

/** Replaces the findings about values that are only codes, such as `values: [a, b]`, by one finding. */
export const joinBareValues = (values: SourceValues, findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const bare = new Set(findings.filter((finding) => codeAt(values, finding) !== undefined))
  const [first] = bare
  if (first === undefined || bare.size < 2) return findings
  const hint = `Write - code: ${codeAt(values, first)}, with label: … and description: … below it, and the other values in the same way.`
  const expected = {
    type: "described",
    description: "a list of values, each with code, label and description"
  } as const
  const joined = makeFinding(
    wrongType,
    { problem: "unexpected", subject: "key", name: "values", expected, hint },
    { location: first.location }
  )
  return findings.flatMap((finding) => (finding === first ? [joined] : bare.has(finding) ? [] : [finding]))
}

/** The text that stands where a value should. */
const codeAt = (values: SourceValues, { location, rule }: Finding): string | undefined => {
  if (rule !== wrongType.id || location._tag !== "Source" || location.path?.length !== 2) return undefined
  const [key, index] = location.path
  if (key !== "values" || typeof index !== "number") return undefined
  const scalar = values.scalarAt(location.path)
  return typeof scalar?.value === "string" && scalar.value !== "" ? scalar.value : undefined
}

/**
 * Finds the replacements that a deprecation names again, in whatever spelling, and the values of the same dimension
 * that it names as those of another. `path` leads to the deprecated item.
 */
export const findReplacementProblems = (
  file: string,
  item: ItemRef,
  deprecated: Deprecation | undefined,
  path: Path = []
): ReadonlyArray<Finding> => {
  if (deprecated === undefined) return []
  const repeated = new Set(findRepeated(replacementItems(item, deprecated), toItemId).map(({ index }) => index))
  const own = consideredItems(item, deprecated).flatMap((considered, index) =>
    isSameItem(considered, item)
      ? [otherItem({ location: inSource(file, { path: [...path, "deprecated", "consider", index] }) })]
      : []
  )
  const replacements = deprecated.replaced_by.flatMap((written, index): ReadonlyArray<Finding> => {
    const at = { location: inSource(file, { path: [...path, ...replacementPath(deprecated, index)] }) }
    if (repeated.has(index)) return [makeFinding(duplicate, { problem: "replacement", replacement: written }, at)]
    const name = replacementName(item, replacementItem(item, written))
    return name === written ? [] : [ownDimension(name, at)]
  })
  return own.length === 0 ? replacements : [...replacements, ...own]
}

const otherItem = (at: Pick<Finding, "location">): Finding =>
  makeFinding(
    wrongType,
    {
      problem: "unexpected",
      subject: "entry",
      name: "consider",
      expected: { type: "described", description: "another item than the deprecated one" },
      hint: "Name what people may use in its place."
    },
    at
  )

/** A move within a dimension would only require a newer artifact format. */
const ownDimension = (code: string, at: Pick<Finding, "location">): Finding =>
  makeFinding(
    wrongType,
    {
      problem: "unexpected",
      subject: "entry",
      name: "replaced_by",
      expected: { type: "described", description: "the code alone if it names a value of the same dimension" },
      hint: `Write ${code}.`
    },
    at
  )
