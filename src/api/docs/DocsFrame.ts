import { docsStyle } from "./DocsStyle.ts"
import { empty, html, type Html } from "./Html.ts"

/** A list of links in the navigation. */
export interface LinkGroup {
  readonly title: string
  readonly links: ReadonlyArray<DocsLink>
}

export interface DocsLink {
  readonly href: string
  readonly text: string
  readonly isCurrent?: boolean
}

/**
 * Renders a page of the documentation. Its navigation is at the side, and on narrow screens closed above the content. The
 * page loads nothing.
 */
export const docsFrame = (page: {
  readonly title: string
  readonly navigation: ReadonlyArray<LinkGroup>
  readonly content: Html
  /** What follows the content, such as a script. */
  readonly end?: Html
}): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <nav aria-label="Documentation" tabindex="0">
          <details>
            <summary>Contents</summary>
            ${page.navigation.filter(({ links }) => links.length > 0).map(linkList)}
          </details>
        </nav>
        <main id="content">${page.content}</main>
        ${page.end ?? empty}
      </body>
    </html> `.html

// Unchanged, since the policy contains its digest.
const style: Html = { html: `<style>${docsStyle}</style>` }

const linkList = ({ links, title }: LinkGroup): Html =>
  html`<p>${title}</p>
    <ul>
      ${links.map(({ href, isCurrent = false, text }) => html`<li><a href="${href}" ${isCurrent ? current : empty}>${text}</a></li> `)}
    </ul> `

const current: Html = { html: 'aria-current="page"' }
