import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import { parse } from "yaml"
import { unknownVariables } from "./Variables.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const folder = join(root, "deploy/kubernetes")

const readText = (name: string) => readFile(join(folder, name), "utf8")
const kustomization = parse(await readText("kustomization.yaml"))
const { spec: deployment } = parse(await readText("deployment.yaml"))
const pod = deployment.template.spec

describe("the manifests for Kubernetes", () => {
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
    expect(server.volumeMounts).toEqual([
      { ...mirror.volumeMounts[0], readOnly: true },
      { name: "keys", mountPath: "/var/lib/taxonomy/keys" }
    ])
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
