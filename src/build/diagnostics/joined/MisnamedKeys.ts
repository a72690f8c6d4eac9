import { missingKey } from "../../../domain/checks/source/MissingKey.ts"
import { unknownKey } from "../../../domain/checks/source/UnknownKey.ts"
import type { Finding } from "../../../domain/diagnostic/Finding.ts"
import { replaceNode } from "../../../domain/diagnostic/Fix.ts"
import type { Path } from "../../../domain/diagnostic/Location.ts"

/**
 * Joins a missing key with the unknown one that is there in its place: a typing mistake, another word for it, or the only
 * unknown key of the map.
 */
export const joinMisnamedKeys = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const maps = new Map<string, { unknown: Array<Finding>; missing: Array<Finding> }>()
  for (const finding of findings) {
    const map = parentOf(finding)
    if (map === undefined) continue
    const known = maps.get(map) ?? { unknown: [], missing: [] }
    known[finding.rule === missingKey.id ? "missing" : "unknown"].push(finding)
    maps.set(map, known)
  }
  const changed = new Map<Finding, Finding | undefined>()
  for (const { missing, unknown } of maps.values()) {
    const open = new Map(missing.map((finding) => [keyOf(finding), finding]))
    for (const finding of unknown) {
      if (finding.context["translation"] !== undefined) continue
      const key = keyOf(finding)
      const demanded = isDemand(key) ? open.get("forbid") : undefined
      if (demanded !== undefined) {
        const { fix: _, ...rest } = finding
        changed.set(demanded, undefined)
        changed.set(finding, { ...rest, context: { ...finding.context, suggestion: null, is_demand: true } })
        continue
      }
      // The code of a value as a key, with its label behind the colon.
      if (unknown.length === 1 && ["code", "label", "description"].every((name) => open.has(name)) && !isNote(key)) {
        for (const other of open.values()) changed.set(other, undefined)
        open.clear()
        changed.set(finding, { ...finding, context: { ...finding.context, is_code: true } })
        continue
      }
      const meant = nameMeant(finding, key, open, unknown.length)
      const note = meant === undefined && isNote(key)
      if (meant === undefined && !note) continue
      if (meant !== undefined && open.has(meant)) changed.set(open.get(meant) ?? finding, undefined)
      changed.set(finding, renamed(finding, key, meant ?? null))
      if (meant !== undefined) open.delete(meant)
    }
    const left = [...open.values()].filter((finding) => !changed.has(finding))
    if (left.length < 2) continue
    const keys = left.map(keyOf)
    for (const [index, finding] of left.entries())
      changed.set(finding, index === 0 ? { ...finding, context: { ...finding.context, keys } } : undefined)
  }
  return findings.flatMap((finding) => {
    const other = changed.has(finding) ? changed.get(finding) : finding
    return other === undefined ? [] : [other]
  })
}

/** The map that lacks a key, or has one too many. */
const parentOf = ({ location, rule }: Finding): string | undefined => {
  if (location._tag !== "Source" || location.span !== undefined) return undefined
  const path: Path = location.path ?? []
  if (rule === missingKey.id) return JSON.stringify(path)
  return rule === unknownKey.id ? JSON.stringify(path.slice(0, -1)) : undefined
}

const nameMeant = (
  { context, location }: Finding,
  key: string,
  missing: ReadonlyMap<string, Finding>,
  unknownCount: number
): string | undefined => {
  const { known, suggestion } = context
  const isPossible = (name: string): boolean =>
    missing.has(name) || (Array.isArray(known) && known.includes(name) && optionalKeys.has(name))
  if (typeof suggestion === "string") return isPossible(suggestion) ? suggestion : undefined
  const names = synonyms.filter(([, words]) => words.includes(key.toLowerCase())).map(([name]) => name)
  const name = names.find(isPossible)
  if (name !== undefined) return name
  const [only, ...others] = missing.keys()
  const isSetting = location._tag === "Source" && (location.path?.[0] === "config" || location.path?.[0] === "forbid")
  return names.length === 0 && !isSetting && unknownCount === 1 && others.length === 0 && !isNote(key)
    ? only
    : undefined
}

const renamed = (finding: Finding, key: string, meant: string | null): Finding => ({
  ...finding,
  context: { ...finding.context, suggestion: meant, ...(meant === null ? { is_note: true } : {}) },
  fix: [replaceNode(finding.location, meant ?? `# ${key}`)]
})

const keyOf = ({ context: { key } }: Finding): string => (typeof key === "string" ? key : "")

/** True for a note that an editor left. */
const isNote = (key: string): boolean => /^(?:todo|fixme|notes?|nb|xxx|tbd|comments?|remarks?)$/i.test(key)

/** True for a word that would turn the conditions below it around if it became `forbid`. */
const isDemand = (key: string): boolean =>
  /^(?:requires?|must|demands?|needs?|allow(?:s|ed)?|permit(?:s|ted)?|only|unless|except|then)$/i.test(key)

const optionalKeys: ReadonlySet<string> = new Set([
  "replaced_by",
  "reason",
  "definition",
  "iri",
  "deprecated",
  "translations",
  "values",
  "values_from"
])

/** Other words that people use for a key, in lower case. */
const synonyms: ReadonlyArray<readonly [key: string, words: ReadonlyArray<string>]> = [
  ["countries", ["country", "territories", "regions", "nations"]],
  ["global", ["worldwide", "world", "everywhere", "international"]],
  ["code", ["id", "key", "value", "slug", "identifier", "licence", "license", "license_code", "name"]],
  ["label", ["title", "name", "display_name", "displayname", "caption", "text", "bezeichnung", "titre"]],
  ["name", ["title", "label", "id", "code", "dimension", "display_name", "nom"]],
  ["title", ["name", "label"]],
  ["id", ["name", "code", "rule", "key"]],
  ["description", ["desc", "descr", "details", "summary", "text", "beschreibung", "explanation", "descripcion"]],
  ["definition", ["meaning", "def"]],
  ["shape", ["type", "kind", "form"]],
  ["required", ["mandatory", "optional", "is_required"]],
  ["values", ["value", "options", "items", "entries", "codes", "list", "choices", "werte"]],
  ["values_from", ["from", "source", "list"]],
  ["config", ["configuration", "settings", "setting", "conf", "dimensions", "terms", "grants"]],
  [
    "forbid",
    ["forbidden", "conditions", "condition", "when", "if", "not_allowed", "deny", "prohibit", "conflict", "conflicts"]
  ],
  [
    "replaced_by",
    [
      "replacement",
      "replacements",
      "replace_by",
      "replaced",
      "replaces",
      "use",
      "use_instead",
      "instead",
      "superseded_by",
      "successor"
    ]
  ],
  ["reason", ["why", "because", "explanation", "note", "comment"]],
  ["deprecated", ["deprecation", "obsolete", "retired"]],
  ["translations", ["translation", "i18n", "languages", "language"]],
  ["version", ["release", "ver"]],
  ["namespace", ["name_space", "ns"]],
  ["iri", ["uri", "url", "base_iri", "base_uri"]],
  ["approved_by", ["approver", "approved", "approval", "signed_by"]],
  ["subject", ["item", "target", "on", "for"]],
  ["rule", ["check", "id", "waives"]]
]
