import { missingKey, unknownKey } from "../../../domain/checks/source/Keys.ts"
import { wrongType } from "../../../domain/checks/source/WrongType.ts"
import type { Finding, Path } from "../../../domain/Finding.ts"
import { listNames } from "../../../domain/Sentence.ts"

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
    const demands = missing.has("forbid") ? unknown.filter((finding) => isDemand(keyOf(finding))) : []
    for (const [index, finding] of demands.entries()) {
      const context = { ...finding.context, suggestion: null, is_demand: true }
      changed.set(finding, index === 0 ? { ...finding, context } : undefined)
      drop("forbid")
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
const parents: ReadonlySet<unknown> = new Set(["config", "forbid", "deprecated", "translations"])

const keyOf = ({ context: { key } }: Finding): string => (typeof key === "string" ? key : "")

/** True for a word that would turn the conditions below it around if it were `forbid`. */
const isDemand = (key: string): boolean =>
  /^(?:when|if|given|requires?|must|demands?|needs?|allow(?:s|ed)?|permit(?:s|ted)?|only|unless|except|then)$/i.test(
    key
  )
