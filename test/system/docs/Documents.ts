import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import MarkdownIt from "markdown-it"

export const root = fileURLToPath(new URL("../../../", import.meta.url))

/** All documents of the project, except release notes and fixtures. */
export const documents: ReadonlyArray<string> = [
  "README.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  "ARCHITECTURE.md",
  "src/client/README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path}`)
    .sort()
]

export interface Block {
  readonly document: string
  /** Counted from 1, of the line that opens the block. */
  readonly line: number
  readonly language: string
  /** The text after the language: `no-test` with a reason, or nothing. */
  readonly note: string
  readonly code: string
}

/** The name of the program in a block, which its first line has in a comment. */
export const programIn = ({ code, language }: Block): string | undefined =>
  ["python", "java", "go"].includes(language) ? /^(?:#|\/\/) (\S+)\n/.exec(code)?.[1] : undefined

export interface Document {
  readonly path: string
  readonly blocks: ReadonlyArray<Block>
  /** The anchors of the headings, as GitHub derives them. */
  readonly anchors: ReadonlySet<string>
  readonly links: ReadonlyArray<string>
  /** Inline code. */
  readonly words: ReadonlyArray<string>
}

export const documentAt = (path: string): Document => {
  const tokens = new MarkdownIt().parse(readFileSync(join(root, path), "utf8"), {})
  const inline = tokens.flatMap(({ children }) => children ?? [])
  const headings = tokens.flatMap((token, index) => (token.type === "heading_open" ? [tokens[index + 1]] : []))
  return {
    path,
    blocks: tokens.flatMap(({ content, info, map, type }) => {
      if (type !== "fence") return []
      const [language = "", ...note] = info.trim().split(" ")
      return [{ document: path, line: (map?.[0] ?? 0) + 1, language, note: note.join(" "), code: content }]
    }),
    anchors: anchorsOf(headings.map((heading) => heading?.children?.map(({ content }) => content).join("") ?? "")),
    links: inline.flatMap((token) => (token.type === "link_open" ? [String(token.attrGet("href"))] : [])),
    words: inline.flatMap(({ content, type }) => (type === "code_inline" ? [content] : []))
  }
}

const anchorsOf = (headings: ReadonlyArray<string>): ReadonlySet<string> => {
  const anchors = new Set<string>()
  for (const heading of headings) {
    const name = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-")
    let anchor = name
    for (let same = 1; anchors.has(anchor); same++) anchor = `${name}-${same}`
    anchors.add(anchor)
  }
  return anchors
}
