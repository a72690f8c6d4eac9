import { readdir, readFile, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import project from "../../../package.json" with { type: "json" }
import { shell } from "../../support/CommandLine.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { isInstalled } from "../../support/Terminal.ts"
import { hasTools, reportWithoutTools, toolModules } from "../../support/Tools.ts"
import { unknownVariables } from "./Variables.ts"

reportWithoutTools("the test that compares manifests with the schemas of Kubernetes")

const root = fileURLToPath(new URL("../../../", import.meta.url))
const folder = join(root, "deploy/kubernetes")

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
}

const readText = (name: string) => readFile(join(folder, name), "utf8")
const kustomization = parse(await readText("kustomization.yaml"))
const manifests: ReadonlyArray<Manifest> = await Promise.all(
  kustomization.resources.map(async (name: string) => parse(await readText(name)))
)
const { spec: deployment } = parse(await readText("deployment.yaml"))
const pod = deployment.template.spec

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
  it("follow its schemas, alone and as kustomize combines them", async ({ expect, skip }) => {
    if (!hasTools) return skip("test/tools is not installed")
    expect(await findMistakes(manifests)).toBe("")
    const wrong = { ...manifests[0], apiVersion: "v1", kind: "Namespace", metadata: { label: {} } }
    expect(await findMistakes([wrong])).toContain("'\"label\"' does not exist")
    if (!isInstalled("kubectl")) return
    const built = await shell(`kubectl kustomize '${folder}'`, { cwd: root })
    expect(built).toMatchObject({ code: 0, stderr: "" })
    const combined = parseAllDocuments(built.stdout).map((document): Manifest => document.toJS())
    expect(combined.length).toBe(manifests.length + kustomization.configMapGenerator.length)
    expect(await findMistakes(combined)).toBe("")
    expect(built.stdout).toContain(`image: registry.example.org/taxonomy-licensing-server:${project.version}`)
  })

  it("are all listed in kustomization.yaml, and select the pods of the deployment", async ({ expect }) => {
    const files = (await readdir(folder)).filter((name) => name !== "kustomization.yaml")
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted())
    const labels = deployment.template.metadata.labels
    const specOf = async (name: string) => parse(await readText(name)).spec
    expect(deployment.selector.matchLabels).toEqual(labels)
    expect((await specOf("service.yaml")).selector).toEqual(labels)
    expect((await specOf("poddisruptionbudget.yaml")).selector.matchLabels).toEqual(labels)
    expect((await specOf("networkpolicy.yaml")).podSelector.matchLabels).toEqual(labels)
    for (const { labelSelector } of pod.topologySpreadConstraints) expect(labelSelector.matchLabels).toEqual(labels)
  })

  it("give no container a right that the namespace refuses", ({ expect }) => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } })
    for (const container of [...pod.initContainers, ...pod.containers]) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] }
      })
    }
  })

  it("leave the releases to the mirror alone", ({ expect }) => {
    const [server, mirror] = pod.containers
    expect(server.volumeMounts).toEqual([{ ...mirror.volumeMounts[0], readOnly: true }])
    for (const container of [mirror, ...pod.initContainers])
      expect(JSON.stringify(container)).not.toContain("secretRef")
  })

  it("set variables that the server reads, and none of the Service", async ({ expect }) => {
    for (const name of await readdir(folder)) expect(unknownVariables(await readText(name))).toEqual([])
    expect(pod.enableServiceLinks).toBe(false)
  })

  it("give a server time to drain", ({ expect }) => {
    const [, delay] = /TAXONOMY_DRAIN_DELAY=(\d+)/.exec(kustomization.configMapGenerator[0].literals.join("\n")) ?? []
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(delay) + 12)
  })
})
