import { execFile } from "node:child_process"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, it } from "vitest"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { makeRepository } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

const makePipe = (path: string) => promisify(execFile)("mkfifo", [path])

describe("a named pipe in place of a source", () => {
  it("is reported without waiting for it", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await makePipe(join(cwd, "taxonomy-src/dimensions/pipe.yaml"))
    await makePipe(join(cwd, "taxonomy-src/notes"))
    const { code, stdout } = await taxonomy(["check", "--format", "github"], { cwd })
    const findings = stdout.split("\n").filter((line) => line.startsWith("::error"))
    expect([code, findings]).toEqual([
      1,
      [expect.stringMatching(/^::error file=taxonomy-src\/dimensions\/pipe\.yaml,.*title=source\/not-a-file::/)]
    ])
  })

  it("is an uncommitted change if the source was committed", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await rm(join(cwd, "taxonomy-src/licenses/EDU.yaml"))
    await makePipe(join(cwd, "taxonomy-src/licenses/EDU.yaml"))
    const { code, stdout } = await buildRelease(["--dry-run"], { cwd })
    expect([code, stdout]).toEqual([1, expect.stringContaining("source/uncommitted-changes")])
  })
})
