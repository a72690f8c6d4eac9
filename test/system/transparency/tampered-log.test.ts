import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import {
  addSignatures,
  checkpointOf,
  cutLedger,
  makeKey,
  makeWitness,
  publishHistory,
  signHistory,
  writeCheckpoint
} from "../../support/transparency/SignedReleases.ts"
import { rulesOf, verify } from "../../support/transparency/VerifyReport.ts"
import { copyOf } from "../../support/TwoMajors.ts"

const log = await makeKey()
const impostor = await makeKey()
const [one, two] = [await makeWitness("one.example"), await makeWitness("two.example")]

/** Four events, and other ones with hashes that are as valid. */
const original = publishHistory("ONE", "TWO", "THREE")
const rewritten = publishHistory("ONE", "OTHER", "THREE")

const trusted = ["--trusted-key", log.vkey]

describe("verify, on a log that was tampered with,", () => {
  it("finds a rewritten history whose hashes were computed again", async ({ expect }) => {
    const cwd = await copyOf(rewritten)
    await writeFile(join(cwd, "kept"), await signHistory(await original, [log], 3))
    expect(await rulesOf(cwd)).toEqual([0])
    // The attacker removes the checkpoint, keeps an old one, or signs with a key of the same name.
    expect(await rulesOf(cwd, ...trusted)).toEqual([4, "log/unsigned"])
    await writeFile(checkpointOf(cwd), await signHistory(await original, [log], 3))
    expect(await verify(cwd)).toMatchObject({
      code: 4,
      findings: [
        {
          rule: "log/rewritten",
          message:
            "The ledger has 4 events, but the first 3 differ from those that the checkpoint covers: the history was rewritten",
          at: "releases/checkpoint:1"
        }
      ],
      log: undefined
    })
    await writeCheckpoint(cwd, [impostor])
    expect(await rulesOf(cwd)).toEqual([0])
    expect(await verify(cwd, ...trusted)).toMatchObject({
      code: 4,
      findings: [
        {
          rule: "log/untrusted",
          message: `The checkpoint is signed by ${impostor.shown}, which has the name of a trusted key (${log.shown}) but is another key`
        }
      ]
    })
    expect(await verify(cwd, "--checkpoint", "kept")).toMatchObject({
      code: 4,
      findings: [{ rule: "log/rewritten", message: /\(according to kept\)$/, at: "releases/ledger.ndjson:1" }].map(
        (finding) => ({ ...finding, message: expect.stringMatching(finding.message) })
      )
    })
    expect(await rulesOf(cwd, ...trusted, "--checkpoint", "kept")).toEqual([4, "log/untrusted", "log/rewritten"])
  })

  it("says whether a kept checkpoint is evidence", async ({ expect }) => {
    const cwd = await copyOf(rewritten)
    await writeFile(join(cwd, "kept"), await signHistory(await original, [log], 3))
    const help = async (...keys: ReadonlyArray<string>) =>
      (await taxonomy(["verify", "--checkpoint", "kept", ...keys], { cwd })).stdout
    expect(await help(...trusted)).toContain("Keep kept: the log signed it, so it proves that the history has changed.")
    expect(await help("--trusted-key", impostor.vkey)).toContain("No trusted key signed kept, so make sure first")
    expect(await help()).not.toContain("Keep kept")
  })

  it("finds a cut tail by its own checkpoint, and with an older copy of that by a kept one", async ({ expect }) => {
    const cwd = await copyOf(original)
    await writeCheckpoint(cwd, [log])
    await writeFile(join(cwd, "kept"), await readFile(checkpointOf(cwd)))
    await cutLedger(cwd, 3)
    expect(await verify(cwd)).toMatchObject({
      code: 4,
      findings: [
        {
          rule: "log/truncated",
          message: "The ledger has only 3 events, but its own checkpoint covers 4: its end was cut off"
        }
      ]
    })
    await writeCheckpoint(cwd, [log])
    expect(await rulesOf(cwd, ...trusted)).toEqual([0])
    expect(await verify(cwd, ...trusted, "--checkpoint", "kept")).toMatchObject({
      code: 4,
      findings: [
        {
          rule: "log/truncated",
          message:
            "The checkpoint covers 4 events, but the ledger has only 3: it is an older copy, or its end was cut off (according to kept)"
        }
      ]
    })
  })

  it("finds a fork of the same size", async ({ expect }) => {
    const cwd = await copyOf(rewritten)
    const message =
      "The checkpoint covers as many events as the ledger has (4), but different ones: there are two histories"
    await writeFile(checkpointOf(cwd), await signHistory(await original, [log]))
    expect(await verify(cwd)).toMatchObject({ code: 4, findings: [{ rule: "log/fork", message }] })
    await writeFile(join(cwd, "kept"), await readFile(checkpointOf(cwd)))
    await writeCheckpoint(cwd, [log])
    expect(await verify(cwd, ...trusted, "--checkpoint", "kept")).toMatchObject({
      code: 4,
      findings: [{ rule: "log/fork", message: `${message} (according to kept)` }]
    })
  })

  it("finds events that nobody signed", async ({ expect }) => {
    const cwd = await copyOf(original)
    await writeCheckpoint(cwd, [log], 3)
    expect(await rulesOf(cwd)).toEqual([0])
    expect((await taxonomy(["verify"], { cwd })).stdout).toContain("covers 3 of 4 events.")
    expect(await verify(cwd, ...trusted)).toMatchObject({
      code: 4,
      findings: [{ rule: "log/unsigned", message: "The checkpoint covers only 3 of the 4 events in the ledger" }]
    })
  })

  it("refuses doubled, garbled and altered signature lines", async ({ expect }) => {
    const cwd = await copyOf(original)
    const note = await writeCheckpoint(cwd, [log])
    const [signature = ""] = /— .*\n/.exec(note) ?? []
    const garbled = signature.replace(/.{4}\n$/, "\n")
    const other = (await signHistory(cwd, [log], 3)).split("\n— ")[1] ?? ""
    const cases = [
      [`${note}${signature}`, "log/malformed", "line 6 is a second signature by the same key", 6],
      [note.replace(signature, garbled.replace(" ", "")), "log/malformed", "line 5 must be a signature", 5],
      [note.replace(signature, ""), "log/malformed", "line 5 must be a signature", 5],
      [note.replace("\n4\n", "\nfour\n"), "log/malformed", "line 2 must be the number of leaves", 2],
      [
        note.replace("example.com/taxonomy\n", "example.com/other\n"),
        "log/untrusted",
        "is from the log example.com/other",
        1
      ],
      [note.replace(signature, `— ${other}`), "log/untrusted", `The signature by ${log.shown} does not match`, 1]
    ] as const
    for (const [text, rule, message, line] of cases) {
      await writeFile(checkpointOf(cwd), text)
      const { code, findings } = await verify(cwd, ...trusted)
      expect([code, findings], text).toEqual([
        4,
        [{ rule, message: expect.stringContaining(message), at: `releases/checkpoint:${line}` }]
      ])
    }
  })

  it("requires the cosignatures of all given witnesses, or of a quorum", async ({ expect }) => {
    const cwd = await copyOf(original)
    const note = await writeCheckpoint(cwd, [log])
    const witnesses = ["--witness", one.vkey, "--witness", two.vkey]
    expect(await verify(cwd, ...trusted, ...witnesses)).toMatchObject({
      code: 4,
      findings: [
        {
          rule: "log/quorum",
          message: "None of the trusted witnesses cosigned the checkpoint, but the quorum is 2"
        }
      ]
    })
    const cosigned = addSignatures(note, (text) => [two.key.sign(text, 1_800_000_000)])
    await writeFile(checkpointOf(cwd), cosigned)
    const found = await verify(cwd, ...trusted, ...witnesses)
    expect(found).toMatchObject({
      code: 4,
      findings: [
        {
          rule: "log/quorum",
          message: "Only 1 of the trusted witnesses (two.example) cosigned the checkpoint, but the quorum is 2"
        }
      ],
      // Which witness is missing can be seen.
      log: { signers: [{ name: "example.com/taxonomy" }], cosigners: [{ name: "two.example" }] }
    })
    expect(await rulesOf(cwd, ...trusted, ...witnesses, "--quorum", "1")).toEqual([0])
    // The time of a cosignature is signed as well.
    const [, line = ""] = /— two\.example (.*)\n/.exec(cosigned) ?? []
    const bytes = Buffer.from(line, "base64")
    bytes.writeUInt8(bytes.readUInt8(11) ^ 1, 11)
    await writeFile(checkpointOf(cwd), cosigned.replace(line, bytes.toString("base64")))
    expect(await rulesOf(cwd, ...trusted, ...witnesses, "--quorum", "1")).toEqual([4, "log/untrusted"])
  })

  it("says that a kept checkpoint is one of another log", async ({ expect }) => {
    const cwd = await copyOf(original)
    await writeFile(join(cwd, "kept"), await signHistory(cwd, [await makeKey("example.com/other")]))
    await writeCheckpoint(cwd, [log])
    const { code, stderr } = await taxonomy(["verify", "--checkpoint", "kept"], { cwd })
    expect([code, stderr]).toEqual([
      2,
      "error: kept is a checkpoint of the log example.com/other, and this log is example.com/taxonomy. Name a checkpoint of this log.\n"
    ])
  })

  it("reports the checkpoint together with altered artifacts", async ({ expect }) => {
    const cwd = await copyOf(original)
    await writeCheckpoint(cwd, [impostor])
    await rm(join(cwd, "releases/v1.0.0/schema.json"))
    expect(await rulesOf(cwd, ...trusted)).toEqual([4, "log/untrusted", "artifact/missing"])
  })
})
