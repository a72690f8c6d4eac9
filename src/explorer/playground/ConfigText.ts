import { isObject } from "../../domain/Json.ts"
import type { Config } from "../../domain/taxonomy/Config.ts"

/** A text that a person typed or pasted. */
export type ParsedConfig =
  | { readonly _tag: "Config"; readonly config: unknown }
  /** `reason` is the sentence of the browser. */
  | { readonly _tag: "NotJson"; readonly reason: string }

/** Parses a config, or takes it out of a base license as the API and the artifacts hold it. Empty text is an empty config. */
export const parseConfig = (text: string): ParsedConfig => {
  if (text.trim() === "") return { _tag: "Config", config: {} }
  try {
    const value: unknown = JSON.parse(text)
    return { _tag: "Config", config: isLicense(value) ? value.config : value }
  } catch (error) {
    return { _tag: "NotJson", reason: error instanceof Error ? error.message : "" }
  }
}

/** Formats a config for people: one line for each setting. */
export const formatConfig = (config: unknown): string =>
  isObject(config) && Object.keys(config).length > 0
    ? `{\n${Object.entries(config)
        .map(([name, setting]) => `  ${JSON.stringify(name)}: ${formatValue(setting)}`)
        .join(",\n")}\n}`
    : formatValue(config)

/** Returns a config whose settings can be read by name; each of them may still be wrong. */
export const asConfig = (value: unknown): Config =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Every reader of a setting tests its form first
  isObject(value) ? (value as Config) : {}

const formatValue = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(formatValue).join(", ")}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${formatValue(member)}`)
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`
}

const isLicense = (value: unknown): value is { readonly code: string; readonly config: object } =>
  isObject(value) && typeof value["code"] === "string" && isObject(value["config"])
