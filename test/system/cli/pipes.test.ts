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

  it("is a failure if it is lost, unless its reader has seen enough", async ({ expect, skip }) => {
    if (process.platform !== "linux") skip("this system has no device that is always full")
    const cwd = await makeRepository(smallSources)
    const { code, stderr } = await shell("$TAXONOMY check > /dev/full", { cwd })
    expect([code, stderr]).toEqual([3, expect.stringContaining("error: The output is incomplete (ENOSPC")])
    expect((await shell("set -o pipefail; $TAXONOMY rules | head -1", { cwd })).code).toBe(0)
  })
})
