import { mkdir, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { findGitProcesses } from "../../../src/git/LockHolders.ts"
import { temporaryFolder, writeFiles } from "../../support/Repository.ts"

/** A folder like `/proc`, with the name of each process and where it works. A part that is `undefined` is missing, as when the process has ended. */
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
      "1": ["init", "/"],
      self: ["git", project]
    })
    assert.deepStrictEqual(await findGitProcesses([project], processes), [11, 12])
    assert.deepStrictEqual(await findGitProcesses([join(project, "gone")], processes), [])
  })

  it("does not know them without a list of processes", async () => {
    const folder = await temporaryFolder()
    assert.strictEqual(await findGitProcesses([folder], join(folder, "none")), undefined)
  })

  it("does not know them if the system lists no processes of other users", async () => {
    const project = await temporaryFolder()
    const processes = await processesIn({ "11": ["git", project] })
    assert.strictEqual(await findGitProcesses([project], processes), undefined)
  })

  it.each(["comm", "cwd"])("does not know them if the system hides %s of a process", async (file) => {
    const project = await temporaryFolder()
    const processes = await processesIn({ "1": ["init", "/"], "11": ["git", project] })
    const path = join(processes, "11", file)
    await rm(path)
    // Neither a file nor a link: what it fails with is no sign that the process has ended.
    await mkdir(path)
    assert.strictEqual(await findGitProcesses([project], processes), undefined)
  })
})
