import { isObject } from "../Json.ts"

/** A contract as a line tells it. */
export interface Contract {
  /** `undefined` if the line has no text or number in that field. */
  readonly id: string | number | undefined
  /** The full or the minor version of the release that the config was written for, without a `v`. */
  readonly version: string
  readonly config: unknown
  /** True if the config is the same object as that of an earlier contract with the same text. */
  readonly isRepeated: boolean
}

/** Why a line has no text. */
export type LineProblem = "too-long" | "not-utf8"

/** Why a line is no contract. */
export type ContractProblem = LineProblem | "not-json" | "not-object" | "no-version" | "no-config"

/** The names of the fields. Dots lead into objects. */
export interface ContractFields {
  readonly id: string
  readonly version: string
  readonly config: string
}

/** Makes the function that reads the contract of a line of JSON. */
export const makeReadContract = (fields: ContractFields): ((line: string) => Contract | ContractProblem) => {
  const [findId, findVersion, findConfig] = [fields.id, fields.version, fields.config].map(makeFindField)
  const [configKey = ""] = fields.config.split(".")
  const parse = makeParseRepeated(configKey)
  return (line) => {
    let parsed: ParsedLine
    try {
      parsed = parse(line)
    } catch {
      return "not-json"
    }
    const { isRepeated, value: record } = parsed
    if (!isObject(record)) return "not-object"
    const version = findVersion?.(record)
    const config = findConfig?.(record)
    if (typeof version !== "string" || !releaseVersion.test(version)) return "no-version"
    if (config === undefined) return "no-config"
    const id = findId?.(record)
    return {
      id: typeof id === "string" || typeof id === "number" ? id : undefined,
      version: version.startsWith("v") ? version.slice(1) : version,
      config,
      isRepeated: isRepeated && isObject(config)
    }
  }
}

/**
 * `1.2.0`, or `v1.2` as responses show it: releases of one minor version differ in texts only. Reports name versions, so
 * that nothing else may count as one.
 */
const releaseVersion = /^v?\d{1,9}\.\d{1,9}(?:\.\d{1,9})?$/

const makeFindField = (name: string): ((record: Readonly<Record<string, unknown>>) => unknown) => {
  const path = name.split(".")
  return (record) => {
    if (Object.hasOwn(record, name)) return record[name]
    let value: unknown = record
    for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
    return value
  }
}

/** A parsed line of JSON. */
interface ParsedLine {
  readonly value: unknown
  /** True if the members of `value` from the key on are those that another line with the same text gave. */
  readonly isRepeated: boolean
}

/**
 * Makes a function that parses lines of JSON, and the text from the key on only once if it repeats: the contracts of many
 * parties have few configs. It remembers texts in constant memory, and throws as `JSON.parse` does.
 */
export const makeParseRepeated = (key: string): ((line: string) => ParsedLine) => {
  const member = `${JSON.stringify(key)}:`
  const recent = Array<RepeatedText | undefined>(recentSize)
  let misses = 0
  return (line) => {
    const start = line.length > maxLength ? undefined : findMember(line, member)
    if (start === undefined) return { value: JSON.parse(line), isRepeated: false }
    const text = line.slice(start)
    const slot = sampleText(text) & (recentSize - 1)
    const known = recent[slot]
    if (known?.text !== text) {
      const value: unknown = JSON.parse(line)
      misses += 1
      if (misses % remembered === 0) recent[slot] = { text, members: undefined }
      return { value, isRepeated: false }
    }
    const before: unknown = JSON.parse(`${line.slice(0, start)}${member}0}`)
    known.members ??= JSON.parse(`{${text}`)
    return { value: { ...objectOf(before), ...objectOf(known.members) }, isRepeated: true }
  }
}

interface RepeatedText {
  readonly text: string
  /** Parsed if the text occurs again. */
  members: unknown
}

/** A power of two, so that a sample leads to its slot. */
const recentSize = 1024

/** Every so many unknown texts, one is remembered. What repeats is known soon, and what does not costs little. */
const remembered = 16

/** The longest line to remember, in UTF-16 code units. With all slots taken, they keep 16 million of them. */
const maxLength = 16_384

/**
 * Finds where a member of the outermost object begins, if no object comes before it. In valid JSON, a quotation mark before
 * a key and a colon opens a string, unless a backslash precedes it.
 */
const findMember = (line: string, member: string): number | undefined => {
  for (let index = 1; index < line.length; index += 1) {
    const unit = line.charCodeAt(index)
    if (unit === leftBrace) return undefined
    if (unit === quotationMark && line.charCodeAt(index - 1) !== backslash && line.startsWith(member, index))
      return index
  }
  return undefined
}

const [quotationMark, backslash, leftBrace] = [0x22, 0x5c, 0x7b]

/** A number from some characters of the text. To hash them all takes longer than to compare two texts. */
const sampleText = (text: string): number => {
  const step = 1 + (text.length >> 6)
  let sample = text.length
  for (let index = 0; index < text.length; index += step) sample = (Math.imul(sample, 31) + text.charCodeAt(index)) | 0
  return sample
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})
