import { describe, it } from "vitest"
import { empty, html, inline, joined } from "../../../../src/api/docs/Html.ts"

describe("html", () => {
  it("escapes every part except HTML", ({ expect }) => {
    const inner = html`<b>${`<&>"'`}</b>`
    expect(inner.html).toBe("<b>&lt;&amp;&gt;&quot;&#39;</b>")
    expect(html`${inner}, ${7}${empty}: ${[inner, html`<i>${"x"}</i>`]}.`.html).toBe(
      `${inner.html}, 7: ${inner.html}<i>x</i>.`
    )
  })
})

describe("inline", () => {
  it("renders code and strong text, and escapes the rest", ({ expect }) => {
    expect(inline("**Keys.** Send `a < b` or `c`, **not** * or `").html).toBe(
      "<strong>Keys.</strong> Send <code>a &lt; b</code> or <code>c</code>, <strong>not</strong> * or `"
    )
  })
})

describe("joined", () => {
  it("escapes the separator", ({ expect }) => {
    const pieces = ["a", "b", "c"].map((text) => html`<i>${text}</i>`)
    expect(joined(pieces, " & ").html).toBe("<i>a</i> &amp; <i>b</i> &amp; <i>c</i>")
    expect(joined([], ", ").html).toBe("")
  })
})
