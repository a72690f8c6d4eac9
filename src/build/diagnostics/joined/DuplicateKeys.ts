import { duplicate } from "../../../domain/checks/source/Duplicate.ts"
import { makeFinding, type Finding, replaceSpan, type FixEdit } from "../../../domain/Finding.ts"

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
