import { cp, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, describe, it } from "vitest"
import { schemaLineOf } from "../../../src/build/schemas/EditorSchemas.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { type LanguageServer, startLanguageServer } from "../../support/YamlLanguageServer.ts"

let folder: string
let server: LanguageServer

beforeAll(async () => {
  folder = await temporaryFolder()
  await cp(join(ownProject, "taxonomy-src"), join(folder, "taxonomy-src"), { recursive: true })
  await cp(join(ownProject, "releases"), join(folder, "releases"), { recursive: true })
  await taxonomy(["schemas", "--src", "taxonomy-src", "--out", ".taxonomy/schemas"], { cwd: folder })
  server = await startLanguageServer(folder)
})

afterAll(() => server[Symbol.dispose]())

let documents = 0

/** Opens a new source of a kind with the cursor at `‸`. */
const open = async (kind: "licenses" | "rules" | "dimensions", marked: string) => {
  const file = `${kind}/new-${documents++}.yaml`
  const text = `${schemaLineOf(file)}\n${marked}`
  const before = text.slice(0, text.indexOf("‸")).split("\n")
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
  return { position, ...(await server.open(`taxonomy-src/${file}`, text.replace("‸", ""))) }
}

const complete = async (...source: Parameters<typeof open>) => {
  const { position, uri } = await open(...source)
  return await server.complete(uri, position)
}

const labels = async (...source: Parameters<typeof open>) => (await complete(...source)).map(({ label }) => label)

const hover = async (...source: Parameters<typeof open>) => {
  const { position, uri } = await open(...source)
  return await server.hover(uri, position)
}

/** What is wrong with a source, each with the marked text. */
const diagnose = async (kind: Parameters<typeof open>[0], text: string) => {
  const { diagnostics } = await open(kind, text)
  const lines = text.split("\n")
  return diagnostics.map(({ message, range: { end, start } }) => ({
    message,
    at: lines[start.line - 1]?.slice(start.character, end.line === start.line ? end.character : undefined)
  }))
}

const license = (config: string) => `code: NIL-NEW
name: New
description: New.
config:
  subject_scope: [name]
  use_type: [educational]
  commercial_scope: non_commercial
  territory: { global: true, countries: [] }
${config}`

