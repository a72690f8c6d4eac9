import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { buildRelease, taxonomy, taxonomyInNewProcess } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { commitAll, git, makeRepository, temporaryFolder } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import {
  checkpointOf,
  declare,
  expectSigned,
  makeKey,
  origin,
  sourcesOf,
  withKey
} from "../../support/transparency/SignedProject.ts"

const [key, other] = await Promise.all([makeKey("rolled-back-a.key"), makeKey("rolled-back-b.key", "example.com/b")])

const withdrawal = ["withdraw", "1.0.0", "--reason", "Wrong.", "--yes"]

/** Two signed and committed releases, and the sources of a third. */
const makeSigned = async () => {
  const cwd = await makeRepository(smallSources)
  await buildRelease(["--commit"], { cwd, env: withKey(key) })
  const older = await checkpointOf(cwd)
  await declare(cwd, "1.1.0")
  await buildRelease(["--commit", "--tag"], { cwd, env: withKey(key) })
  await declare(cwd, "1.2.0")
  return { cwd, older, checkpoint: join(cwd, "releases/checkpoint") }
}

describe("a signed log whose checkpoint was rolled back", () => {
  it("gets no event and no signature, with a key or without, and verify --base finds it", async ({ expect }) => {
    const { checkpoint, cwd, older } = await makeSigned()
    const source = await checkpointOf(cwd)
    const cases = [
      { text: undefined, message: "error[log/removed] The checkpoint of the log is missing, and HEAD has one" },
      {
        text: older,
        message: "error[log/rolled-back] The checkpoint covers the log up to event 1, but the one at HEAD up to event 2"
      },
      {
        text: source.replaceAll(origin, "example.com/b"),
        message: `error[log/rolled-back] The checkpoint is from the log example.com/b, but the one at HEAD is from ${origin}`
      }
    ]
    for (const { message, text } of cases) {
      await (text === undefined ? rm(checkpoint) : writeFile(checkpoint, text))
      const before = await digests(join(cwd, "releases"))
      for (const env of [{}, withKey(key), withKey(other)]) {
        for (const { code, stdout } of [
          await buildRelease(["--commit"], { cwd, env }),
          await taxonomy(withdrawal, { cwd, env }),
          await taxonomy(["end-of-life", "v1", "--reason", "Replaced.", "--yes"], { cwd, env })
        ]) {
          expect([code, stdout]).toEqual([4, expect.stringContaining(`${message}\n`)])
        }
      }
      expect((await taxonomy(["log-sign", "--replace-key"], { cwd, env: withKey(key) })).code).toBe(4)
      expect(await digests(join(cwd, "releases"))).toEqual(before)
      const base = (await git(cwd, "rev-parse", "v1.1.0^{commit}")).trim()
      const verified = await taxonomy(["verify", "--base", base], { cwd })
      expect([verified.code, verified.stdout]).toEqual([4, expect.stringContaining(message.replace("HEAD", base))])
      expect((await taxonomy(["verify"], { cwd })).code).toBe(0)
    }
    await writeFile(checkpoint, source)
    expect((await buildRelease([], { cwd, env: withKey(key) })).code).toBe(0)
    expect((await taxonomy(["verify", "--base", "HEAD"], { cwd })).code).toBe(0)
    await expectSigned(cwd, key)
  })

  it("is noticed in a folder without a repository by those who kept a checkpoint", async ({ expect }) => {
    const { checkpoint, cwd } = await makeSigned()
    const kept = join(await temporaryFolder(), "kept")
    await writeFile(kept, await checkpointOf(cwd))
    await rm(join(cwd, ".git"), { recursive: true })
    expect((await taxonomy(["verify", "--checkpoint", kept], { cwd })).code).toBe(0)
    await rm(checkpoint)
    const { code, stdout } = await taxonomy(["verify", "--checkpoint", kept], { cwd })
    expect([code, stdout]).toEqual([4, expect.stringContaining("error[log/unsigned] ")])
  })
})

describe("withdraw", () => {
  it("signs no history that was rewritten since the last commit", async ({ expect }) => {
    const { checkpoint, cwd } = await makeSigned()
    const rewritten = await makeRepository({ ...smallSources, ...sourcesOf("1.0.0") })
    await buildRelease([], { cwd: rewritten })
    const ledger = join(cwd, "releases/ledger.ndjson")
    await git(cwd, "rm", "--quiet", "--", "releases/checkpoint")
    await commitAll(cwd, "Remove the checkpoint")
    await writeFile(ledger, await readFile(join(rewritten, "releases/ledger.ndjson")))
    const before = await readFile(ledger, "utf8")
    const { code, stdout } = await taxonomy(withdrawal, { cwd, env: withKey(key) })
    expect([code, stdout]).toEqual([4, expect.stringContaining("error[ledger/rewritten] ")])
    expect(await readFile(ledger, "utf8")).toBe(before)
    await expect(readFile(checkpoint)).rejects.toThrow("ENOENT")
  })

  it("needs no git without a repository", async ({ expect }) => {
    const { cwd } = await makeSigned()
    await rm(join(cwd, ".git"), { recursive: true })
    const env = { ...withKey(key), PATH: await temporaryFolder() }
    const { code, stderr } = await taxonomyInNewProcess(withdrawal, { cwd, env })
    expect([code, stderr]).toEqual([0, ""])
    await expectSigned(cwd, key)
  })
})
