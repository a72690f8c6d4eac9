import { isMap, isSeq, type YAMLMap } from "yaml"
import { duplicate } from "../../domain/checks/source/Duplicate.ts"
import { missingKey } from "../../domain/checks/source/Keys.ts"
import { makeFinding, type Finding, inWaiver, type Location } from "../../domain/Finding.ts"
import type { ListedWaiver } from "../../domain/release/PublishRelease.ts"
import { caseless } from "../../domain/taxonomy/Names.ts"
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
export const findRepeated = <A>(items: ReadonlyArray<A>, nameOf: (item: A) => string) => {
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
