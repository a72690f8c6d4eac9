import { useLayoutEffect, useState } from "preact/hooks"
import { isObject } from "../../domain/Json.ts"
import type { Config } from "../../domain/taxonomy/Config.ts"
import { CopyButton } from "../parts/CopyButton.tsx"

interface ConfigEditorProps {
  readonly config: unknown
  readonly onChange: (config: unknown) => void
}

/** The config as JSON, to type, paste and copy. What is not JSON stays in the field and changes nothing. */
export const ConfigEditor = ({ config, onChange }: ConfigEditorProps) => {
  const [text, setText] = useState(() => formatConfig(config))
  const parsed = parseConfig(text)
  useLayoutEffect(() => {
    // While a person types, the layout of the text is theirs.
    const typed = parseConfig(text)
    if (typed._tag === "Config" && formatConfig(typed.config) !== formatConfig(config)) setText(formatConfig(config))
  }, [config])
  return (
    <div class="config-editor">
      <label for="config-text">Terms as JSON</label>
      <textarea
        id="config-text"
        spellcheck={false}
        autocomplete="off"
        rows={Math.min(Math.max(text.split("\n").length, 6), 30)}
        value={text}
        aria-invalid={parsed._tag === "NotJson"}
        aria-describedby="config-note"
        onInput={({ currentTarget: { value } }) => {
          setText(value)
          const typed = parseConfig(value)
          if (typed._tag === "Config") onChange(typed.config)
        }}
      />
      <p id="config-note" role="status">
        {parsed._tag === "NotJson"
          ? `This is not valid JSON, so the last valid terms are shown. ${parsed.reason}`
          : "Paste terms, or a base license as the API returns it."}
      </p>
      <CopyButton text={formatConfig(config)} label="Copy the terms" />
    </div>
  )
}

/** A text that a person typed or pasted. */
type ParsedConfig =
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
