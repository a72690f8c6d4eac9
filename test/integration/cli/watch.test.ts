import { spawn } from "node:child_process"
import { once } from "node:events"
import { cp, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import { programs } from "../../support/Programs.ts"
import { temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

/** Starts `taxonomy check --watch`. */
const watching = async (cwd: string) => {
  const child = spawn(process.execPath, [programs.taxonomy, "check", "--watch"], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", TAXONOMY_CACHE: await temporaryFolder() },
    stdio: ["ignore", "pipe", "inherit"]
  })
  let unread = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (unread += text))
  return {
    says: async (words: string) => {
      while (!unread.includes(words)) await once(child.stdout, "data")
      unread = ""
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL")
  }
}

describe("taxonomy check --watch", () => {
  it("survives a replaced folder", async () => {
    const cwd = await temporaryFolder()
    const sources = join(cwd, "taxonomy-src")
    const file = join(sources, "licenses/EDU.yaml")
    const license = smallSources["licenses/EDU.yaml"]
    await writeFiles(sources, smallSources)
    using checks = await watching(cwd)
    await checks.says("1.0.0 can be released")
    await writeFile(file, `${license}unknown: key\n`)
    await checks.says("source/unknown-key")

    await rename(sources, join(cwd, "away"))
    await checks.says("does not exist. Set it with --src.")
    await cp(join(cwd, "away"), sources, { recursive: true })
    await checks.says("source/unknown-key")
    await writeFile(file, license)
    await checks.says("1.0.0 can be released")

    await rename(join(sources, "licenses"), join(cwd, "licenses"))
    await cp(join(cwd, "licenses"), join(sources, "licenses"), { recursive: true })
    await checks.says("1.0.0 can be released")
    await writeFile(file, `${license}unknown: key\n`)
    await checks.says("source/unknown-key")
  })

  it("survives atomic saves, as of git and many editors", async () => {
    const cwd = await temporaryFolder()
    const file = join(cwd, "taxonomy-src/licenses/EDU.yaml")
    const license = smallSources["licenses/EDU.yaml"]
    await writeFiles(join(cwd, "taxonomy-src"), smallSources)
    using checks = await watching(cwd)
    await checks.says("1.0.0 can be released")
    for (let time = 0; time < 3; time++) {
      await writeFile(join(cwd, "new"), `${license}unknown: key\n`)
      await rename(join(cwd, "new"), file)
      await checks.says("source/unknown-key")
      await writeFile(file, license)
      await checks.says("1.0.0 can be released")
    }
  })

  it("rejects a missing folder", async ({ expect }) => {
    const { code, stderr } = await taxonomy(["check", "--watch", "--src", "nowhere"], { cwd: await temporaryFolder() })
    expect([code, stderr]).toEqual([3, expect.stringContaining("does not exist. Set it with --src.")])
  })
})
