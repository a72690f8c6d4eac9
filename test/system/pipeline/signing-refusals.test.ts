import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { makeRepository } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import {
  checkpointOf,
  declare,
  keyFolder,
  makeKey,
  origin,
  sourcesOf,
  withKey
} from "../../support/transparency/SignedProject.ts"

const [first, second, other] = await Promise.all([
  makeKey("refusals-a.key"),
  makeKey("refusals-b.key"),
  makeKey("refusals-c.key", "example.com/b")
])

describe("a signed log", () => {
  it("refuses an event without a key that signed it before, and does not change", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await buildRelease([], { cwd, env: withKey(first) })
    await declare(cwd, "1.1.0")
    const before = await digests(join(cwd, "releases"))
    const refusals = [
      { env: {}, message: `The log ${origin} is signed, and there is no key to sign it with. Set TAXONOMY_LOG_KEY` },
      { env: { TAXONOMY_LOG_KEY: " " }, message: "there is no key to sign it with" },
      { env: withKey(other), message: `the key in TAXONOMY_LOG_KEY is of example.com/b` },
      { env: withKey(second), message: `holds ${origin}+${second.verifier.id}. Add a key that signed it, or` },
      { env: withKey(first, other), message: "TAXONOMY_LOG_KEY, line 2: This key has the name example.com/b" },
      { env: { TAXONOMY_LOG_KEY: join(keyFolder, "none") }, message: "TAXONOMY_LOG_KEY: This is neither" }
    ]
    for (const { env, message } of refusals) {
      for (const { code, stderr, stdout } of [
        await buildRelease([], { cwd, env }),
        // Without --yes, so before the question.
        await taxonomy(["withdraw", "1.0.0", "--reason", "Wrong."], { cwd, env })
      ]) {
        expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(/^error: [^\n]+\.\n$/)])
        expect(stderr).toContain(message)
      }
    }
    expect(await digests(join(cwd, "releases"))).toEqual(before)
    expect((await buildRelease(["--dry-run"], { cwd })).code).toBe(0)
    expect((await taxonomy(["withdraw", "1.0.0", "--reason", "Wrong.", "--dry-run"], { cwd })).code).toBe(0)
  })

  it("signs no events in passing that were published without the key", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const env = withKey(first)
    await buildRelease([], { cwd, env })
    const older = await checkpointOf(cwd)
    await declare(cwd, "1.1.0")
    await buildRelease([], { cwd, env })
    // As if the release had been published by a program that knows no checkpoints.
    await writeFile(join(cwd, "releases/checkpoint"), older)
    await declare(cwd, "1.2.0")
    const before = await digests(join(cwd, "releases"))
    for (const { code, stderr } of [
      await buildRelease([], { cwd, env }),
      await taxonomy(["withdraw", "1.0.0", "--reason", "Wrong.", "--yes"], { cwd, env })
    ]) {
      expect([code, stderr]).toEqual([
        4,
        expect.stringMatching(/^error: checkpoint covers only 1 of the 2 events that must be signed\. [^\n]+\.\n$/)
      ])
    }
    expect(await digests(join(cwd, "releases"))).toEqual(before)
    expect((await taxonomy(["log-sign"], { cwd, env })).code).toBe(0)
    expect((await buildRelease([], { cwd, env })).code).toBe(0)
  })

  it("stays signed: a checkpoint that a commit has must not disappear", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await buildRelease(["--commit"], { cwd, env: withKey(first) })
    await declare(cwd, "1.1.0")
    await rm(join(cwd, "releases/checkpoint"))
    const before = await digests(join(cwd, "releases"))
    for (const { code, stdout } of [
      await buildRelease([], { cwd }),
      await buildRelease([], { cwd, env: withKey(second) }),
      await taxonomy(["log-sign", "--replace-key"], { cwd, env: withKey(second) }),
      await taxonomy(["verify", "--base", "HEAD"], { cwd })
    ]) {
      expect([code, stdout]).toEqual([4, expect.stringContaining("error[log/removed] ")])
    }
    expect(await digests(join(cwd, "releases"))).toEqual(before)
  })

  it("with a checkpoint that does not fit its ledger is broken for every command that writes", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await buildRelease([], { cwd, env: withKey(first) })
    const source = await checkpointOf(cwd)
    await declare(cwd, "1.1.0")
    const elsewhere = await makeRepository({ ...smallSources, ...sourcesOf("1.0.0") })
    await buildRelease([], { cwd: elsewhere, env: withKey(first) })
    const lines = source.split("\n")
    const signature = lines[4] ?? ""
    const altered = signature.replace(/.{6}=?$/, (end) =>
      end.startsWith("A") ? `B${end.slice(1)}` : `A${end.slice(1)}`
    )
    for (const damaged of [
      await checkpointOf(elsewhere),
      source.replace("\n1\n", "\n9\n"),
      source.replace(signature, `${signature}\n${signature}`),
      source.replace(signature, altered),
      ""
    ]) {
      await writeFile(join(cwd, "releases/checkpoint"), damaged)
      const before = await digests(join(cwd, "releases"))
      const release = await buildRelease([], { cwd, env: withKey(first) })
      expect([release.code, release.stdout], damaged).toEqual([4, expect.stringMatching(/^error\[log\/[a-z]+\] /)])
      for (const { code, stderr } of [
        await taxonomy(["withdraw", "1.0.0", "--reason", "Wrong.", "--yes"], { cwd, env: withKey(first) }),
        await taxonomy(["log-sign"], { cwd, env: withKey(first) })
      ]) {
        expect([code, stderr], damaged).toEqual([4, expect.stringMatching(/^error: checkpoint: [^\n]+\.\n$/)])
      }
      expect(await digests(join(cwd, "releases"))).toEqual(before)
    }
  })
})
