import { describe, it } from "vitest"
import { shell } from "../../support/CommandLine.ts"
import { makeRepository } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

describe("output into a pipe", () => {
  it("reaches a slow reader completely, even if the command fails", async ({ expect }) => {
    const misnamed = Array.from({ length: 800 }, (_, index) => [
      `licenses/N${index}.yaml`,
      smallSources["licenses/EDU.yaml"]
    ])
    const cwd = await makeRepository({ ...smallSources, ...Object.fromEntries(misnamed) })
    const { code, stdout } = await shell("set -o pipefail; $TAXONOMY check --format json | (sleep 1.5; cat)", { cwd })
    expect(code).toBe(1)
    // More than the capacity of a pipe.
    expect(stdout.length).toBeGreaterThan(200_000)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, findings: expect.any(Array) })
  })
})
