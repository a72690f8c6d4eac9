/** Text that is HTML already, as nothing else is. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | ReadonlyArray<Html>

/** A piece of HTML: what is put into the template is escaped, unless it is HTML itself. */
export const html = (template: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  html: template.reduce((text, literal, index) => `${text}${written(parts[index - 1] ?? "")}${literal}`)
})

export const empty: Html = { html: "" }

/** Text in the little Markdown that descriptions have: `code` and **strong**. */
export const inline = (markdown: string): Html => ({
  html: escaped(markdown)
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
})

/** Pieces of HTML with something between each two. */
export const joined = (pieces: ReadonlyArray<Html>, separator: string): Html => ({
  html: pieces.map((piece) => piece.html).join(escaped(separator))
})

const written = (part: Part): string => {
  if (typeof part === "string" || typeof part === "number") return escaped(String(part))
  return "html" in part ? part.html : part.map((piece) => piece.html).join("")
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

const entities: Partial<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
