import { cp, mkdir, readFile, rename, rm, symlink, truncate, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, it } from "vitest"
import { genesis, seal } from "../../../src/domain/ledger/HashChain.ts"
import { releaseEventCodec } from "../../../src/domain/release/ReleaseEvent.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { parseLedger } from "../../../src/release/Ledger.ts"
import { verify } from "../../../src/release/Verify.ts"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { sealUnknown } from "../../support/domain/sealUnknown.ts"
import { digests } from "../../support/Folder.ts"
import { commitAll, git, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { publishSources } from "./fixtures/publish-sources.ts"

const run = <A, E>(effect: Effect.Effect<A, E, NodeServices.NodeServices>) =>
  Effect.runPromise(effect.pipe(Effect.provide(NodeServices.layer)))

const published = async (): Promise<string> => {
  const folder = await temporaryFolder()
  await writeFiles(join(folder, "taxonomy-src"), smallSources)
  await run(publishSources(join(folder, "taxonomy-src"), join(folder, "releases")))
  return folder
}

const findingsOf = async (releases: string) =>
  (await run(verify(releases))).findings.map(({ level, location, rule }) => ({
    rule,
    level,
    file: location?._tag === "Release" ? location.file : undefined
  }))

describe("verify", () => {
  it("finds any flipped bit of the ledger and of every artifact, and names the file", async ({ expect }) => {
    const folder = await published()
    const releases = join(folder, "releases")
    const step = { "ledger.ndjson": 7 } as Record<string, number>
    for (const path of (await digests(releases)).keys()) {
      const file = join(releases, path)
      const bytes = await readFile(file)
      for (let at = 0; at < bytes.length; at += step[path] ?? Math.ceil(bytes.length / 5)) {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
        await writeFile(file, flipped)
        const errors = (await findingsOf(releases)).filter(({ level }) => level === "error")
        expect(
          errors.map(({ file }) => file),
          `${path} at byte ${at}`
        ).toContain(path)
      }
      await writeFile(file, bytes)
    }
    expect(await findingsOf(releases)).toEqual([])
  })

  it("finds missing and unexpected files, and files that became links", async ({ expect }) => {
    const folder = await published()
    const releases = join(folder, "releases")
    await cp(join(releases, "v1.0.0/schema.json"), join(folder, "schema.json"))
    await unlink(join(releases, "v1.0.0/schema.json"))
    await symlink(join(folder, "schema.json"), join(releases, "v1.0.0/schema.json"))
    await unlink(join(releases, "v1.0.0/licenses/EDU.json"))
    const named = { "v.1.0/schema.json": "{}", "v1.1.0/schema.json": "{}", "v1.1.0.bak/schema.json": "{}" }
    await writeFiles(releases, { "v1.0.0/notes.txt": "mine", "notes.txt": "mine", ...named })
    const error = (rule: string, file: string) => ({ rule, level: "error", file })
    expect(await findingsOf(releases)).toEqual([
      error("artifact/altered", "v1.0.0/schema.json"),
      error("artifact/missing", "v1.0.0/licenses/EDU.json"),
      error("artifact/extra", "v1.0.0/notes.txt"),
      error("artifact/extra", "notes.txt"),
      error("artifact/extra", "v.1.0"),
      { rule: "artifact/unpublished", level: "warning", file: "v1.1.0" },
      error("artifact/extra", "v1.1.0.bak")
    ])
    await rm(join(releases, "v1.0.0"), { recursive: true })
    expect(await findingsOf(releases)).toContainEqual(error("artifact/missing", "v1.0.0"))
  })

  it("finds a folder that became a file or a link, a file that became a folder, and an empty folder", async ({
    expect
  }) => {
    const folder = await published()
    const releases = join(folder, "releases")
    const version = join(releases, "v1.0.0")
    const error = (rule: string, file: string) => ({ rule, level: "error", file })
    await mkdir(join(version, "notes/empty"), { recursive: true })
    await rm(join(version, "schema.json"))
    await mkdir(join(version, "schema.json"))
    await rm(join(version, "licenses/EDU.json"))
    await mkdir(join(version, "licenses/EDU.json/inner"), { recursive: true })
    expect(await findingsOf(releases)).toEqual([
      error("artifact/altered", "v1.0.0/schema.json"),
      error("artifact/altered", "v1.0.0/licenses/EDU.json"),
      error("artifact/extra", "v1.0.0/notes/empty"),
      error("artifact/extra", "v1.0.0/licenses/EDU.json/inner")
    ])

    const sound = join(await published(), "releases")
    await rename(join(sound, "v1.0.0"), join(folder, "away"))
    await symlink(join(folder, "away"), join(sound, "v1.0.0"))
    expect(await findingsOf(sound)).toEqual([error("artifact/altered", "v1.0.0")])
    await unlink(join(sound, "v1.0.0"))
    await symlink(join(folder, "nowhere"), join(sound, "v1.0.0"))
    expect(await findingsOf(sound)).toEqual([error("artifact/altered", "v1.0.0")])
    await unlink(join(sound, "v1.0.0"))
    await writeFile(join(sound, "v1.0.0"), "a file")
    expect(await findingsOf(sound)).toEqual([error("artifact/altered", "v1.0.0")])
    for (const command of ["verify", "rebuild"]) {
      const { code, stdout } = await taxonomy([command], { cwd: join(sound, "..") })
      expect([code, stdout]).toEqual([4, expect.stringContaining("artifact/altered")])
    }
  })

  it("finds a release with another digest in the ledger, also if its folder is missing", async ({ expect }) => {
    const releases = join(await published(), "releases")
    const ledger = join(releases, "ledger.ndjson")
    const { events } = Result.getOrThrow(parseLedger(await readFile(ledger)))
    const altered = events.map((event) => ({ ...event, manifest: `sha256:${"0".repeat(64)}` as const }))
    await writeFile(
      ledger,
      altered.map((event) => `${seal(sha256, releaseEventCodec, genesis, event).line}\n`).join("")
    )
    const notReproducible = { rule: "artifact/not-reproducible", level: "error", file: "v1.0.0/manifest.json" }
    expect(await findingsOf(releases)).toEqual([notReproducible])
    await rm(join(releases, "v1.0.0"), { recursive: true })
    const missing = { rule: "artifact/missing", level: "error", file: "v1.0.0" }
    expect(await findingsOf(releases)).toEqual([notReproducible, missing])
  })

  it("fails instead of judging a ledger that cannot be read", async ({ expect }) => {
    const releases = join(await published(), "releases")
    await unlink(join(releases, "ledger.ndjson"))
    await mkdir(join(releases, "ledger.ndjson"))
    await expect(findingsOf(releases)).rejects.toThrow(/ledger\.ndjson/)
  })

  it("refuses a ledger without its end or with an additional line", async ({ expect }) => {
    const folder = await published()
    const releases = join(folder, "releases")
    const ledger = join(releases, "ledger.ndjson")
    const text = await readFile(ledger, "utf8")
    const rulesWith = async (altered: string) => {
      await writeFile(ledger, altered)
      return (await findingsOf(releases)).map(({ rule }) => rule)
    }
    expect(await rulesWith(text.slice(0, -1))).toEqual(["ledger/torn"])
    expect(await rulesWith("")).toEqual(["ledger/torn"])
    expect(await rulesWith(`${text}${text}`)).toEqual(["ledger/broken-chain"])
    expect(await rulesWith(`${text}\n`)).toEqual(["ledger/broken-chain"])
    expect(await rulesWith(text.replace("\n", "\r\n"))).toEqual(["ledger/broken-chain"])
  })

  it("refuses an intact ledger whose events contradict each other", async ({ expect }) => {
    const cwd = await published()
    const ledger = join(cwd, "releases/ledger.ndjson")
    const text = await readFile(ledger, "utf8")
    const { head } = Result.getOrThrow(parseLedger(Buffer.from(text)))
    const end = { _tag: "MajorEnded", major: 7, date: "2026-01-01T00:00:00Z", reason: "It is over." }
    await writeFile(ledger, `${text}${sealUnknown(head, end).line}\n`)
    const { code, stdout } = await taxonomy(["verify"], { cwd })
    expect([code, stdout]).toEqual([4, expect.stringContaining("error[ledger/contradiction] Line 2 of the ledger")])
    expect(stdout).toContain("its event MajorEnded is about v7, which no earlier event created")
  })

  it("asks for a newer program, not for a backup, if a newer program wrote the ledger", async ({ expect }) => {
    const cwd = await published()
    const ledger = join(cwd, "releases/ledger.ndjson")
    const bytes = await readFile(ledger)
    const { head } = Result.getOrThrow(parseLedger(bytes))
    const renamed = sealUnknown(head, { _tag: "ReleaseRenamed" }).line
    const newerSchema = sealUnknown(head, { _tag: "MajorEnded" }, 1000).line
    await writeFiles(cwd, { "keys.ndjson": `${sealUnknown(genesis, { _tag: "KeyRenamed" }).line}\n` })
    for (const line of [renamed, newerSchema]) {
      await writeFile(ledger, `${bytes.toString()}${line}\n`)
      const verified = await taxonomy(["verify"], { cwd })
      expect(verified.code).toBe(4)
      expect(verified.stdout).toMatch(/error\[ledger\/newer-version\][^]*help: Update this program\.\n/)
      for (const command of [["history"], ["keys", "list", "--keys", "keys.ndjson"]]) {
        const { code, stderr } = await taxonomy(command, { cwd })
        expect([code, stderr]).toEqual([
          4,
          expect.stringMatching(/written by a newer version\. Update this program\.\n$/)
        ])
      }
    }
  })

  it("finds the same in a damaged ledger as check and build-release, in every format", async ({ expect }) => {
    const cwd = await published()
    await git(cwd, "init", "--quiet")
    await commitAll(cwd, "Sources and releases")
    const ledger = join(cwd, "releases/ledger.ndjson")
    await writeFile(ledger, (await readFile(ledger, "utf8")).replace("Educational", "Edocational"))
    await commitAll(cwd, "Forged")
    const commands = [["verify"], ["check"], ["build-release", "--dry-run"], ["build-release"]]
    const findingIn = {
      json: /^\{.*"rule":"ledger\/broken-chain".*"file":"releases\/ledger\.ndjson","line":1.*\}\n$/,
      github: /^::error file=releases\/ledger\.ndjson,line=1,.*title=ledger\/broken-chain::/m,
      sarif: /"ruleId": *"ledger\/broken-chain"/,
      pretty: /error\[ledger\/broken-chain\]/
    }
    for (const [format, finding] of Object.entries(findingIn)) {
      for (const [name = "", ...options] of commands) {
        const args = [...options, "--format", format]
        const ran = await (name === "build-release" ? buildRelease(args, { cwd }) : taxonomy([name, ...args], { cwd }))
        expect(ran, `${name} ${format}`).toEqual({ code: 4, stdout: expect.stringMatching(finding), stderr: "" })
      }
    }
  })

  it("ends with 4 and prints the location as text and as JSON", async ({ expect }) => {
    const cwd = await published()
    await writeFile(join(cwd, "releases/v1.0.0/dimensions.json"), "{}\n")
    const pretty = await taxonomy(["verify"], { cwd })
    expect([pretty.code, pretty.stdout]).toEqual([4, expect.stringContaining("releases/v1.0.0/dimensions.json")])
    const json = await taxonomy(["verify", "--format", "json"], { cwd })
    expect(json.stdout).toContain('"file":"releases/v1.0.0/dimensions.json"')
  })

  it("says that a ledger is too large to be read", async ({ expect }) => {
    const cwd = await published()
    await truncate(join(cwd, "releases/ledger.ndjson"), 3 * 2 ** 30)
    expect(await taxonomy(["verify"], { cwd })).toEqual({
      code: 3,
      stdout: "",
      stderr:
        "error: releases/ledger.ndjson: it has more than 2 GiB, and a larger file cannot be read. Find out what wrote it.\n"
    })
  })
})
