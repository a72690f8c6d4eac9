import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import {
  cosignedAt,
  cosignedCopy,
  makeKey,
  makeWitness,
  publishHistory,
  writeCheckpoint
} from "../../support/transparency/SignedReleases.ts"
import { rulesOf, verify } from "../../support/transparency/VerifyReport.ts"
import { copyOf } from "../../support/TwoMajors.ts"

const log = await makeKey()
const impostor = await makeKey()
const one = await makeWitness("one.example")
/** Four events. */
const original = publishHistory("ONE", "TWO", "THREE")

const trusted = ["--trusted-key", log.vkey]

describe("verify", () => {
  it("states that a log is unsigned, which is a finding only for those who trust a key", async ({ expect }) => {
    const cwd = await original
    expect(await verify(cwd)).toEqual({ code: 0, findings: [], log: { signed: false, events: 4 } })
    expect((await taxonomy(["verify"], { cwd })).stdout).toMatch(/\nThe log is unsigned\.\n$/)
    expect(await verify(cwd, ...trusted)).toMatchObject({
      code: 4,
      findings: [{ rule: "log/unsigned", message: "The log is unsigned: releases/checkpoint is missing" }]
    })
  })

  it("states who signed and cosigned a log, and what was verified of it", async ({ expect }) => {
    const cwd = await cosignedCopy(original, log, one)
    const unverified = {
      signed: true,
      events: 4,
      origin: "example.com/taxonomy",
      size: 4,
      signatures: [log, one].map(({ key: { verifier } }) => ({ name: verifier.name, id: verifier.id })),
      signers: [],
      cosigners: []
    }
    expect(await verify(cwd)).toMatchObject({ code: 0, findings: [], log: unverified })
    const [signer, witness] = unverified.signatures
    const verified = { ...unverified, signers: [signer], cosigners: [{ ...witness, timestamp: cosignedAt }] }
    expect(await verify(cwd, ...trusted, "--witness", one.vkey)).toMatchObject({ code: 0, findings: [], log: verified })

    const { stdout } = await taxonomy(["verify", ...trusted, "--witness", one.vkey], { cwd })
    expect(stdout).toBe(
      `Passed: no findings.\nThe checkpoint of example.com/taxonomy covers all 4 events. Signed by ${log.shown}. Cosigned by ${one.shown} at 2027-01-15T08:00:00Z.\n`
    )
    const plain = await taxonomy(["verify", "--format", "markdown"], { cwd })
    expect(plain.stdout).toContain("2 signatures (")
    expect(plain.stdout).toContain("were not verified")
  })

  it("takes keys from options, files and the environment, and needs one of several", async ({ expect }) => {
    const cwd = await copyOf(original)
    await writeCheckpoint(cwd, [log])
    await writeFile(join(cwd, "keys"), `# until 2027\n${impostor.vkey}\n\n${log.vkey}\n`)
    const inEnvironment = { cwd, env: { TAXONOMY_TRUSTED_KEY: log.vkey } }
    expect(await rulesOf(cwd, "--trusted-key", "keys")).toEqual([0])
    expect(await rulesOf(cwd, "--trusted-key", impostor.vkey, "--trusted-key", log.vkey)).toEqual([0])
    expect((await taxonomy(["verify"], inEnvironment)).stdout).toContain(`Signed by ${log.shown}.`)
    expect((await taxonomy(["verify"], { cwd, env: { TAXONOMY_TRUSTED_KEY: "" } })).code).toBe(0)
  })

  it.for([
    [
      "a key that is neither text nor a file",
      ["--trusted-key", "none"],
      "none is neither a verifier key (NAME+ID+KEY) nor a file."
    ],
    [
      "an empty key",
      ["--trusted-key", ""],
      "--trusted-key: It is empty. Write NAME+ID+KEY, or a file with one key per line."
    ],
    ["a folder of keys", ["--trusted-key", "releases"], "--trusted-key: releases cannot be read."],
    [
      "a truncated key",
      ["--trusted-key", log.vkey.slice(0, -4)],
      `--trusted-key: The verifier key "${log.shown}+…" is invalid`
    ],
    [
      "the key of a witness as one of a log",
      ["--trusted-key", one.vkey],
      `--trusted-key: The key ${one.shown} is that of a witness`
    ],
    [
      "the key of a log as one of a witness",
      [...trusted, "--witness", log.vkey],
      `--witness: The key ${log.shown} is that of a log`
    ],
    ["a witness of no log", ["--witness", one.vkey], "Name the key of the log with --trusted-key."],
    [
      "a quorum of more than all",
      [...trusted, "--witness", one.vkey, "--quorum", "2"],
      "--quorum is 2, but only 1 witness is named."
    ],
    [
      "a checkpoint that is none",
      ["--checkpoint", "releases/ledger.ndjson"],
      "releases/ledger.ndjson: The signed note is malformed: "
    ]
  ] as const)("refuses %s as a usage error", async ([, args, message], { expect }) => {
    const { code, stderr } = await taxonomy(["verify", ...args], { cwd: await original })
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  it("never shows a private key that was given by mistake", async ({ expect }) => {
    const cwd = await copyOf(original)
    await writeFile(join(cwd, "log.key"), log.secret)
    for (const given of [log.secret, "log.key"]) {
      const { code, stderr, stdout } = await taxonomy(["verify", "--trusted-key", given], { cwd })
      expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("This is a private key.")])
      expect(stderr).not.toContain(log.secret.slice(-20))
    }
  })
})
