import { readFileSync } from "node:fs"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { compileClient } from "../../../scripts/client/CompileClient.ts"
import type { TaxonomySchema } from "../../../src/client/model/Model.generated.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { requireTool, toolModules } from "../../support/Tools.ts"
import { root } from "../../system/client/PackedClient.ts"
import { documentAt } from "../../system/docs/Documents.ts"

/** The parts of React that the test uses. */
interface React {
  readonly createElement: (component: unknown, props: object) => unknown
}
interface ReactServer {
  readonly renderToStaticMarkup: (element: unknown) => string
}

const schema: TaxonomySchema = JSON.parse(readFileSync(join(root, "releases/v1.0.0/schema.json"), "utf8"))

/** Writes the example beside the packages that it imports, and renders it with a config. */
const makeRender = async () => {
  const folder = await temporaryFolder()
  const packages = join(folder, "node_modules")
  const client = join(packages, "@nil-licensing/client")
  await mkdir(client, { recursive: true })
  await compileClient(client)
  const exports = { "./validate": "./validate.js" }
  await writeFile(join(client, "package.json"), JSON.stringify({ type: "module", exports }))
  await symlink(join(toolModules, "react"), join(packages, "react"))
  const [code = ""] = documentAt("docs/client.md").blocks.flatMap((block) =>
    block.language === "js" ? [block.code] : []
  )
  const file = join(folder, "form.mjs")
  await writeFile(file, code)
  const { ConfigForm }: { readonly ConfigForm: unknown } = await import(pathToFileURL(file).href)
  const { createElement }: React = requireTool("react")
  const { renderToStaticMarkup }: ReactServer = requireTool("react-dom/server")
  return (stored: object, groups?: TaxonomySchema["groups"]): string =>
    renderToStaticMarkup(createElement(ConfigForm, { schema: { ...schema, groups }, stored }))
}

/** The alerts of a field, or those outside of all fields. */
const alertsOf = (page: string, field: string | undefined): ReadonlyArray<string> => {
  const fields = /<fieldset id="([^"]*)">.*?<\/fieldset>/g
  const texts =
    field === undefined
      ? [page.replaceAll(fields, "")]
      : [...page.matchAll(fields)].flatMap(([text, name]) => (name === field ? [text] : []))
  return texts.flatMap((text) => [...text.matchAll(/role="alert">([^<]*)</g)].map(([, alert = ""]) => alert))
}

describe("the React form of the guide", async () => {
  const render = await makeRender()

  it("has a field for each dimension, and no problem with a valid config", () => {
    const page = render(schema.base_licenses[0]?.config ?? {})
    for (const name of Object.keys(schema.dimensions)) assert.include(page, `<fieldset id="${name}">`)
    assert.notInclude(page, 'role="alert"')
    assert.notInclude(page, "disabled")
  })

  it("shows the groups of the taxonomy, each dimension once, and those in no group last", () => {
    const names = ["subject_scope", "territory"]
    const page = render({}, [{ label: "Grant", dimensions: names }])
    const grant = /<h2>Grant<\/h2>(.*?)<\/section>/.exec(page)?.[1] ?? ""
    const fieldsIn = (part: string) => [...part.matchAll(/<fieldset id="([^"]*)"/g)].map(([, name = ""]) => name)
    assert.deepStrictEqual(fieldsIn(grant), names)
    assert.deepStrictEqual(fieldsIn(page).slice(0, 2), names)
    assert.deepStrictEqual(fieldsIn(page).toSorted(), Object.keys(schema.dimensions).toSorted())
  })

  it("shows each problem beside the fields that it concerns", () => {
    const page = render({
      subject_scope: undefined,
      use_type: ["educational", "educatoinal"],
      commercial_scope: "non_commercial",
      territory: { global: true, countries: [] },
      teritory: 1
    })
    assert.deepStrictEqual(alertsOf(page, "use_type"), [
      "Use type (use_type) has no value &quot;educatoinal&quot;. Did you mean Educational (&quot;educational&quot;)?"
    ])
    assert.deepStrictEqual(alertsOf(page, "subject_scope"), [
      "The required dimension Subject scope (subject_scope) is missing"
    ])
    assert.deepStrictEqual(alertsOf(page, undefined), [
      "Unknown dimension &quot;teritory&quot;. Did you mean Territory (&quot;territory&quot;)?"
    ])
    assert.isEmpty(alertsOf(page, "territory"))
    assert.include(page, "disabled")
  })

  it("shows a conflict beside every field of its rule", () => {
    const page = render({
      subject_scope: ["name"],
      use_type: ["educational"],
      commercial_scope: "full_commercial",
      territory: { global: true, countries: [] }
    })
    const [rule] = alertsOf(page, "use_type")
    assert.include(rule ?? "", "educational-not-full-commercial")
    assert.deepStrictEqual(alertsOf(page, "commercial_scope"), alertsOf(page, "use_type"))
    assert.isEmpty(alertsOf(page, "territory"))
  })
})
