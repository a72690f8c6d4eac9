import { isObject, parseJson } from "../Json.ts"

/** A contract as a line tells it. */
export interface Contract {
  /** `undefined` if the line has no text or number in that field. */
  readonly id: string | number | undefined
  /** The full or the minor version of the release that the config was written for, without a `v`. */
  readonly version: string
  readonly config: unknown
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
  return (line) => {
    const record = parseJson(line)
    if (record === undefined) return "not-json"
    if (!isObject(record)) return "not-object"
    const version = findVersion?.(record)
    const config = findConfig?.(record)
    if (typeof version !== "string" || !releaseVersion.test(version)) return "no-version"
    if (config === undefined) return "no-config"
    const id = findId?.(record)
    return {
      id: typeof id === "string" || typeof id === "number" ? id : undefined,
      version: version.startsWith("v") ? version.slice(1) : version,
      config
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
