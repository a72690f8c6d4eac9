import { hash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { run, taxonomy } from "../../support/CommandLine.ts"
import { programs } from "../../support/Programs.ts"
import { makeEnvelope, prove, verifyEnvelope } from "../../support/transparency/Envelope.ts"
import {
  checkpointOf,
  cosignedAt,
  cosignedCopy,
  makeKey,
  makeWitness,
  publishHistory,
  signHistory,
  writeCheckpoint
} from "../../support/transparency/SignedReleases.ts"
import { copyOf } from "../../support/TwoMajors.ts"

const log = await makeKey()
const witness = await makeWitness("witness.example")

const original = publishHistory("ONE", "TWO", "THREE", "FOUR")
const signed = cosignedCopy(original, log, witness)

const trusted = ["--trusted-key", "log.vkey"]

describe("a proof", () => {
  it("is verified in a folder with the artifact, the proof and the key, without a network", async ({ expect }) => {
    const cwd = await makeEnvelope(signed, log.vkey)
    const command = [process.execPath, programs.taxonomy, "verify-proof", "p", "--artifact", "a", ...trusted]
    const isIsolated = (await run("unshare", ["-n", "true"], { cwd }).catch(() => undefined))?.code === 0
    const [program = "", ...args] = isIsolated ? ["unshare", "-n", ...command] : command
    const { code, stderr, stdout } = await run(program, args, { cwd })
    expect([code, stderr]).toEqual([0, ""])
    const { length } = await readFile(join(cwd, "a"))
    expect(stdout).toBe(`Proven: a is what release 1.1.0 published as licenses/ONE.json.

  Content      ${length} bytes, unaltered
  Published    2026-01-02T12:00:00Z
  Log          example.com/taxonomy, event 2 of 5
  Signed by    ${log.shown}
`)
  })

  it("is about the bytes that a release contains, and states facts as JSON", async ({ expect }) => {
    const cwd = await copyOf(signed)
    for (const [subject, path] of [
      ["ONE", "licenses/ONE.json"],
      ["licenses/EDU", "licenses/EDU.json"],
      ["dimensions", "dimensions.json"],
      ["schema", "schema.json"]
    ] as const) {
      await prove(cwd, subject, "v1.2")
      const published = await readFile(join(cwd, "releases/v1.2.0", path))
      expect(await readFile(join(cwd, "a"))).toEqual(published)
      const witnesses = ["--witness", witness.vkey, "--quorum", "1"]
      const about = ["--version", "v1.2.0", "--path", path]
      const json = ["--format", "json", "--trusted-key", log.vkey]
      const { code, stdout } = await verifyEnvelope(cwd, ...json, ...about, ...witnesses)
      expect([code, JSON.parse(stdout)]).toEqual([
        0,
        {
          command: "verify-proof",
          ok: true,
          proof: "p",
          artifact: "a",
          version: "1.2.0",
          path,
          sha256: hash("sha256", published, "hex"),
          published_at: "2026-01-03T12:00:00Z",
          index: 2,
          log: {
            origin: "example.com/taxonomy",
            size: 5,
            root: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
            signers: [{ name: log.key.verifier.name, id: log.key.verifier.id }],
            cosigners: [{ name: "witness.example", id: witness.key.verifier.id, timestamp: cosignedAt }]
          }
        }
      ])
    }
  })

  it("names the witnesses with their times", async ({ expect }) => {
    const { stdout } = await verifyEnvelope(await makeEnvelope(signed, log.vkey), ...trusted, "--witness", witness.vkey)
    expect(stdout).toContain(`\n  Cosigned by  ${witness.shown} at 2027-01-15T08:00:00Z\n`)
  })

  it("is of the newest release without --version", async ({ expect }) => {
    const cwd = await copyOf(signed)
    const { code, stdout } = await taxonomy(["prove", "EDU", "--out", "p"], { cwd })
    expect([code, stdout]).toEqual([
      0,
      "Wrote p: the log example.com/taxonomy contains licenses/EDU.json of release 1.4.0.\n"
    ])
  })

  it("names each file that it wrote, and the withdrawal of the release", async ({ expect }) => {
    const cwd = await copyOf(original)
    const withdrawal = ["withdraw", "1.4.0", "--reason", "Wrong.", "--yes", "--date", "2026-01-06T12:00:00Z"]
    const withdrawn = await taxonomy(withdrawal, { cwd })
    expect([withdrawn.code, withdrawn.stderr]).toEqual([0, ""])
    await writeCheckpoint(cwd, [log])
    const written = "Wrote p: the log example.com/taxonomy contains"
    const args = ["prove", "schema", "--out", "p", "--artifact-out", "a"]
    expect((await taxonomy([...args, "--version", "1.4.0"], { cwd })).stdout).toBe(
      `${written} schema.json of release 1.4.0.\nWrote a: schema.json.\nRelease 1.4.0 was withdrawn on 2026-01-06.\n`
    )
    expect((await taxonomy(args, { cwd })).stdout).toBe(
      `${written} schema.json of release 1.3.0.\nWrote a: schema.json.\n`
    )
  })
})

describe("prove refuses", () => {
  const refusal = async (cwd: string, ...args: ReadonlyArray<string>) => {
    const { code, stderr } = await taxonomy(["prove", ...args, "--out", "p"], { cwd })
    return [code, stderr]
  }

  it("an unsigned log", async ({ expect }) => {
    expect(await refusal(await original, "EDU")).toEqual([
      1,
      "error: The log is unsigned, so nothing can be proven. Sign it with taxonomy log-sign.\n"
    ])
  })

  it("a release that the checkpoint does not cover yet", async ({ expect }) => {
    const cwd = await copyOf(original)
    await writeCheckpoint(cwd, [log], 3)
    expect(await refusal(cwd, "EDU", "--version", "1.3.0")).toEqual([
      1,
      "error: The checkpoint covers 3 of 5 events, and release 1.3.0 is not among them. Sign the log with taxonomy log-sign.\n"
    ])
    expect(await refusal(cwd, "EDU", "--version", "1.2.0")).toEqual([0, ""])
  })

  it("an unknown license or version, and names what is near", async ({ expect }) => {
    const cwd = await signed
    expect(await refusal(cwd, "THREEE")).toEqual([
      1,
      'error: Release 1.4.0 has no license "THREEE". Did you mean "THREE"?\n'
    ])
    expect(await refusal(cwd, "THREE", "--version", "1.2.0")).toEqual([
      1,
      'error: Release 1.2.0 has no license "THREE". Choose a license code, dimensions or schema.\n'
    ])
    expect(await refusal(cwd, "EDU", "--version", "7.0.0")).toEqual([
      1,
      "error: Release 7.0.0 does not exist. Choose one of 1.0.0, 1.1.0, 1.2.0, 1.3.0, 1.4.0.\n"
    ])
  })

  it("a checkpoint that does not fit the ledger, and altered artifacts", async ({ expect }) => {
    const cwd = await copyOf(publishHistory("ONE", "OTHER", "THREE", "FOUR"))
    await writeFile(checkpointOf(cwd), await signHistory(await original, [log]))
    expect(await refusal(cwd, "EDU")).toEqual([4, expect.stringContaining("there are two histories")])
    await writeCheckpoint(cwd, [log])
    await writeFile(join(cwd, "releases/v1.4.0/licenses/EDU.json"), "{}\n")
    expect(await refusal(cwd, "EDU")).toEqual([4, expect.stringContaining("v1.4.0/licenses/EDU.json is not what was")])
  })

  it("options that do not belong together", async ({ expect }) => {
    const cwd = await signed
    for (const [args, message] of [
      [["EDU", "--artifact-out", "./p"], "--out and --artifact-out name the same file."],
      [["EDU", "--since", "1"], "--since is for consistency proofs."],
      [["consistency"], "Say with --since how many events the witness has seen"],
      [["consistency", "--since", "1", "--version", "1.1.0"], "Remove --version and --artifact-out."]
    ] as const) {
      expect(await refusal(cwd, ...args)).toEqual([2, expect.stringContaining(message)])
    }
    expect(await refusal(cwd, "consistency", "--since", "6")).toEqual([
      1,
      "error: The checkpoint covers only 5 events. Name at most 5 with --since.\n"
    ])
  })
})
