import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { configProblems, vocabularyOf } from "../../../src/domain/taxonomy/ConfigValidation.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { configSchema } from "../../../src/release/format3/ConfigSchema.ts"
import { hasChromium, openContext, reportSkipped } from "../../support/Chromium.ts"
import { requireTool, toolModules } from "../../support/Tools.ts"
import { documentAt } from "../../system/docs/Documents.ts"
import { formTaxonomy as taxonomy } from "./FormTaxonomy.ts"

reportSkipped("a form made from config.schema.json")
/** The component of the documents. */
const component = documentAt("docs/reading.md").blocks.find(({ language }) => language === "jsx")?.code ?? ""

const page = `
import { createRoot } from "react-dom/client"
${component}
const onSubmit = (config) => { window.submitted = config }
window.showForm = (schema) =>
  createRoot(document.querySelector("main")).render(<ConfigForm schema={markDeprecated(schema)} onSubmit={onSubmit} />)
`

/** The component with its packages, as one script. */
const bundle = async (): Promise<string> => {
  const { outputFiles } = await requireTool("esbuild").build({
    stdin: { contents: page, loader: "jsx", resolveDir: toolModules },
    nodePaths: [toolModules],
    bundle: true,
    write: false,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' }
  })
  return outputFiles[0].text
}

describe.skipIf(!hasChromium)("a form of react-jsonschema-form", { concurrent: false }, () => {
  const problems: Array<string> = []
  let form: Page

  beforeAll(async () => {
    const [script, context] = await Promise.all([bundle(), openContext({ offline: true })])
    form = await context.newPage()
    form.on("console", (message) => {
      if (message.type() === "warning") problems.push(message.text())
    })
    form.on("pageerror", (error) => problems.push(error.message))
    await form.setContent("<!doctype html><main></main>")
    await form.addScriptTag({ content: script })
    const schema = configSchema({ taxonomy, version: Version.make("1.0.0") })
    await form.evaluate(`showForm(${JSON.stringify(schema)})`)
    await form.getByRole("button", { name: "Submit" }).waitFor()
  })
  afterAll(() => form.context().close())

  it("is headed by the title of the taxonomy, and shows labels and descriptions in place of codes", async () => {
    assert.strictEqual(await form.locator("legend").first().innerText(), "Image licensing")
    assert.deepStrictEqual(await form.getByLabel("Use type").locator("option").allInnerTexts(), [
      "Editorial use",
      "Teaching and study",
      "Tapes and discs (deprecated)"
    ])
    assert.deepStrictEqual(await form.getByLabel("Countries").locator("option").allInnerTexts(), ["Germany", "France"])
    const text = await form.locator("main").innerText()
    for (const shown of ["Terms on which images are licensed.", "What the image is used for.", "Worldwide"]) {
      assert.include(text, shown)
    }
    for (const code of taxonomy.dimensions.flatMap(({ name, values }) => [name, ...values.map(({ code }) => code)])) {
      assert.notInclude(text, code)
    }
  })

  it("marks what is deprecated: a dimension, a value and a member", async () => {
    const text = await form.locator("main").innerText()
    assert.deepStrictEqual(text.match(/.* \(deprecated\)/g)?.toSorted(), [
      "Attribution (deprecated)",
      "Avatar (deprecated)",
      "Tapes and discs (deprecated)"
    ])
  })

  it("explains a broken rule at the field, and submits a valid config once it is mended", async () => {
    const submit = () => form.getByRole("button", { name: "Submit" }).click()
    await form.getByLabel("Use type").selectOption(["Teaching and study"])
    await form.getByLabel("Commercial scope").selectOption("Whole business")
    await form.getByLabel("Countries").selectOption(["France"])
    await submit()
    const rule = taxonomy.rules.find(({ id }) => id === "teaching-is-not-advertising")?.description ?? ""
    const field = form.locator(".rjsf-field", { has: form.getByLabel("Commercial scope") }).last()
    await field.locator(".error-detail", { hasText: rule }).waitFor()
    assert.deepStrictEqual(await form.locator(".error-detail").allInnerTexts(), [rule])
    assert.isUndefined(await form.evaluate("window.submitted"))

    await form.getByLabel("Commercial scope").selectOption("Nothing sold")
    await form.getByLabel("Replica").check()
    await submit()
    await form.waitForFunction("window.submitted")
    const config = await form.evaluate("window.submitted")
    assert.deepStrictEqual(config, {
      commercial_scope: "NONE",
      synthetic_use: { REPLICA: true },
      territory: { global: false, countries: ["FR"] },
      use_type: ["EDUCATIONAL"]
    })
    assert.deepStrictEqual(configProblems(vocabularyOf(taxonomy.dimensions, taxonomy.rules), config), [])
    assert.deepStrictEqual(problems, [])
  })
})
