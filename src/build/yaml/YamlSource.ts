import * as Result from "effect/Result"
import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument, visit, type Document, type YAMLError } from "yaml"
import type { Finding, Pointer } from "../../domain/diagnostic/Finding.ts"
import { mistakeOf } from "./SyntaxDiagnostics.ts"
import { keyFindings } from "./YamlKeys.ts"

/** A source as YAML 1.2, with the positions of its nodes. */
export type YamlSource = Document.Parsed

/** Reads one YAML document that uses nothing beyond plain scalars, lists and maps. */
export const parseYaml = (file: string, text: string): Result.Result<YamlSource, ReadonlyArray<Finding>> => {
  try {
    const document = parseDocument(text, options)
    const errors = [...document.errors, ...document.warnings]
    const unfinished = errors.length === 0 ? undefined : unfinishedMerge(file, text)
    if (unfinished !== undefined) return Result.fail([unfinished])
    const [error] = errors
    const keys = keyFindings(file, document)
    const findings =
      error === undefined
        ? [...keys, ...forbiddenFeatures(file, text, document), ...cutTexts(file, text, document)]
        : [...keys.filter(standsTwiceBefore(error)), syntaxFinding(file, text, document, error)]
    return findings.length === 0 ? Result.succeed(document) : Result.fail(findings)
  } catch (error) {
    // The parser recurses into the nesting; what exhausts the stack is no taxonomy.
    const reason = error instanceof RangeError ? "is nested too deeply" : "is not YAML that can be read"
    return Result.fail([{ ...syntax(file, 0), message: `${file} ${reason}`, help: "Write plain lists and maps." }])
  }
}

/**
 * What a source says, as plain values. Nothing in an accepted one refers to anything else, and every key is a text, so
 * that this is told in a third of the time that `toJS` takes, which must expect all of that.
 */
export const plainContent = ({ contents }: YamlSource): unknown => plainValue(contents)

const plainValue = (node: unknown): unknown => {
  if (isMap(node)) {
    const map: Record<string, unknown> = {}
    for (const { key, value } of node.items) setOwn(map, isScalar(key) ? String(key.value) : "", plainValue(value))
    return map
  }
  if (isSeq(node)) return node.items.map(plainValue)
  return isScalar(node) ? node.value : null
}

/** Set in the ordinary way, this one key would be no key at all. */
const setOwn = (map: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === "__proto__")
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true })
  else map[key] = value
}

/** What is written at a path: a scalar, or a map with keys. */
export const writtenIn = (document: YamlSource) => {
  const nodeAt = (path: Pointer["path"]) => (path.length === 0 ? document.contents : document.getIn(path, true))
  return {
    scalarAt: (path: Pointer["path"]) => {
      const node = nodeAt(path)
      return isScalar(node) ? { written: node.source ?? "", value: node.value } : undefined
    },
    keysAt: (path: Pointer["path"]) => {
      const node = nodeAt(path)
      return isMap(node) ? node.items.map(({ key }) => String(key)) : []
    }
  }
}

// The parser compares each key with every one before it, and a text never with a number: keys are looked at afterwards.
const options = { version: "1.2", strict: true, uniqueKeys: false, prettyErrors: false, logLevel: "error" } as const

const syntax = (file: string, offset: number) =>
  ({ rule: "source/syntax", level: "error", at: { file, path: [], span: [offset, offset] } }) as const

/** Git marks what it could not merge; nothing else begins a line like that in a file that cannot be read. */
const unfinishedMerge = (file: string, text: string): Finding | undefined => {
  const marker = /^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r\n]|$).*/m.exec(text)
  if (marker === null) return undefined
  const span: Pointer["span"] = [marker.index, marker.index + marker[0].trimEnd().length]
  const help = "Keep what is right of the two sides, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>."
  return { ...syntax(file, 0), message: "A merge is unfinished here", help, at: { file, path: [], span } }
}

/** What comes after an error is mostly its consequence, and so may be what YAML reads a key as. */
const standsTwiceBefore =
  (error: YAMLError) =>
  ({ at, rule }: Finding): boolean =>
    rule === "source/duplicate" && (at?.span?.[0] ?? 0) < error.pos[0]

const syntaxFinding = (file: string, text: string, document: YamlSource, error: YAMLError): Finding => {
  const stopped = wordAt(text, error.pos)
  const { help, message, span = stopped } = mistakeOf(text, document, error, stopped)
  return { rule: "source/syntax", level: "error", message, help, at: { file, path: [], span } }
}

/** The parser marks where a word begins; people look for the word. */
const wordAt = (text: string, [start, end]: readonly [number, number]): readonly [number, number] => {
  const [word = ""] = /^[\w.-]+/.exec(text.slice(start, start + 100)) ?? []
  return [start, Math.max(end, start + word.length)]
}

/**
 * Texts that a comment cuts short in which nobody saw a comment, as in "the #1 choice". What is meant as one has a space
 * behind its sign.
 */
const cutTexts = (file: string, text: string, document: YamlSource): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  if (!/[ \t]#[^\s#!]/.test(text)) return found
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !isScalar(value) || !textKeys.has(String(key.value))) return
      const { range, type } = value
      if (type !== "PLAIN" || typeof value.value !== "string" || !range) return
      const [, end, next] = range
      const [, gap] = /^([ \t]+)#[^\s#!]/.exec(text.slice(end, next)) ?? []
      if (gap === undefined) return
      const sign = end + gap.length
      const span: Pointer["span"] = [sign, sign + 1]
      const message = "The text ends before this #, which begins a comment"
      const help = "Put the text in quotes if the # belongs to it; if it is a comment, write a space behind the #."
      found.push({ ...syntax(file, 0), message, help, at: { file, path: [], span } })
    }
  })
  return found
}

/** What people write whole sentences for. */
const textKeys: ReadonlySet<string> = new Set(["title", "label", "name", "description", "definition", "reason"])

/** Aliases, anchors, tags, merge keys and directives: a reader would have to know what they do elsewhere in the file. */
const forbiddenFeatures = (file: string, text: string, document: YamlSource): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const report = (span: Pointer["span"], what: string, help: string) =>
    found.push({
      rule: "source/syntax",
      level: "error",
      message: `${what} is not accepted`,
      help,
      at: { file, path: [], span: span ?? [0, 0] }
    })
  if (document.directives.yaml.explicit === true) report([0, 1], "A directive", "Remove the line that begins with %.")
  // Only texts with these characters can hold any of the rest, and few do.
  if (!/[&*!]|<</.test(text)) return found
  visit(document, (key, node) => {
    if (!isNode(node)) return
    const span: Pointer["span"] = node.range ? [node.range[0], node.range[1]] : undefined
    if (isAlias(node)) report(span, "An alias", "Write the content out.")
    else if (node.anchor !== undefined) report(span, "An anchor", "Remove the & and the name behind it.")
    else if (node.tag !== undefined) report(span, "A tag", "Remove the ! and the name behind it.")
    else if (key === "key" && isScalar(node) && node.value === "<<" && node.type === "PLAIN") {
      report(span, "A merge key", "Write the keys out.")
    }
  })
  return found
}
