import { existsSync } from "node:fs"
import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { taxonomy, type CommandResult } from "../../support/CommandLine.ts"
import {
  checkpointOf,
  cutLedger,
  makeKey,
  makeWitness,
  publishHistory,
  signHistory,
  writeCheckpoint,
  type KeyTexts
} from "../../support/transparency/SignedReleases.ts"
import { copyOf } from "../../support/TwoMajors.ts"

const log = await makeKey()
const [one, two] = [await makeWitness("one.example"), await makeWitness("two.example")]

const shorter = publishHistory("ONE")
const longer = publishHistory("ONE", "TWO")
const forked = publishHistory("OTHER")
const rewritten = publishHistory("OTHER", "TWO")

const cosign = (cwd: string, witness: KeyTexts = one, seen = "seen"): Promise<CommandResult> =>
  taxonomy(["cosign", "--trusted-key", log.vkey, "--seen", seen], {
    cwd,
    env: { TAXONOMY_WITNESS_KEY: witness.secret }
  })

const verify = async (cwd: string, ...witnesses: ReadonlyArray<KeyTexts>): Promise<number | null> => {
  const given = witnesses.flatMap(({ vkey }) => ["--witness", vkey])
  return (await taxonomy(["verify", "--trusted-key", log.vkey, ...given], { cwd })).code
}

/** A clone of a signed log. */
const clone = async (history: Promise<string>, events?: number): Promise<string> => {
  const cwd = await copyOf(history)
  await writeCheckpoint(cwd, [log], events)
  return cwd
}

/** The clone of a witness that has cosigned two events, as a later log. */
const seenBy = async (history: Promise<string>, events?: number): Promise<string> => {
  const before = await clone(shorter)
  await cosign(before)
  const cwd = await clone(history, events)
  await cp(join(before, "seen"), join(cwd, "seen"))
  return cwd
}

/** The files that a refusal must leave as they are. */
const filesOf = async (cwd: string) => [
  await readFile(checkpointOf(cwd), "utf8"),
  existsSync(join(cwd, "seen")) ? await readFile(join(cwd, "seen"), "utf8") : undefined
]

describe("cosign", () => {
  it("adds the cosignature of a witness, and remembers the checkpoint", async ({ expect }) => {
    const cwd = await clone(shorter)
    const signed = await readFile(checkpointOf(cwd), "utf8")
    expect(await cosign(cwd)).toEqual({
      code: 0,
      stderr: "",
      stdout: `Cosigned 2 events of example.com/taxonomy as ${one.shown}.\nThis witness has seen no checkpoint before, so seen begins with this one.\n`
    })
    const [cosigned = "", seen] = await filesOf(cwd)
    expect(cosigned.startsWith(signed)).toBe(true)
    expect(cosigned.split("\n— ").length).toBe(3)
    expect(seen).toBe(cosigned)
    expect(await verify(cwd, one)).toBe(0)
    expect(await verify(cwd, one, two)).toBe(4)
  })

  it("replaces its own cosignature, and keeps those of others", async ({ expect }) => {
    const cwd = await clone(shorter)
    await cosign(cwd)
    await cosign(cwd, two, "seen-by-two")
    expect((await cosign(cwd)).stdout).toContain("The log has only grown since this witness saw 2 events.")
    expect((await readFile(checkpointOf(cwd), "utf8")).split("\n— ").length).toBe(4)
    expect(await verify(cwd, one, two)).toBe(0)
  })

  it("cosigns a log that has grown", async ({ expect }) => {
    const cwd = await seenBy(longer)
    expect((await cosign(cwd)).stdout).toContain("The log has only grown since this witness saw 2 events.")
    expect(await readFile(join(cwd, "seen"), "utf8")).toBe(await readFile(checkpointOf(cwd), "utf8"))
    expect(await verify(cwd, one)).toBe(0)
  })

  it.for([
    ["a rewritten history", () => seenBy(rewritten), 4, "the history was rewritten"],
    ["a fork of the same size", () => seenBy(forked), 4, "there are two histories"],
    [
      "a log whose end was cut off",
      async () => {
        const cwd = await seenBy(shorter)
        await cutLedger(cwd, 1)
        await writeCheckpoint(cwd, [log])
        return cwd
      },
      4,
      "it is an older copy, or its end was cut off"
    ],
    [
      "an older checkpoint of a log that has grown",
      () => seenBy(longer, 1),
      1,
      "The checkpoint ends with event 1, and the one in seen with event 2."
    ],
    [
      "a log that another key signed",
      async () => {
        const cwd = await seenBy(longer)
        await writeCheckpoint(cwd, [await makeKey()])
        return cwd
      },
      4,
      "which has the name of a trusted key"
    ],
    [
      "a checkpoint that is not one of its ledger",
      async () => {
        const cwd = await seenBy(longer)
        await writeFile(checkpointOf(cwd), await signHistory(await rewritten, [log]))
        return cwd
      },
      4,
      "there are two histories"
    ],
    [
      "a file that is no checkpoint",
      async () => {
        const cwd = await seenBy(longer)
        await writeFile(join(cwd, "seen"), "")
        return cwd
      },
      2,
      "seen: The signed note is malformed"
    ]
  ] as const)("refuses %s, and changes nothing", async ([, make, exitCode, message], { expect }) => {
    const cwd = await make()
    const before = await filesOf(cwd)
    const { code, stderr, stdout } = await cosign(cwd)
    expect([code, stdout, stderr]).toEqual([exitCode, "", expect.stringContaining(message)])
    expect(await filesOf(cwd)).toEqual(before)
  })

  it("refuses a log that it does not watch, and one without a checkpoint", async ({ expect }) => {
    const cwd = await clone(shorter)
    const other = await makeKey("example.com/other")
    const args = ["cosign", "--trusted-key", other.vkey, "--seen", "seen"]
    const refused = await taxonomy(args, { cwd, env: { TAXONOMY_WITNESS_KEY: one.secret } })
    expect([refused.code, refused.stderr]).toEqual([
      4,
      expect.stringContaining("the trusted key is for example.com/other")
    ])
    const unsigned = await cosign(await copyOf(shorter))
    expect([unsigned.code, unsigned.stderr]).toEqual([1, expect.stringContaining("so there is nothing to cosign")])
  })

  it("needs the key of a witness, which it never shows", async ({ expect }) => {
    const cwd = await clone(shorter)
    const missing = await taxonomy(["cosign", "--trusted-key", log.vkey, "--seen", "seen"], { cwd })
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("TAXONOMY_WITNESS_KEY is not set.")])
    const wrong = await cosign(cwd, log)
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("This is the key of a log.")])
    expect(wrong.stderr).not.toContain(log.secret.slice(-20))
  })
})
