import { assert, describe, it } from "@effect/vitest"
import markdownIt from "markdown-it"
import { renderMarkdown } from "../../../../src/export/markdown/RenderMarkdown.ts"
import { schemaBody } from "../../../../src/release/format3/Bodies.ts"
import { historyOf, publish } from "../../../support/arbitrary/releases.ts"
import { flags, license, taxonomyOf, territory, useType } from "../../../support/domain/SmallTaxonomy.ts"

const hostile = "| a | <b>b</b> [c](d) *e* `f`\n# g @h"

const exported = (taxonomy: ReturnType<typeof taxonomyOf>, isDraft = false): string => {
  const history = historyOf(publish("1.0.0", taxonomy))
  const [release] = [...history.releases.values()]
  if (release === undefined) throw new Error("Nothing is published")
  const body = schemaBody(release)
  return renderMarkdown({ makeSchema: () => ({ body, isDraft }), taxonomy })
}

describe("renderMarkdown", () => {
  it("describes dimensions with a table of their values, licenses with their settings, and rules", () => {
    const [first, ...rest] = useType.values
    if (first === undefined) throw new Error("The dimension has values")
    const deprecated = { ...first, definition: "News.", deprecated: { replaced_by: ["educational"] } }
    const taxonomy = taxonomyOf({
      dimensions: [flags, territory, { ...useType, required: true, values: [deprecated, ...rest] }],
      licenses: [
        license("NIL-1", {
          ai_synthetic_use: { avatar_only: false },
          territory: { global: true, countries: [] },
          use_type: ["educational"]
        })
      ],
      rules: [{ id: "never", description: "Never.", forbid: { use_type: { empty: true } } }]
    })
    const text = exported(taxonomy)
    for (const block of [
      "# Licensing\n\n`nil-licensing` 1.0.0 (v1.0), published 2026-01-01T00:00:00Z.\n\nFor tests.\n",
      "### Use type (`use_type`)\n\nWhat it is used for.\n\nA config sets it to a list of codes. Every config sets it.\n",
      "| code | label | description | definition |\n| --- | --- | --- | --- |\n",
      "\n| `editorial` | Editorial | For news. **Deprecated.** Since v1.0. Use educational. Removal in v2.0 at the earliest",
      "\n| `educational` | Educational | For teaching. |  |\n",
      "### A license (`NIL-1`)\n\nA base license.\n\n- Synthetic use (`ai_synthetic_use`): No: Avatar (`avatar_only`).\n- Territory (`territory`): Worldwide.\n- Use type (`use_type`): Educational (`educational`).\n",
      "### `never`\n\nNever.\n\nA config violates it if it meets every condition:\n\n- `use_type` is empty\n"
    ]) {
      assert.include(text, block)
    }
    assert.include(exported(taxonomy, true), "1.0.0 (v1.0), a draft that is not published.")
  })

  it("shows texts as they are, whatever they contain, and whole", () => {
    const long = `${"long ".repeat(300)}end`
    const taxonomy = taxonomyOf({
      title: hostile,
      dimensions: [
        { ...useType, label: hostile, description: long, values: [{ code: "A", label: hostile, description: hostile }] }
      ],
      licenses: []
    })
    const html = markdownIt({ html: true }).render(exported(taxonomy))
    const shown = html.replaceAll("<!-- -->", "").replaceAll("&lt;", "<").replaceAll("&gt;", ">")
    assert.strictEqual(shown.split(hostile.replace("\n", " ")).length - 1, 4)
    assert.include(html, long)
    assert.notMatch(html, /<(?:b|em|a)[ >]/)
    assert.lengthOf(html.match(/<td>/g) ?? [], 3)
  })
})
