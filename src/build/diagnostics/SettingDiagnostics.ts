import * as Result from "effect/Result"
import { describeCondition } from "../../domain/checks/reference/meaning/Conditions.ts"
import { isMap, meantCode, type KnownDimension } from "../../domain/checks/reference/meaning/MeantCode.ts"
import { describeSetting, isNoSingleCode, pathToWrong } from "../../domain/checks/reference/meaning/Settings.ts"
import { suggestedFix } from "../../domain/checks/reference/UnknownName.ts"
import { unknownValue } from "../../domain/checks/reference/UnknownValue.ts"
import { unknownKey } from "../../domain/checks/source/UnknownKey.ts"
import { wrongType } from "../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding } from "../../domain/diagnostic/Finding.ts"
import { replaceNode } from "../../domain/diagnostic/Fix.ts"
import { inSource } from "../../domain/diagnostic/Location.ts"
import { decodeSource } from "../sources/SourceText.ts"
import type { SourceEntry } from "../sources/SourceTree.ts"
import { plainContent } from "../yaml/YamlContent.ts"
import { parseYaml } from "../yaml/YamlSource.ts"
import { joinBareConditions } from "./joined/BareConditions.ts"

/**
 * Says what an editor meant by the settings and conditions of a file that do not fit any shape. A file alone does not
 * tell the shape of a dimension, nor its codes and labels: the other files do. One finding for each setting, and one for
 * all conditions that are only values.
 */
export const explainSettings = (
  entry: SourceEntry,
  findings: ReadonlyArray<Finding>,
  dimensions: ReadonlyMap<string, KnownDimension>
): ReadonlyArray<Finding> => {
  const named = findings.map((finding) => explainName(finding, dimensions))
  const concerned = named.flatMap((finding) => settingOf(finding) ?? [])
  if (concerned.length === 0) return named
  const text = Result.getOrUndefined(decodeSource(entry))
  const document = text === undefined ? undefined : Result.getOrUndefined(parseYaml(entry.path, text))
  const content = document === undefined ? undefined : plainContent(document)
  const explained = new Set<string>()
  const typed = new Map(
    named.toReversed().flatMap((finding) => {
      const name = finding.rule === wrongType.id ? settingOf(finding)?.name : undefined
      return name === undefined ? [] : [[name, finding] as const]
    })
  )
  const settings = named.flatMap((finding): ReadonlyArray<Finding> => {
    const setting = settingOf(finding)
    if (setting === undefined) return [finding]
    const { key, name } = setting
    if (explained.has(name)) return []
    explained.add(name)
    const dimension = dimensions.get(name)
    const ofKey = isMap(content) ? content[key] : undefined
    const written = isMap(ofKey) ? ofKey[name] : undefined
    if (dimension === undefined || written === undefined) {
      return [typed.get(name) ?? finding]
    }
    return [explain(entry.path, { ...setting, dimension, written }, finding)]
  })
  return joinBareConditions(entry.path, isMap(content) ? content["forbid"] : undefined, settings)
}

/** A key of a config that is no name of a dimension, but means one. */
const explainName = (finding: Finding, dimensions: ReadonlyMap<string, KnownDimension>): Finding => {
  const { context, location, rule } = finding
  if (rule !== unknownKey.id || location._tag !== "Source" || location.path?.length !== 2) return finding
  const [key, name] = location.path
  if ((key !== "config" && key !== "forbid") || typeof name !== "string" || typeof context["suggestion"] === "string") {
    return finding
  }
  const labels = [...dimensions].map(([code, { label = code }]) => ({ code, label, description: "" }))
  const meant = meantCode({ shape: "single", codes: new Set(dimensions.keys()), values: labels }, name)
  if (meant === undefined) return finding
  return { ...finding, context: { ...context, suggestion: meant }, fix: [replaceNode(location, meant)] }
}

interface WrittenSetting {
  readonly key: "config" | "forbid"
  readonly name: string
  readonly dimension: KnownDimension
  readonly written: unknown
}

/** The setting or condition that a finding is about. */
const settingOf = ({ location }: Finding): Pick<WrittenSetting, "key" | "name"> | undefined => {
  if (location._tag !== "Source" || location.path === undefined || location.span !== undefined) return undefined
  const [key, name, ...rest] = location.path
  const isName = location.key === true && rest.length === 0
  return (key === "config" || key === "forbid") && typeof name === "string" && !isName ? { key, name } : undefined
}

const explain = (file: string, setting: WrittenSetting, finding: Finding): Finding => {
  const { dimension, key, name, written } = setting
  const location = inSource(file, { path: [key, name] })
  if (key === "forbid") {
    const facts = describeCondition(name, dimension, written)
    const fix = facts.meant === null ? [] : [replaceNode(location, facts.meant)]
    return makeFinding(wrongType, { problem: "condition", ...facts }, { location, fix })
  }
  const entry = unknownEntry(setting, finding)
  if (entry !== undefined) return entry
  const facts = describeSetting(name, dimension, written)
  const fix = facts.meant === null ? [] : [replaceNode(location, facts.meant)]
  const where = inSource(file, { path: [key, name, ...pathToWrong(facts)] })
  return makeFinding(wrongType, { problem: "setting", ...facts }, { location: where, fix })
}

/** A single text that is no code, in a setting of the right shape. */
const unknownEntry = ({ dimension, name, written }: WrittenSetting, { location }: Finding): Finding | undefined => {
  if (location._tag !== "Source") return undefined
  const codes =
    dimension.shape === "single"
      ? [written]
      : dimension.shape === "multiple"
        ? written
        : dimension.shape === "territory" && isMap(written)
          ? written["countries"]
          : undefined
  if (!Array.isArray(codes) || !codes.every((code) => typeof code === "string")) return undefined
  const unknown = codes.filter((code) => !dimension.codes.has(code))
  if (dimension.shape === "single" && unknown.some((code) => isNoSingleCode(dimension, code))) return undefined
  const [value] = unknown
  if (value === undefined || unknown.length > 1) return undefined
  const meant = meantCode(dimension, value)
  if (meant === undefined && dimension.shape !== "single") return undefined
  const facts = { name: value, dimension: name, suggestion: meant ?? null }
  return makeFinding(unknownValue, facts, { location, fix: suggestedFix(facts, location) })
}
