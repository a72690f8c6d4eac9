import { isMap, isSeq, type YAMLMap } from "yaml"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import type { YamlSource } from "../yaml/YamlSource.ts"

/**
 * Says of a value that lacks keys, such as one that was pasted to deprecate another, where its code stands already: its
 * keys belong there.
 */
export const withSecondEntries = (
  document: YamlSource,
  text: string,
  findings: ReadonlyArray<Finding>
): ReadonlyArray<Finding> => {
  const lacking = new Set(findings.flatMap((finding) => lackingValue(finding) ?? []))
  const values = document.get("values")
  if (lacking.size === 0 || !isSeq(values)) return findings
  const told = new Set<number>()
  return findings.flatMap((finding): ReadonlyArray<Finding> => {
    const index = lackingValue(finding)
    const second = index === undefined ? undefined : values.items[index]
    if (index === undefined || !isMap(second)) return [finding]
    const first = values.items.find(
      (item, at): item is YAMLMap => isMap(item) && !lacking.has(at) && item.get("code") === second.get("code")
    )
    if (first?.range == null) return [finding]
    if (told.has(index)) return []
    told.add(index)
    return [secondEntry(finding, second, text.slice(0, first.range[0]).split("\n").length)]
  })
}

/** The index of a value that a finding says to lack a key. */
const lackingValue = ({ at, rule }: Finding): number | undefined => {
  const [list, index] = at?.path ?? []
  const lacks = rule === "source/missing-key" && at?.path.length === 2 && list === "values"
  return lacks && typeof index === "number" ? index : undefined
}

const secondEntry = ({ at }: Finding, second: YAMLMap, line: number): Finding => {
  const keys = second.items.map(({ key }) => String(key)).filter((key) => key !== "code")
  const help = keys.length === 0 ? "Remove this entry." : `Put ${keys.join(" and ")} there, and remove this entry.`
  return {
    rule: "source/duplicate",
    level: "error",
    message: `"${String(second.get("code"))}" stands at line ${line} already`,
    help,
    ...(at === undefined ? {} : { at: { ...at, path: [...at.path, "code"] } })
  }
}
