import { mkdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { findGitProcesses } from "../../../src/git/LockHolders.ts"
import { temporaryFolder, writeFiles } from "../../support/Repository.ts"

/** A folder like `/proc`, with the name of each process and where it works. What has ended meanwhile is `undefined`. */
const processesIn = async (
  processes: Readonly<Record<string, readonly [name: string | undefined, place: string | undefined]>>
) => {
  const folder = await temporaryFolder()
  for (const [id, [name, place]] of Object.entries(processes)) {
    await mkdir(join(folder, id))
    if (name !== undefined) await writeFiles(join(folder, id), { comm: `${name}\n` })
    if (place !== undefined) await symlink(place, join(folder, id, "cwd"))
  }
  return folder
}

describe("findGitProcesses", () => {
  it("returns the processes of git in the folders, whatever ends meanwhile", async () => {
    const project = await temporaryFolder()
    const processes = await processesIn({
      "11": ["git", project],
      "12": ["git-maintenance", join(project, "src")],
      "13": ["git", `${project}-copy`],
      "14": ["gitk", project],
      "15": [undefined, project],
      "16": ["git", undefined],
      self: ["git", project]
    })
    assert.deepStrictEqual(await findGitProcesses([project], processes), [11, 12])
    assert.deepStrictEqual(await findGitProcesses([join(project, "gone")], processes), [])
  })

  it("does not know them without a list of processes", async () => {
    const folder = await temporaryFolder()
    assert.strictEqual(await findGitProcesses([folder], join(folder, "none")), undefined)
  })
})
