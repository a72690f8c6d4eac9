import * as Result from "effect/Result"
import {
  describeCondition,
  describeSetting,
  isMap,
  pathToWrong,
  type KnownDimension
} from "../../domain/checks/reference/Settings.ts"
import { wrongType } from "../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding, inSource } from "../../domain/Finding.ts"
import { decodeSource } from "../sources/SourceText.ts"
import type { SourceEntry } from "../sources/SourceTree.ts"
import { plainContent } from "../yaml/YamlContent.ts"
import { parseYaml } from "../yaml/YamlSource.ts"

/**
 * Explains the settings and conditions of a file that do not fit any shape, one finding for each. A file alone does not
 * tell the shape of a dimension, nor its codes: the other files do.
 */
export const explainSettings = (
  entry: SourceEntry,
  findings: ReadonlyArray<Finding>,
  dimensions: ReadonlyMap<string, KnownDimension>
): ReadonlyArray<Finding> => {
  if (!findings.some((finding) => settingOf(finding) !== undefined)) return findings
  const text = Result.getOrUndefined(decodeSource(entry))
  const document = text === undefined ? undefined : Result.getOrUndefined(parseYaml(entry.path, text))
  const content = document === undefined ? undefined : plainContent(document)
  const explained = new Set<string>()
  return findings.flatMap((finding): ReadonlyArray<Finding> => {
    const setting = settingOf(finding)
    if (setting === undefined) return [finding]
    const { key, name } = setting
    if (explained.has(name)) return []
    explained.add(name)
    const dimension = dimensions.get(name)
    const settings = isMap(content) ? content[key] : undefined
    const written = isMap(settings) ? settings[name] : undefined
    return [
      dimension === undefined || written === undefined
        ? (findings.find((other) => other.rule === wrongType.id && settingOf(other)?.name === name) ?? finding)
        : explain(entry.path, setting, dimension, written)
    ]
  })
}

interface WrittenSetting {
  readonly key: "config" | "forbid"
  readonly name: string
}

/** The setting or condition that a finding is about. */
const settingOf = ({ location }: Finding): WrittenSetting | undefined => {
  if (location._tag !== "Source" || location.path === undefined || location.span !== undefined) return undefined
  const [key, name, ...rest] = location.path
  const isName = location.key === true && rest.length === 0
  return (key === "config" || key === "forbid") && typeof name === "string" && !isName ? { key, name } : undefined
}

const explain = (file: string, { key, name }: WrittenSetting, dimension: KnownDimension, written: unknown): Finding => {
  if (key === "forbid") {
    const facts = describeCondition(name, dimension, written)
    return makeFinding(
      wrongType,
      { problem: "condition", ...facts },
      { location: inSource(file, { path: [key, name] }) }
    )
  }
  const facts = describeSetting(name, dimension, written)
  const location = inSource(file, { path: [key, name, ...pathToWrong(facts)] })
  return makeFinding(wrongType, { problem: "setting", ...facts }, { location })
}
