import { join } from "node:path"
import { publint } from "publint"
import { describe, it } from "vitest"
import { runNode } from "../../support/CommandLine.ts"
import { packedTarball, projectWithClient, root } from "../../system/client/PackedClient.ts"

const name = "@nil-licensing/client"

describe("the package of the client", () => {
  it("passes publint", async ({ expect }) => {
    const installed = join(await projectWithClient(), "node_modules", name)
    const { messages } = await publint({ pkgDir: installed, strict: true })
    expect(messages).toEqual([])
  })

  it("passes attw for ES modules", async ({ expect }) => {
    const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js")
    const { code, stderr, stdout } = await runNode([attw, packedTarball, "--profile", "esm-only"], { cwd: root })
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain(`"${name}/effect"`)
  })
})
