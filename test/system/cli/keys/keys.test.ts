import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { runNode, shell, taxonomy, taxonomyInNewProcess, type CommandResult } from "../../../support/CommandLine.ts"

const acme = Object.entries({
  organization: "Acme",
  "use-case": "A shop",
  "expected-volume": "10 a day",
  environment: "production",
  tier: "professional"
}).flatMap(([name, value]) => [`--${name}`, value])

describe("taxonomy keys", () => {
  it("issues a key and prints it once, on stdout only", () =>
    inFolder(async ({ folder, run }) => {
      const issued = await taxonomyInNewProcess(["keys", "issue", ...acme], { cwd: folder })
      expect(issued.code).toBe(0)
      const [key = "none"] = issued.stdout.match(/nil_[0-9A-Za-z]{32}/) ?? []
      expect(issued.stdout.split(key)).toHaveLength(2)
      expect(issued.stderr).not.toContain(key.slice(12))
      expect(issued.stdout).toContain(key.slice(0, 12))

      const path = join(folder, "var/keys.ndjson")
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      const shown = await run("show", key.slice(0, 12))
      expect([shown.code, (await run("list")).code]).toEqual([0, 0])
      for (const text of [await readFile(path, "utf8"), shown.stdout]) expect(text).not.toContain(key.slice(12))
      for (const field of ["Acme", "A shop", "10 a day", "production", "professional", "active"]) {
        expect(shown.stdout).toContain(field)
      }
    }))

  it("rotates a key and revokes the old one, with JSON output", () =>
    inFolder(async ({ run }) => {
      const old = json(await run("issue", ...acme, "--format", "json"))
      expect(old).toMatchObject({ status: "active", tier: "professional", rotation_due: false, age_days: 0 })
      const identifier = String(old["identifier"])
      const fresh = json(await run("rotate", identifier, "--format", "json"))
      expect(fresh).toMatchObject({ replaces: identifier, organization: "Acme", environment: "production" })
      expect(String(fresh["key"]).slice(0, 12)).toBe(fresh["identifier"])

      const revoked = json(await run("revoke", identifier, "--reason", "Rotated.", "--yes", "--format", "json"))
      expect(revoked).toMatchObject({
        status: "revoked",
        revocation_reason: "Rotated.",
        replaced_by: [fresh["identifier"]]
      })
      const { keys } = json(await run("list", "--format", "json"))
      expect(keys).toMatchObject([
        { identifier, status: "revoked" },
        { identifier: fresh["identifier"], status: "active" }
      ])
    }))

  it("issues a key for each row of a table, with options for empty cells, or none if a row is wrong", () =>
    inFolder(async ({ folder, run }) => {
      const table = join(folder, "requesters.csv")
      const options = ["--from", table, "--environment", "production"]
      const header = "Organization;use case;Expected volume;tier;contact;expires\n"
      const bad = ";A shop;10 a day;gold;nobody;\nEcma;nil_AbCdEfGhIjKlMnOpQrStUvWxYz012345;10;free;;soon\n"
      await writeFile(table, `${header}Acme;A shop;10 a day;free;;\n${bad}`)
      const refused = await run("issue", ...options)
      expect(refused.code).toBe(1)
      const places = [...refused.stderr.matchAll(/row \d, column \w+/g)].map(String)
      expect(places).toEqual([
        "row 3, column organization",
        "row 3, column tier",
        "row 3, column contact",
        "row 4, column use_case",
        "row 4, column expires"
      ])
      expect(refused.stderr).not.toContain("nil_AbCdEfGhIjKl")
      expect(json(await run("list", "--format", "json"))["keys"]).toEqual([])

      await writeFile(
        table,
        `${header}Acme;A shop;10 a day;free;law@acme.example;30d\n=Ecma;A shop;10 a day;enterprise;;\n`
      )
      const issued = await run("issue", ...options)
      const [first = "", ...rows] = issued.stdout.trimEnd().split(/\r?\n/)
      expect(first).toBe("identifier,key,organization,environment,tier,contact,expires")
      expect(rows).toEqual([
        expect.stringMatching(/^(nil_\w{8}),\1\w{24},Acme,production,free,law@acme\.example,\d{4}-\S+Z$/),
        // A spreadsheet would take the name for a formula.
        expect.stringMatching(/^(nil_\w{8}),\1\w{24},'=Ecma,production,enterprise,,$/)
      ])
      expect(issued.stderr).toContain("Issued 2 keys")
      expect(json(await run("list", "--format", "json"))["keys"]).toMatchObject([
        {
          organization: "Acme",
          environment: "production",
          contact: "law@acme.example",
          expires_in_days: expect.any(Number)
        },
        { organization: "=Ecma", tier: "enterprise" }
      ])
    }))

  it("writes with --key-events lowest only what version 0.1.0 reads, and says what the ledger will not tell", () =>
    inFolder(async ({ folder, run }) => {
      const lowest = ["--key-events", "lowest"]
      const issued = await run("issue", ...acme, ...lowest, "--actor", "Ada", "--format", "json")
      expect(issued.stderr).toContain("warning: The ledger will not say that Ada did this")
      const { identifier } = json(issued)
      const ledger = () => readFile(join(folder, "var/keys.ndjson"), "utf8")
      const before = await ledger()
      expect(before).toContain('"schema":1')
      expect(before).not.toContain("Ada")
      for (const args of [
        ["issue", ...acme, "--contact", "law@acme.example"],
        ["issue", ...acme, "--expires", "30d"],
        ["change", String(identifier), "--tier", "free", "--yes"]
      ]) {
        const { code, stderr } = await run(...args, ...lowest)
        expect([code, stderr], args.join(" ")).toEqual([2, expect.stringContaining("--key-events newest")])
      }
      expect(await ledger()).toBe(before)
      expect((await run("revoke", String(identifier), "--reason", "Lost.", "--yes", ...lowest)).code).toBe(0)
    }))

  it("reads missing options from the environment, and rejects what is still missing with 2", () =>
    inFolder(async ({ folder, runWith }) => {
      const environment = {
        TAXONOMY_ORGANIZATION: "Acme",
        TAXONOMY_USE_CASE: "A shop",
        TAXONOMY_EXPECTED_VOLUME: "10 a day",
        TAXONOMY_ENVIRONMENT: "staging",
        TAXONOMY_KEYS: join(folder, "elsewhere.ndjson"),
        TAXONOMY_FORMAT: "json"
      }
      const missing = await runWith(environment, "issue")
      expect(missing.code).toBe(2)
      expect(missing.stderr + missing.stdout).toContain("--tier")
      const wrong = await runWith({ ...environment, TAXONOMY_TIER: "gold" }, "issue")
      expect(wrong.code).toBe(2)
      const issued = json(
        await runWith({ ...environment, TAXONOMY_TIER: "free" }, "issue", "--environment", "production")
      )
      expect(issued).toMatchObject({ tier: "free", environment: "production", organization: "Acme" })
      expect((await stat(join(folder, "elsewhere.ndjson"))).isFile()).toBe(true)
    }))

  it("rejects multi-line texts, unknown words and unsupported URLs with 2", () =>
    inFolder(async ({ run }) => {
      const urls = ["mysql://operator:secret@localhost/keys", "postgres://operator:sec/ret@localhost/keys"]
      for (const url of urls) {
        const { code, stderr, stdout } = await run("list", "--keys", url)
        expect([code, stdout]).toEqual([2, ""])
        for (const part of ["secret", "sec/", "ret@"]) expect(stderr).not.toContain(part)
      }
      const wrong = [
        ["issue", ...acme, "--organization", ""],
        ["issue", ...acme.with(1, "two\nlines")],
        ["issue", ...acme.with(1, "back\u202ewards")],
        ["issue", ...acme.with(1, "Ac\u200bme")],
        ["issue", ...acme.with(9, "gold")],
        ["list", "--keys", "postgres:operator@localhost/keys"],
        ["list", "--older-than=-1"],
        ["revoke"],
        ["nothing"]
      ]
      const ran = await Promise.all(wrong.map((args) => run(...args)))
      expect(ran.map(({ code }) => code)).toEqual(wrong.map(() => 2))
    }))

  it("rejects a text that contains a key with 2, and never repeats the key", () =>
    inFolder(async ({ run, runWith }) => {
      const { key } = json(await run("issue", ...acme.with(1, " Acme "), "--format", "json"))
      const text = `Found ${String(key)} in a log`
      const ran = await Promise.all([
        run("issue", ...acme.with(1, text)),
        run("issue", ...acme.with(3, text)),
        run("revoke", String(key), "--reason", text, "--yes"),
        runWith({ TAXONOMY_REASON: text }, "revoke", String(key), "--yes")
      ])
      for (const { code, stderr, stdout } of ran) {
        expect(code).toBe(2)
        expect(stderr + stdout).toContain("Found nil_")
        expect(stderr + stdout).not.toContain(String(key).slice(12))
      }
      const { keys } = json(await run("list", "--format", "json"))
      expect(keys).toMatchObject([{ status: "active", organization: "Acme" }])
    }))

  it("names the key to revoke if it could not be printed", () =>
    inFolder(async ({ folder, run }) => {
      const issue = `$TAXONOMY keys issue ${acme.map((text) => `'${text}'`).join(" ")} --keys 'the keys'`
      const full = await shell(`${issue} > /dev/full`, { cwd: folder })
      expect([full.code, full.stdout]).toEqual([3, ""])
      const [, identifier = "none"] = /keys revoke (nil_[0-9A-Za-z]{8}) /.exec(full.stderr) ?? []
      expect(full.stderr).toContain(`no space left on device`)
      expect(full.stderr).toContain(`--keys '${folder}/the keys'`)
      expect((await run("show", identifier, "--keys", "the keys")).code).toBe(0)
      const { keys } = json(await run("list", "--keys", "the keys", "--format", "json"))
      expect(keys).toMatchObject([{ identifier }])
    }))

  it("finds the key ledger of the project from any folder in it", () =>
    inFolder(async ({ folder, run, runWith }) => {
      await mkdir(join(folder, ".git"))
      await mkdir(join(folder, "taxonomy-src/deep"), { recursive: true })
      const { identifier } = json(await run("issue", ...acme, "--format", "json"))
      const within = await taxonomy(["keys", "rotate", String(identifier), "--format", "json"], {
        cwd: join(folder, "taxonomy-src/deep")
      })
      expect(json(within)).toMatchObject({ replaces: identifier })
      expect(within.stderr).toMatch(/--reason rotated$/m)
      const again = await runWith({ TAXONOMY_FORMAT: "github" }, "rotate", String(identifier))
      expect(again.stderr).toContain(`already had an active successor: ${String(json(within)["identifier"])}. `)
      const successors = [within, again].map(({ stdout }) => /nil_\w{8}/.exec(stdout)?.[0])
      const third = await run("rotate", String(identifier))
      expect(third.stderr).toContain(`already had an active successor: ${successors.join(", ")}. `)
      expect((await run("list", "--keys", "elsewhere")).stdout).toContain(`No keys in ${folder}/elsewhere. `)
    }))

  it("exits with 4 for a broken ledger, and with 3 for an unavailable one", () =>
    inFolder(async ({ folder, run }) => {
      await writeFile(join(folder, "broken"), "not a ledger\n")
      const broken = await run("list", "--keys", "broken")
      expect([broken.code, broken.stdout]).toEqual([4, ""])
      expect(broken.stderr).toContain("(ledger/broken-chain)")
      expect((await run("list", "--keys", folder)).code).toBe(3)
      expect((await run("issue", ...acme, "--keys", "broken/keys")).code).toBe(3)
    }))

  it("does not load the PostgreSQL client for a ledger in a file", () =>
    inFolder(async ({ folder }) => {
      const program = fileURLToPath(new URL("../../../../src/main.ts", import.meta.url))
      const { code, stderr } = await runNode(["--import", tellsOfLoading, program, "keys", "list"], { cwd: folder })
      expect(code).toBe(0)
      expect(stderr).toContain("FileKeyLedger.ts")
      for (const part of ["sql-pg", "PostgresKeyLedger"]) expect(stderr).not.toContain(part)
    }))

  it("lists no keys without a ledger", () =>
    inFolder(async ({ folder, run }) => {
      const [pretty, inJson] = await Promise.all([run("list"), run("list", "--format", "json")])
      expect([pretty.code, pretty.stdout, inJson.stdout]).toEqual([
        0,
        `No keys in ${folder}/var/keys.ndjson. Issue one with "taxonomy keys issue", or select another ledger with --keys.\n`,
        `{"keys":[]}\n`
      ])
    }))
})

const tellsOfLoading = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module"
  registerHooks({ load: (url, context, next) => (process.stderr.write(url + "\\n"), next(url, context)) })
`)}`

interface InFolder {
  readonly folder: string
  readonly run: (...args: ReadonlyArray<string>) => Promise<CommandResult>
  readonly runWith: (env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) => Promise<CommandResult>
}

const inFolder = async (test: (tools: InFolder) => Promise<void>): Promise<void> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "keys-")))
  const runWith: InFolder["runWith"] = (env, ...args) => taxonomy(["keys", ...args], { cwd: folder, env })
  try {
    await test({ folder, run: (...args) => runWith({}, ...args), runWith })
  } finally {
    await rm(folder, { recursive: true })
  }
}

const json = ({ stdout }: CommandResult): Readonly<Record<string, unknown>> => JSON.parse(stdout)
