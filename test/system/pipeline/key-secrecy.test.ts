import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { buildRelease, buildReleaseInNewProcess, taxonomyInNewProcess } from "../../support/CommandLine.ts"
import { makeRepository, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { keyFolder, makeKey, withKey } from "../../support/transparency/SignedProject.ts"

const { PATH = "" } = process.env

const [first, second] = await Promise.all([makeKey("secrecy-a.key"), makeKey("secrecy-b.key")])

describe("the private key", () => {
  it("appears in no output, file, process list or environment of git", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const bin = join(cwd, "bin")
    await mkdir(bin)
    const seen = join(keyFolder, "secrecy-seen")
    // Looks at all processes from within the run, and at its own environment.
    await writeFile(
      join(bin, "git"),
      `#!/bin/sh\n{ env; cat /proc/[0-9]*/cmdline 2> /dev/null; } >> '${seen}'\nPATH=\${PATH#*:} exec git "$@"\n`
    )
    await chmod(join(bin, "git"), 0o755)
    await writeFiles(cwd, { ".git/hooks/post-commit": `#!/bin/sh\nenv >> '${seen}'\n` })
    await chmod(join(cwd, ".git/hooks/post-commit"), 0o755)
    const env = { ...withKey(first, second), PATH: `${bin}:${PATH}` }
    const outputs: Array<string> = []
    const note = async (running: ReturnType<typeof buildRelease>) => {
      const { stderr, stdout } = await running
      outputs.push(stdout, stderr)
    }
    await note(buildReleaseInNewProcess(["--commit", "--tag", "--format", "json"], { cwd, env }))
    for (const format of ["pretty", "markdown", "github", "sarif", "junit"]) {
      await note(buildRelease(["--format", format], { cwd, env }))
    }
    await note(taxonomyInNewProcess(["withdraw", "1.0.0", "--reason", "Wrong.", "--yes"], { cwd, env }))
    await note(taxonomyInNewProcess(["log-sign", "--log-level", "trace"], { cwd, env }))
    await note(taxonomyInNewProcess(["log-sign"], { cwd, env: { ...env, TAXONOMY_LOG_KEY: `${first.secret}=` } }))
    await rm(bin, { recursive: true })
    const tree = await readdir(join(cwd, "releases"), { recursive: true, withFileTypes: true })
    const files = tree.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const written = await Promise.all([seen, ...files].map((file) => readFile(file, "latin1")))
    expect(written[0]).toContain("build-release")
    expect(written[0]?.match(/^PATH=/gm)?.length).toBeGreaterThan(5)
    expect(outputs.some((text) => text.includes("line 1: The private key does not have the form"))).toBe(true)
    for (const { secret } of [first, second]) {
      // The key itself may contain a plus.
      const seed = secret.split("+").slice(4).join("+")
      for (let start = 0; start + 12 <= seed.length; start += 1) {
        const part = seed.slice(start, start + 12)
        expect([...outputs, ...written].some((text) => text.includes(part))).toBe(false)
      }
    }
  })
})
