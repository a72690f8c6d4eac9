import { describe, it } from "vitest"
import { renderMarkdown } from "../../../../scripts/bundle/Guides.ts"

const served = ["docs/reading.md", "docs/how-to/upgrade.md"]

const render = (text: string, path = "docs/how-to/upgrade.md") => renderMarkdown(path, text, served).content.html

describe("renderMarkdown", () => {
  it("takes the title from the first heading", ({ expect }) => {
    expect(renderMarkdown("docs/reading.md", "# Read `API`\n\n## More\n", served).title).toBe("Read API")
  })

  it("leads links between guides to their pages, with the anchor", ({ expect }) => {
    expect(render("[API](../reading.md#errors)")).toBe('<p><a href="reading#errors">API</a></p>\n')
    expect(render("[Upgrade](how-to/upgrade.md)", "docs/reading.md")).toBe('<p><a href="upgrade">Upgrade</a></p>\n')
  })

  it("keeps links to other hosts and within the page", ({ expect }) => {
    const links = '<p><a href="https://a.example/b">a</a> <a href="#c">c</a></p>\n'
    expect(render("[a](https://a.example/b) [c](#c)")).toBe(links)
  })

  it("makes text of a link to a file that is not served, and keeps the link behind it", ({ expect }) => {
    expect(render("[`x`](../sources.md#a) [API](../reading.md)")).toBe(
      '<p><code>x</code> <a href="reading">API</a></p>\n'
    )
  })

  it("gives headings the anchors of GitHub, also to those of one name, and links to them", ({ expect }) => {
    expect(render("## Show `--x` twice\n\n## Show `--x` twice\n")).toBe(
      '<h2 id="show---x-twice">Show <code>--x</code> twice <a href="#show---x-twice" aria-label="Link to Show --x twice">#</a></h2>\n' +
        '<h2 id="show---x-twice-1">Show <code>--x</code> twice <a href="#show---x-twice-1" aria-label="Link to Show --x twice">#</a></h2>\n'
    )
  })

  it("escapes HTML, and follows no address with a script", ({ expect }) => {
    expect(render("<script>alert(1)</script>")).toBe("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n")
    expect(render("[a](javascript:alert)")).not.toContain("<a")
    expect(render("```html\n<b>\n```\n")).toContain("<code>&lt;b&gt;\n</code></pre>")
  })

  it("makes tables that can be scrolled with the keyboard, without styles", ({ expect }) => {
    expect(render("| a |\n| -: |\n| b |\n")).toBe(
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n<thead>\n<tr>\n<th scope="col">a</th>\n</tr>\n' +
        "</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table></div>\n"
    )
  })
})
