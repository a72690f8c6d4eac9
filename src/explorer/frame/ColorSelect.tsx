import { useState } from "preact/hooks"
import { applyColorScheme, colorSchemes, readColorScheme } from "./ColorScheme.ts"

/** The choice between light and dark colours. */
export const ColorSelect = () => {
  const [scheme, setScheme] = useState(readColorScheme)
  return (
    <label class="frame-choice">
      Colors
      <select
        value={scheme}
        onChange={({ currentTarget }) => {
          const chosen = colorSchemes.find((candidate) => candidate === currentTarget.value) ?? "system"
          applyColorScheme(chosen)
          setScheme(chosen)
        }}
      >
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}
