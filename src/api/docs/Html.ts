/** Escaped HTML. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | ReadonlyArray<Html>

/** Makes HTML from a template. Every part is escaped, except HTML. */
export const html = (template: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  html: template.reduce((text, literal, index) => `${text}${render(parts[index - 1] ?? "")}${literal}`)
})

export const empty: Html = { html: "" }

/** Renders the Markdown of descriptions: `code` and **strong**. */
export const inline = (markdown: string): Html => ({
  html: escapeHtml(markdown)
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
})

/** Joins pieces of HTML with a separator. */
export const joined = (pieces: ReadonlyArray<Html>, separator: string): Html => ({
  html: pieces.map((piece) => piece.html).join(escapeHtml(separator))
})

const render = (part: Part): string => {
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part))
  return "html" in part ? part.html : part.map((piece) => piece.html).join("")
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

const entities: Partial<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
