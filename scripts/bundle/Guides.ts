import { readFileSync } from "node:fs"
import { basename, join, normalize } from "node:path"
import MarkdownIt, { type Token } from "markdown-it"
import { docsFrame, type DocsLink } from "../../src/api/docs/DocsFrame.ts"
import { code } from "../../src/api/docs/DocsPage.ts"
import { html } from "../../src/api/docs/Html.ts"
import type { Guides } from "../../src/site/Guides.ts"

/** The documents for developers who call the API, in the order of the navigation. Everybody can read them: none describes the taxonomy. */
export const guideDocuments = [
  "docs/reading.md",
  "docs/client.md",
  "docs/how-to/use-the-client.md",
  "docs/how-to/call-from-python.md",
  "docs/how-to/call-from-java.md",
  "docs/how-to/call-from-go.md",
  "docs/how-to/call-with-curl.md",
  "docs/how-to/generate-a-client.md",
  "docs/how-to/receive-webhooks.md",
  "docs/how-to/upgrade.md",
  "docs/how-to/assess-contracts.md"
] as const

/** Renders the guides as the pages that the server has below `/docs/`. The same documents give the same text. */
export const renderGuides = (root: string): Guides["pages"] => {
  const guides = guideDocuments.map((path) => {
    const guide = renderMarkdown(path, readFileSync(join(root, path), "utf8"), guideDocuments)
    return { name: guideName(path), ...guide }
  })
  return guides.map(({ content, name, sections, title }) => ({
    name,
    title,
    html: docsFrame({
      title,
      content,
      navigation: [
        { title: "API", links: [{ href: "../docs", text: "All endpoints" }] },
        {
          title: "Guides",
          links: guides.map((each) => ({ href: each.name, text: each.title, isCurrent: each.name === name }))
        },
        { title: "On this page", links: sections }
      ]
    })
  }))
}

/** The last segment of the path of a page. */
const guideName = (path: string): string => basename(path, ".md")

/**
 * Renders a document that lies at a path of the project. A link to a document that is served leads to its page, and one to
 * any other file becomes text.
 */
export const renderMarkdown = (path: string, text: string, served: ReadonlyArray<string>) => {
  const markdown = new MarkdownIt({ html: false })
  const tokens = markdown.parse(text, {})
  const anchors = new Map<string, number>()
  let title = ""
  const sections: Array<DocsLink> = []
  for (const [index, token] of tokens.entries()) {
    if (token.children !== null) token.children = linkPages(token.children, path, served)
    // Their alignment is a style, which the policy forbids.
    if (token.type === "th_open" || token.type === "td_open") token.attrs = null
    if (token.type === "th_open") token.attrSet("scope", "col")
    if (token.type !== "heading_open") continue
    const heading = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join("")
    if (token.tag === "h1") title = heading
    const anchor = anchorOf(heading, anchors)
    token.attrSet("id", anchor)
    if (token.tag === "h2") sections.push({ href: `#${anchor}`, text: heading })
  }
  const { rules } = markdown.renderer
  rules.fence = (all, index) => code(all[index]?.content ?? "", "Example").html
  rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n'
  rules.table_close = () => "</table></div>\n"
  rules.heading_close = (all, index) => {
    const { tag } = all[index] ?? {}
    const id = all[index - 2]?.attrGet("id") ?? ""
    const label = all[index - 1]?.content.replaceAll("`", "") ?? ""
    return tag === "h1" ? "</h1>\n" : `${html` <a href="#${id}" aria-label="Link to ${label}">#</a>`.html}</${tag}>\n`
  }
  return { title, sections, content: { html: markdown.renderer.render(tokens, markdown.options, {}) } }
}

/** The anchor of a heading, as GitHub derives it. */
const anchorOf = (heading: string, anchors: Map<string, number>): string => {
  const name = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-")
  const same = anchors.get(name) ?? 0
  anchors.set(name, same + 1)
  return same === 0 ? name : `${name}-${same}`
}

/** Leads links to pages. What links to a file that is not served loses its link. */
const linkPages = (tokens: ReadonlyArray<Token>, path: string, served: ReadonlyArray<string>): Array<Token> => {
  let isLink = true
  return tokens.filter((token) => {
    if (token.type === "link_close") return isLink
    if (token.type !== "link_open") return true
    const target = pageLink(String(token.attrGet("href")), path, served)
    isLink = target !== undefined
    if (target !== undefined) token.attrSet("href", target)
    return isLink
  })
}

const pageLink = (href: string, path: string, served: ReadonlyArray<string>): string | undefined => {
  if (/^(?:https?:|#)/.test(href)) return href
  const [file = "", anchor] = href.split("#")
  const target = normalize(join(path, "..", file))
  if (!served.includes(target)) return undefined
  return anchor === undefined ? guideName(target) : `${guideName(target)}#${anchor}`
}
