import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { formatNote, parseNote } from "../../../src/domain/transparency/Checkpoint.ts"
import { formatVerifierKey, parseVerifierKey } from "../../../src/domain/transparency/VerifierKey.ts"
import { verifyCheckpoint } from "../../../src/domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../../src/platform/WebCrypto.ts"
import { generateSigningKey, parseSigningKey } from "../../../src/transparency/SigningKey.ts"
import { buildRelease, taxonomy, taxonomyInNewProcess } from "../../support/CommandLine.ts"
import { makeRepository, temporaryFolder } from "../../support/Repository.ts"
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

const [first, second, other] = await Promise.all([
  makeKey("log-a.key"),
  makeKey("log-b.key"),
  makeKey("log-c.key", "example.com/b")
])

describe("log-key", () => {
  it("writes the private key for its user alone, and prints only the verifier key", async ({ expect }) => {
    const cwd = await temporaryFolder()
    const { code, stderr, stdout } = await taxonomyInNewProcess(["log-key", "--name", origin, "--out", "log.key"], {
      cwd
    })
    const secret = (await readFile(join(cwd, "log.key"), "utf8")).replace(/\n$/, "")
    const { verifier } = await parseSigningKey(secret)
    expect([code, stdout]).toEqual([0, `${formatVerifierKey(verifier)}\n`])
    expect(await parseVerifierKey(webCrypto, stdout.trim())).toMatchObject({ name: origin, type: "ed25519" })
    expect(stderr).toMatch(/^The private key is in log\.key\. [^\n]+\n$/)
    expect((await stat(join(cwd, "log.key"))).mode & 0o777).toBe(0o600)

    const again = await taxonomy(["log-key", "--name", origin, "--out", "log.key"], { cwd })
    expect([again.code, again.stdout]).toEqual([3, ""])
    expect(again.stderr).toMatch(/^error: log\.key: something else has that name\. [^\n]+\n$/)
    expect((await readFile(join(cwd, "log.key"), "utf8")).trim()).toBe(secret)
  })

  it("makes the key of a witness, which cannot sign a log", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    // The variable of the verifier keys that other commands trust.
    const env = { TAXONOMY_WITNESS: formatVerifierKey(first.verifier) }
    const log = await taxonomy(["log-key", "--name", "witness.example", "--out", "log.key"], { cwd, env })
    expect(await parseVerifierKey(webCrypto, log.stdout.trim())).toMatchObject({ type: "ed25519" })
    const args = ["log-key", "--name", "witness.example", "--out", "witness.key", "--witness"]
    const made = await taxonomy(args, { cwd, env })
    expect(await parseVerifierKey(webCrypto, made.stdout.trim())).toMatchObject({ type: "cosignature" })
    const { code, stderr } = await buildRelease([], { cwd, env: { TAXONOMY_LOG_KEY: "witness.key" } })
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: TAXONOMY_LOG_KEY, witness\.key, line 1: This is/)
    ])
  })

  it("refuses a name that no key can have, and a folder that does not exist", async ({ expect }) => {
    const cwd = await temporaryFolder()
    for (const name of ["", "two words", "a+b", "line\nbreak"]) {
      const { code, stdout } = await taxonomy(["log-key", "--name", name, "--out", "log.key"], { cwd })
      expect([code, stdout]).toEqual([2, ""])
    }
    const { code, stderr } = await taxonomy(["log-key", "--name", origin, "--out", "none/log.key"], { cwd })
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^error: none\/log\.key: no such file or folder\. /)])
  })
})

/** A project with an unsigned release 1.0.0. */
const unsigned = async () => {
  const cwd = await makeRepository(smallSources)
  await buildRelease(["--commit"], { cwd })
  return cwd
}

