import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import { parse } from "yaml"
import { unknownVariables } from "./Variables.ts"

const root = fileURLToPath(new URL("../../../deploy/kubernetes/", import.meta.url))

const readManifests = async (path: string) => {
  const folder = join(root, path)
  const files = (await readdir(folder)).filter((name) => name.endsWith(".yaml"))
  const texts = new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const))
  )
  const parsed = (name: string) => parse(texts.get(name) ?? "")
  const deployment = parsed("deployment.yaml").spec
  return { texts, parsed, deployment, pod: deployment.template.spec, kustomization: parsed("kustomization.yaml") }
}

const server = await readManifests(".")
const notify = await readManifests("notify")

describe.for([
  ["servers", server],
  ["notifiers", notify]
] as const)("the manifests of %s for Kubernetes", ([, { deployment, kustomization, parsed, pod, texts }]) => {
  it("are all listed in kustomization.yaml, and select the pods of the deployment", ({ expect }) => {
    const files = [...texts.keys()].filter((name) => name !== "kustomization.yaml")
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted())
    const labels = deployment.template.metadata.labels
    expect(deployment.selector.matchLabels).toEqual(labels)
    if (files.includes("service.yaml")) expect(parsed("service.yaml").spec.selector).toEqual(labels)
    expect(parsed("poddisruptionbudget.yaml").spec.selector.matchLabels).toEqual(labels)
    expect(parsed("networkpolicy.yaml").spec.podSelector.matchLabels).toEqual(labels)
    for (const { labelSelector } of pod.topologySpreadConstraints) expect(labelSelector.matchLabels).toEqual(labels)
  })

  it("give no container a right that the namespace refuses", ({ expect }) => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } })
    expect(pod.automountServiceAccountToken).toBe(false)
    for (const container of [...pod.initContainers, ...pod.containers]) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] }
      })
    }
  })

  it("leave the releases to the mirror alone, and the secrets to the other", ({ expect }) => {
    const [main, mirror] = pod.containers
    expect(main.volumeMounts[0]).toEqual({ ...mirror.volumeMounts[0], readOnly: true })
    for (const container of [mirror, ...pod.initContainers]) {
      expect(container.volumeMounts).toHaveLength(1)
      expect(JSON.stringify(container)).not.toContain("secretRef")
    }
  })

  it("set variables that the programs read, and none of the Service", ({ expect }) => {
    for (const text of texts.values()) expect(unknownVariables(text)).toEqual([])
    expect(pod.enableServiceLinks).toBe(false)
  })
})

describe("the manifests for Kubernetes", () => {
  it("give a server time to drain", ({ expect }) => {
    const { literals } = server.kustomization.configMapGenerator[0]
    const [, delay] = /TAXONOMY_DRAIN_DELAY=(\d+)/.exec(literals.join("\n")) ?? []
    expect(server.pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(delay) + 12)
  })

  it("let a server write nothing but its snapshot of keys", ({ expect }) => {
    const [{ volumeMounts }] = server.pod.containers
    expect(volumeMounts.slice(1)).toEqual([{ name: "keys", mountPath: "/var/lib/taxonomy/keys" }])
  })

  it("keep the traffic of servers from notifiers, and notifiers from the network around them", ({ expect }) => {
    const labels = notify.deployment.template.metadata.labels
    expect(labels).not.toEqual(server.deployment.template.metadata.labels)
    const { egress } = notify.parsed("networkpolicy.yaml").spec
    const receivers = egress.find(({ to }: { readonly to?: unknown }) => to !== undefined)
    expect(receivers.to[0].ipBlock.except).toContain("169.254.0.0/16")
    expect(receivers.ports).toEqual([{ port: 443 }])
  })

  it("let a notifier read the master secret, and nobody else on the node", ({ expect }) => {
    const [{ env, volumeMounts }] = notify.pod.containers
    const { value } = env.find(({ name }: { readonly name: string }) => name === "TAXONOMY_HOOKS_SECRET")
    const mount = volumeMounts.find(({ mountPath }: { readonly mountPath: string }) => value.startsWith(mountPath))
    expect(mount.readOnly).toBe(true)
    const volume = notify.pod.volumes.find(({ name }: { readonly name: string }) => name === mount.name)
    // Octal in YAML 1.1, which Kubernetes reads.
    expect(notify.texts.get("deployment.yaml")).toContain("defaultMode: 0440")
    expect(volume.secret.secretName).not.toBe("taxonomy-notify")
  })
})
