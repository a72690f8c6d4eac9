import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { renderTypes } from "../../../src/api/typescript/RenderTypes.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { makeRepository } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { copyOf, makeOneMajor, publishOn } from "../../support/TwoMajors.ts"

const oneMajor = makeOneMajor()

const schemaOf = async (cwd: string, version: string): Promise<Parameters<typeof renderTypes>[0]> =>
  JSON.parse(await readFile(join(cwd, "releases", version, "schema.json"), "utf8"))

describe("taxonomy export typescript and markdown", () => {
  it("write the types of the schema that a release was published with", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    const { code } = await taxonomy(["export", "typescript", "--version", "v1.1.0", "--out", "types.ts"], { cwd })
    const text = await readFile(join(cwd, "types.ts"), "utf8")
    expect([code, text]).toEqual([0, renderTypes(await schemaOf(cwd, "v1.1.0"))])
    expect(text).toContain(
      "@deprecated Since v1.1. Use educational. Removal in v2.0 at the earliest, not before 2026-08-10."
    )
    const printed = await taxonomy(["export", "typescript", "--version", "v1.1.0"], { cwd })
    expect(printed).toEqual({ code: 0, stdout: text, stderr: "" })
  })

  it("describe the working tree as the release that it is, or as a draft", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    const draft = await taxonomy(["export", "typescript"], { cwd })
    expect(draft.stdout).toContain("types of sample 2.0.0 (v2.0), a draft that is not published.")
    expect(draft.stdout).not.toContain('"editorial"')
    const source = smallSources["taxonomy.yaml"]
    const first = await makeRepository(smallSources)
    const reference = await taxonomy(["export", "markdown"], { cwd: first })
    expect(reference.stdout).toContain("`sample` 1.0.0 (v1.0), a draft that is not published.\n")
    await publishOn(first, "2026-01-10")
    const published = await taxonomy(["export", "typescript"], { cwd: first })
    expect(published.stdout).toBe(renderTypes(await schemaOf(first, "v1.0.0")))
    // A draft that would be refused is described, too.
    await writeFile(join(cwd, "taxonomy-src/taxonomy.yaml"), source.replace("1.0.0", "1.2.0"))
    const refused = await taxonomy(["export", "markdown"], { cwd })
    expect([refused.code, refused.stdout.includes("`sample` 1.2.0 (v1.2), a draft")]).toEqual([0, true])
  })

  it("describe whole releases only, and sources that can be read", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const refused = await taxonomy(["export", "typescript", "--dimension", "use_type"], { cwd })
    expect(refused).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: An export as typescript contains all dimensions. Remove --dimension.\n"
    })
    await writeFile(join(cwd, "taxonomy-src/taxonomy.yaml"), "namespace: [")
    const broken = await taxonomy(["export", "typescript"], { cwd })
    expect([broken.code, broken.stdout.includes("export type")]).toEqual([1, false])
  })
})

describe("taxonomy export skos", () => {
  it("uses the IRI of the taxonomy, and refuses another one", async ({ expect }) => {
    const iri = "https://vocabulary.example/sample#"
    const header = `${smallSources["taxonomy.yaml"]}iri: ${iri}\n`
    const cwd = await makeRepository({ ...smallSources, "taxonomy.yaml": header })
    const { code, stderr, stdout } = await taxonomy(["export", "skos"], { cwd })
    expect([code, stderr]).toEqual([0, ""])
    expect(stdout).toContain(`@prefix use_type: <${iri}use_type/>.`)
    expect(stdout).not.toContain("owl:versionInfo")
    const other = await taxonomy(["export", "skos", "--iri", "https://other.example/"], { cwd })
    expect([other.code, other.stdout]).toEqual([1, ""])
    expect(other.stderr).toBe(`error: The taxonomy has the IRI ${iri}, which items keep. Remove --iri.\n`)
  })
})
