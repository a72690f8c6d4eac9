import { isObject, parseJson } from "../Json.ts"
import type { GrantTerms } from "../reasoning/FindClashes.ts"

/** A contract as a line tells it. What the line lacks is `undefined`. */
export interface Contract extends GrantTerms {
  readonly id: string | number | undefined
  /** Who grants, or another field that contracts are grouped by. */
  readonly licensor: string | undefined
  readonly licensee: string | undefined
  /** As the line has them, days or not. */
  readonly from: string | undefined
  readonly until: string | undefined
  /** The full or the minor version of the release that the config was written for, without a `v`, or `working-tree`. */
  readonly version: string
  readonly config: unknown
  /** The base license of the release in place of a config. */
  readonly license: string | undefined
}

/** Why a line has no text. */
export type LineProblem = "too-long" | "not-utf8"

/** Why a line is no contract, or none that can be read. */
export type ContractProblem =
  | LineProblem
  | "not-json"
  | "not-object"
  | "no-version"
  | "no-config"
  | "no-group"
  | "unknown-license"
  | "wrong-days"

/** The names of the fields. Dots lead into objects. */
export type ContractFields = Readonly<Record<keyof Contract, string>>

export const contractFields: ContractFields = {
  id: "id",
  licensor: "licensor",
  licensee: "licensee",
  from: "from",
  until: "until",
  version: "version",
  config: "config",
  license: "license"
}

/** Makes the function that reads the contract of a line of JSON. */
export const makeReadContract = (fields: ContractFields): ((line: string) => Contract | ContractProblem) => {
  const [findId, findVersion, findConfig] = [fields.id, fields.version, fields.config].map(makeFindField)
  const [findLicensor, findLicensee] = [fields.licensor, fields.licensee].map(makeFindField)
  const [findFrom, findUntil, findLicense] = [fields.from, fields.until, fields.license].map(makeFindField)
  return (line) => {
    const record = parseJson(line)
    if (record === undefined) return "not-json"
    if (!isObject(record)) return "not-object"
    const version = findVersion?.(record)
    if (typeof version !== "string" || !releaseVersion.test(version)) return "no-version"
    const [config, license] = [findConfig?.(record), nameOf(findLicense?.(record))]
    if (config === undefined && license === undefined) return "no-config"
    const id = findId?.(record)
    return {
      id: typeof id === "string" || typeof id === "number" ? id : undefined,
      licensor: nameOf(findLicensor?.(record)),
      licensee: nameOf(findLicensee?.(record)),
      from: dayIn(findFrom?.(record)),
      until: dayIn(findUntil?.(record)),
      version: version.startsWith("v") ? version.slice(1) : version,
      config: config === null && license !== undefined ? undefined : config,
      license
    }
  }
}

const nameOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined

/** Databases export a missing day as `null`. What else is no text is no day. */
const dayIn = (value: unknown): string | undefined =>
  typeof value === "string" ? value : value === undefined || value === null ? undefined : ""

/**
 * `1.2.0`, or `v1.2` as responses show it: releases of one minor version differ in texts only. Reports name versions, so
 * that nothing else may count as one.
 */
const releaseVersion = /^(?:v?\d{1,9}\.\d{1,9}(?:\.\d{1,9})?|working-tree)$/

const makeFindField = (name: string): ((record: Readonly<Record<string, unknown>>) => unknown) => {
  const path = name.split(".")
  return (record) => {
    if (Object.hasOwn(record, name)) return record[name]
    let value: unknown = record
    for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
    return value
  }
}
