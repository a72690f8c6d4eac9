/** The colours that a person chose. */
export type ColorScheme = "system" | "light" | "dark"

export const colorSchemes: ReadonlyArray<ColorScheme> = ["system", "light", "dark"]

/** The choice of an earlier visit, if the browser keeps it. */
export const readColorScheme = (): ColorScheme => {
  try {
    const stored = localStorage.getItem(name)
    return colorSchemes.find((scheme) => scheme === stored) ?? "system"
  } catch {
    return "system"
  }
}

/** Shows the page in other colours, and remembers them if the browser allows it. */
export const applyColorScheme = (scheme: ColorScheme): void => {
  document.documentElement.dataset["colors"] = scheme
  try {
    if (scheme === "system") localStorage.removeItem(name)
    else localStorage.setItem(name, scheme)
  } catch {
    // Without storage, the choice is for this page.
  }
}

const name = "taxonomy-explorer-colors"
