import { useLayoutEffect, useState } from "preact/hooks"
import { CopyButton } from "../parts/CopyButton.tsx"
import { formatConfig, parseConfig } from "./ConfigText.ts"

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
      <label for="config-text">Config as JSON</label>
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
          ? `This is not valid JSON, so the last valid config is shown. ${parsed.reason}`
          : "Paste a config, or a base license as the API returns it."}
      </p>
      <CopyButton text={formatConfig(config)} label="Copy the config" />
    </div>
  )
}