describe("the YAML language server", () => {
  it("finds nothing wrong with the sources of this project", async ({ expect }) => {
    const files = (await readdir(join(folder, "taxonomy-src"), { recursive: true })).filter((name) =>
      name.endsWith(".yaml")
    )
    const found = await Promise.all(
      files.map(async (file) => {
        const path = `taxonomy-src/${file}`
        return (await server.open(path, await readFile(join(folder, path), "utf8"))).diagnostics
      })
    )
    expect(found.flat()).toEqual([])
    expect(files.length).toBeGreaterThan(50)
  })

  it("completes codes in a license", async ({ expect }) => {
    expect(await labels("licenses", "config:\n  use_type: [‸]\n")).toContain("educational")
    expect(await labels("licenses", "config:\n  use_type: [educational, e‸]\n")).toContain("editorial")
    expect(await labels("licenses", "config:\n  use_type:\n    - ‸\n")).toContain("educational")
    expect(await labels("licenses", "config:\n  commercial_scope: ‸\n")).toContain("non_commercial")
    expect(await labels("licenses", "config:\n  ai_synthetic_use:\n    ‸\n")).toContain("avatar_only")
    expect(await labels("licenses", "config:\n  territory: { global: false, countries: [‸] }\n")).toContain("GB")
    expect(await labels("licenses", "config:\n  ‸\n")).toContain("commercial_scope")
    expect(await labels("licenses", "deprecated: { replaced_by: [‸] }\n")).toContain("NIL-EDU-IMAGE")
  })

  it("completes the conditions that fit the shape of a dimension, and their codes", async ({ expect }) => {
    expect(await labels("rules", "forbid:\n  use_type:\n    ‸\n")).toEqual([
      "contains",
      "contains_any",
      "contains_all",
      "contains_none",
      "empty"
    ])
    expect(await labels("rules", "forbid:\n  commercial_scope: { e‸ }\n")).toEqual(["equals", "any_of", "none_of"])
    expect(await labels("rules", "forbid:\n  use_type: { contains: e‸ }\n")).toContain("educational")
    expect(await labels("rules", "forbid:\n  use_type: { contains_any: [‸] }\n")).toContain("educational")
    expect(await labels("rules", "forbid:\n  territory: { countries: { contains: U‸ } }\n")).toContain("US")
    expect(await labels("rules", "forbid:\n  ‸\n")).toContain("use_type")
    expect(await labels("rules", "when:\n  ‸\n")).toContain("use_type")
    expect(await labels("rules", "require:\n  use_type: { contains_none: [‸] }\n")).toContain("educational")
  })

  it("completes, explains and verifies the items that dimensions and values name", async ({ expect }) => {
    const ofValue = (key: string) => `name: use_type\nvalues:\n  - code: A\n    ${key}\n`
    for (const key of ["broader", "includes"]) {
      const found = await labels("dimensions", ofValue(`${key}: [‸]`))
      expect(found).toContain("editorial")
      expect(found).not.toContain("territory")
    }
    expect(await labels("dimensions", ofValue("unbound_by: [‸]"))).toContain("territory")
    expect(await labels("dimensions", ofValue("reserves: ‸"))).toEqual(
      expect.arrayContaining(["everything", "territory"])
    )
    expect(await labels("dimensions", "name: use_type\nreserves: ‸\n")).not.toContain("everything")
    expect(await labels("dimensions", "name: use_type\nwithin: [‸]\n")).toContain("territory")
    expect(await labels("dimensions", "name: use_type\nvalues_of: ‸\n")).toContain("territory")
    expect(await hover("dimensions", ofValue("broader: [edi‸torial]"))).toContain("**Editorial**")
    expect(await hover("dimensions", ofValue("broa‸der: [editorial]"))).toMatch(
      /^#### Broader\n\nThe kinds above the value/
    )
    expect(await hover("dimensions", "name: use_type\nvalues_of: terri‸tory\n")).toContain("**Territory**")
    const text = (more: string, own = "") =>
      `name: use_type\nlabel: X\ndescription: X.\nshape: multiple\nrequired: false\n${more}values:\n` +
      `  - { code: A, label: A, description: A.${own} }\n`
    expect(await diagnose("dimensions", text("", ", broader: [editoral]"))).toEqual([
      { at: "editoral", message: expect.stringContaining("This is not a code of use_type.") }
    ])
    expect(await diagnose("dimensions", text("reserves: teritory\n"))).toEqual([
      { at: "teritory", message: expect.stringContaining("This is not the name of a dimension.") }
    ])
    expect(await diagnose("dimensions", text("within: [teritory]\n", ", reserves: all"))).toEqual([
      { at: "teritory", message: expect.stringContaining("This is not the name of a dimension.") },
      { at: "all", message: expect.stringContaining("This is not everything, or the name of a dimension.") }
    ])
    expect(await diagnose("dimensions", text("", ", broader: editorial"))).toHaveLength(1)
  })

  it("completes the replacements of a value: codes of its dimension, and values of others", async ({ expect }) => {
    const found = await labels(
      "dimensions",
      "name: exclusive_categories\nvalues:\n  - code: A\n    deprecated: { replaced_by: [‸] }\n"
    )
    expect(found).toContain("QSR")
    expect(found).toContain("use_type/editorial")
    expect(found).not.toContain("editorial")
    expect(await labels("dimensions", "name: use_type\ndeprecated: { replaced_by: [‸] }\n")).toContain("media_channels")
    const considered = "name: use_type\nvalues:\n  - code: A\n    deprecated: { consider: [‸] }\n"
    expect(await labels("dimensions", considered)).toContain("editorial")
    expect(await labels("dimensions", "name: use_type\ndeprecated: { consider: [‸] }\n")).toContain("media_channels")
    expect(await labels("licenses", "deprecated: { consider: [‸] }\n")).toContain("NIL-EDU-IMAGE")
  })

  it("offers to write whole items", async ({ expect }) => {
    const snippet = async (...source: Parameters<typeof open>) =>
      (await complete(...source)).find(({ label }) => label.startsWith("new "))?.insertText
    expect(await snippet("licenses", "‸")).toContain("  commercial_scope: $")
    expect(await snippet("rules", "‸")).toContain("forbid:")
    expect(await snippet("dimensions", "‸")).toContain("shape: ")
    expect(await snippet("dimensions", "name: use_type\nvalues:\n  - ‸\n")).toContain("code: $1\n  label: $2")
  })

  it("says once what is wrong with a license", async ({ expect }) => {
    expect(await diagnose("licenses", license("  media_channels: [soical_media]\n"))).toEqual([
      { at: "soical_media", message: expect.stringMatching(/^This is not a code of media_channels\. Completion lists/) }
    ])
    expect(await diagnose("licenses", license("  media_chanels: []\n"))).toEqual([
      { at: "media_chanels", message: expect.stringContaining("No dimension has this name.") }
    ])
    expect(await diagnose("licenses", license("  media_channels: broadcast\n"))).toEqual([
      { at: "broadcast", message: "Write a list of codes of media_channels: [CODE]." }
    ])
    const unknownCountry = license("").replace("true, countries: []", "false, countries: [UK]")
    expect(await diagnose("licenses", unknownCountry)).toEqual([
      { at: "UK", message: expect.stringContaining("This is not a code of territory.") }
    ])
    expect(await diagnose("licenses", license("").replace(/ {2}territory.*\n/, ""))).toEqual([
      { at: "config", message: "Set territory: every license must." }
    ])
    expect(await diagnose("licenses", license("deprecated: { replaced_by: NIL-EDU-IMAGE }\n"))).toEqual([
      { at: "NIL-EDU-IMAGE", message: "Write [CODE], or { all_of: [CODE, CODE] } if they apply together." }
    ])
  })

  it("offers codes and keys in place of a wrong one as quick fixes", async ({ expect }) => {
    const fixesOf = async (kind: Parameters<typeof open>[0], text: string) => {
      const { diagnostics, uri } = await open(kind, text)
      return await server.quickFixes(uri, diagnostics)
    }
    const code = await fixesOf("licenses", license("  media_channels: [soical_media]\n"))
    expect(code).toEqual(expect.arrayContaining(["licensee_social", "paid_social"]))
    const semi = license("").replace("non_commercial", "semi_commercial")
    expect(await fixesOf("licenses", semi)).toEqual(expect.arrayContaining(["non_commercial", "limited_commercial"]))
    expect(await fixesOf("licenses", license("  media_chanels: []\n"))).toContain("media_channels")
    expect(await fixesOf("licenses", license("").replace("description:", "descripton:"))).toContain("description")
  })

  it("says once what is wrong with a rule or a dimension", async ({ expect }) => {
    const rule = (forbid: string) => `id: new\ndescription: New.\nforbid:\n  ${forbid}\n`
    expect(await diagnose("rules", rule("use_type: { includes: educational }"))).toEqual([
      { at: "includes", message: expect.stringMatching(/^Write \{ contains: CODE \}/) }
    ])
    expect(await diagnose("rules", rule("use_type: { contains: educationl }"))).toEqual([
      { at: "educationl", message: expect.stringContaining("This is not a code of use_type.") }
    ])
    const value = (deprecated: string) =>
      `name: exclusive_categories\nlabel: X\ndescription: X.\nshape: multiple\nrequired: false\nvalues:\n` +
      `  - code: A\n    label: A\n    description: A.\n    deprecated: { replaced_by: ${deprecated} }\n`
    expect(await diagnose("dimensions", value("[QSR, use_type/editorial]"))).toEqual([])
    expect(await diagnose("dimensions", value("[editorial]"))).toEqual([
      { at: "editorial", message: expect.stringContaining("This is not a code of exclusive_categories.") }
    ])
    expect(await diagnose("dimensions", value("[use_type/QSR]"))).toEqual([
      { at: "use_type/QSR", message: expect.stringContaining("This is not a value of another dimension") }
    ])
    expect(await diagnose("dimensions", value("QSR"))).toHaveLength(1)
  })

  it("shows the label, the texts and nothing else of a code", async ({ expect }) => {
    const shown = await hover("licenses", "config:\n  use_type: [educ‸ational]\n")
    expect(shown).toMatch(/^#### Use type\n\n\*\*Educational\*\*\n\n`educational`\n\n/)
    expect(shown).toContain("**Definition:** Use in teaching")
    expect(shown).not.toContain("editorial")
    expect(await hover("licenses", "config:\n  use_‸type: [educational]\n")).toMatch(/^#### Use type\n\n`use_type`/)
    expect(await hover("licenses", "config:\n  territory: { countries: [G‸B] }\n")).toContain("United Kingdom")
    const shape = await hover("dimensions", "sha‸pe: single\n")
    expect(shape).toMatch(/^#### Shape\n/)
    expect(shape).toContain("`single` for one code")
  })
})

describe("the YAML language server after a save", () => {
  it("knows a new code, its deprecation, and that it stands twice", async ({ expect }) => {
    const cwd = await temporaryFolder()
    await writeFiles(join(cwd, "taxonomy-src"), smallSources)
    const file = "taxonomy-src/dimensions/use_type.yaml"
    const line = schemaLineOf("dimensions/use_type.yaml")
    const save = async (added: string) => {
      const text = `${line}\n${smallSources["dimensions/use_type.yaml"]}${added}`
      await writeFile(join(cwd, file), text)
      await taxonomy(["schemas", "--src", "taxonomy-src", "--out", ".taxonomy/schemas"], { cwd })
      return text
    }
    await save("")
    using server = await startLanguageServer(cwd)
    const license = `${schemaLineOf("licenses/NEW.yaml")}\nconfig:\n  use_type: [fresh]\n`
    const { diagnostics, uri } = await server.open("taxonomy-src/licenses/NEW.yaml", license)
    expect(diagnostics.map(({ message }) => message)).toContain(
      "This is not a code of use_type. Write one of editorial, educational."
    )

    const fresh = "  - code: fresh\n    label: Fresh\n    description: Fresh.\n"
    await save(`${fresh}    deprecated: { replaced_by: [editorial], reason: Too fresh. }\n`)
    const next = server.diagnosticsOf(uri)
    server.changed([".taxonomy/schemas/license.schema.json"])
    expect((await next).filter(({ message }) => message.includes("use_type"))).toEqual([])
    expect(await server.hover(uri, { line: 2, character: 15 })).toContain("**Deprecated, use editorial.** Too fresh.")

    const twice = await server.open(file, await save(fresh + fresh))
    expect(twice.diagnostics).toMatchObject([
      { range: { start: { line: 13 } }, message: expect.stringContaining("This code stands twice in the list") },
      { range: { start: { line: 16 } } }
    ])
  })
})
