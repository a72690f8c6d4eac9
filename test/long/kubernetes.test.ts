import { cp, readFile, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import project from "../../package.json" with { type: "json" }
import { shell } from "../support/CommandLine.ts"
import { temporaryFolder } from "../support/Repository.ts"
import { isInstalled } from "../support/Terminal.ts"
import { toolModules } from "../support/Tools.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const folder = join(root, "deploy/kubernetes")

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
}

const parseFile = async (name: string) => parse(await readFile(join(folder, name), "utf8"))
const kustomization = await parseFile("kustomization.yaml")
const component = await parseFile("notify/kustomization.yaml")
const files: ReadonlyArray<string> = [
  ...kustomization.resources,
  ...component.resources.map((name: string) => `notify/${name}`)
]
const manifests: ReadonlyArray<Manifest> = await Promise.all(files.map(parseFile))

/** Compiles manifests as values of the types that the schemas of Kubernetes give, where an unknown field is an error. */
const findMistakes = async (values: ReadonlyArray<Manifest>): Promise<string> => {
  const work = await temporaryFolder()
  await symlink(toolModules, join(work, "node_modules"))
  const code = values.map(
    (
      value,
      index
    ) => `import type { I${value.kind} as T${index} } from "kubernetes-models/${value.apiVersion}/${value.kind}"
export const value${index}: T${index} = ${JSON.stringify(value, undefined, 1)}`
  )
  await writeFile(join(work, "manifests.ts"), code.join("\n"))
  const options = "--noEmit --strict --skipLibCheck --module nodenext --types ''"
  return (await shell(`'${root}node_modules/.bin/tsc' ${options} manifests.ts`, { cwd: work })).stdout
}

describe("the manifests for Kubernetes", () => {
  it("follow its schemas, alone and as kustomize combines them", async ({ expect }) => {
    expect(await findMistakes(manifests)).toBe("")
    const wrong = { ...manifests[0], apiVersion: "v1", kind: "Namespace", metadata: { label: {} } }
    expect(await findMistakes([wrong])).toContain("'\"label\"' does not exist")
    if (!isInstalled("kubectl")) return
    const work = await temporaryFolder()
    await cp(folder, work, { recursive: true })
    const edited = join(work, "kustomization.yaml")
    // As an operator who wants webhooks edits it.
    await writeFile(edited, (await readFile(edited, "utf8")).replace("# components:", "components:"))
    for (const [source, count] of [
      [folder, kustomization.resources.length + kustomization.configMapGenerator.length],
      [work, manifests.length + kustomization.configMapGenerator.length + component.configMapGenerator.length]
    ] as const) {
      const built = await shell(`kubectl kustomize '${source}'`, { cwd: root })
      expect(built).toMatchObject({ code: 0, stderr: "" })
      const combined = parseAllDocuments(built.stdout).map((document): Manifest => document.toJS())
      expect(combined.length).toBe(count)
      expect(await findMistakes(combined)).toBe("")
      const images = built.stdout.match(/\bimage: \S+/g)
      expect(new Set(images)).toEqual(
        new Set([`image: registry.example.org/taxonomy-licensing-server:${project.version}`])
      )
    }
  })
})