const logSign = (cwd: string, env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  taxonomy(["log-sign", ...args], { cwd, env })

describe("log-sign", () => {
  it("signs a ledger for the first time, once", async ({ expect }) => {
    const cwd = await unsigned()
    const signed = await logSign(cwd, withKey(first))
    expect([signed.code, signed.stderr]).toEqual([0, ""])
    expect(signed.stdout).toContain(
      `Signed the log ${origin} up to event 1 with ${origin}+${first.verifier.id}.\nNext: `
    )
    await expectSigned(cwd, first)
    const source = await checkpointOf(cwd)
    expect((await logSign(cwd, withKey(first))).stdout).toMatch(/^Nothing to sign: /)
    expect(await checkpointOf(cwd)).toBe(source)
  })

  it("covers events that a run without signatures appended", async ({ expect }) => {
    const cwd = await unsigned()
    await logSign(cwd, withKey(first))
    const before = await checkpointOf(cwd)
    await declare(cwd, "1.1.0")
    await buildRelease([], { cwd, env: withKey(first) })
    // As if the release had been published by a program that knows no checkpoints.
    await writeFile(join(cwd, "releases/checkpoint"), before)
    const { code, stdout } = await logSign(cwd, withKey(first))
    expect([code, stdout]).toEqual([0, expect.stringContaining("up to event 2")])
    await expectSigned(cwd, first)
  })

  it("adds the signature of a new key, and keeps those of other keys and witnesses", async ({ expect }) => {
    const cwd = await unsigned()
    const witness = await generateSigningKey("witness.example", "cosignature")
    await logSign(cwd, withKey(first))
    const note = parseNote(await checkpointOf(cwd))
    const cosigned = [...note.signatures, witness.key.sign(note.text, 1_700_000_000)]
    await writeFile(join(cwd, "releases/checkpoint"), formatNote({ ...note, signatures: cosigned }))
    const policy = { witnesses: [witness.key.verifier], quorum: 1 }
    const verifyWith = async ({ verifier }: typeof first) =>
      (await verifyCheckpoint(webCrypto, await checkpointOf(cwd), { ...policy, logKeys: [verifier] })).cosigners.length

    expect((await logSign(cwd, withKey(second))).code).toBe(2)
    expect((await logSign(cwd, withKey(first, second))).code).toBe(0)
    expect([await verifyWith(first), await verifyWith(second)]).toEqual([1, 1])
    expect((await logSign(cwd, withKey(second))).stdout).toMatch(/^Nothing to sign: /)
    expect([await verifyWith(first), await verifyWith(second)]).toEqual([1, 1])

    expect((await logSign(cwd, withKey(second), "--replace-key")).code).toBe(0)
    expect(await verifyWith(second)).toBe(1)
    await expect(verifyWith(first)).rejects.toMatchObject({ problem: { _tag: "UntrustedSigner" } })
  })

  it("replaces a lost key on demand, but not the name of the log", async ({ expect }) => {
    const cwd = await unsigned()
    await logSign(cwd, withKey(first))
    expect((await logSign(cwd, withKey(second))).stderr).toContain("taxonomy log-sign --replace-key")
    expect((await logSign(cwd, withKey(other), "--replace-key")).stderr).toContain(`is of ${other.verifier.name}`)
    await expectSigned(cwd, first)
    expect((await logSign(cwd, withKey(second), "--replace-key")).code).toBe(0)
    await expectSigned(cwd, second)
    await declare(cwd, "1.1.0")
    expect((await buildRelease([], { cwd, env: withKey(first) })).code).toBe(2)
    expect((await buildRelease([], { cwd, env: withKey(second) })).code).toBe(0)
    await expectSigned(cwd, second)
  })

  it("refuses to sign nothing, without a key, and a ledger that was rewritten", async ({ expect }) => {
    const empty = await makeRepository(smallSources)
    await mkdir(join(empty, "releases"))
    const nothing = await logSign(empty, withKey(first))
    expect([nothing.code, nothing.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: Nothing is published in releases/)
    ])
    const cwd = await unsigned()
    const noKey = await logSign(cwd, {})
    expect([noKey.code, noKey.stderr]).toEqual([2, expect.stringMatching(/^error: .*Set TAXONOMY_LOG_KEY to /)])
    const rewritten = await makeRepository({ ...smallSources, ...sourcesOf("1.0.0") })
    await buildRelease([], { cwd: rewritten })
    await writeFile(join(cwd, "releases/ledger.ndjson"), await readFile(join(rewritten, "releases/ledger.ndjson")))
    for (const args of [[], ["--replace-key"]]) {
      const { code, stdout } = await logSign(cwd, withKey(first), ...args)
      expect([code, stdout]).toEqual([4, expect.stringContaining("ledger/rewritten")])
    }
    await expect(checkpointOf(cwd)).rejects.toThrow("ENOENT")
  })

  it("warns of a key that others can read", async ({ expect }) => {
    const cwd = await unsigned()
    const key = await makeKey("log-open.key")
    await chmod(key.path, 0o644)
    const { code, stderr } = await logSign(cwd, { TAXONOMY_LOG_KEY: key.path })
    expect([code, stderr]).toEqual([
      0,
      `warning: Every user of this machine can read ${key.path}. Run chmod 600 on it.\n`
    ])
    await expectSigned(cwd, key)
  })
})
