import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { taxonomy, type Ran } from "../../support/CommandLine.ts"

const acme = Object.entries({
  organization: "Acme",
  "use-case": "A shop",
  "expected-volume": "10 a day",
  environment: "production",
  tier: "professional"
}).flatMap(([name, value]) => [`--${name}`, value])

describe("taxonomy keys", () => {
  it("issues a key, shown once, on stdout alone", () =>
    inFolder(async ({ folder, run }) => {
      const issued = await run("issue", ...acme)
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

  it("rotates a key and revokes the old one, and tells of it in JSON", () =>
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

  it("refuses with 1 what cannot be done to a key, and says why", () =>
    inFolder(async ({ run }) => {
      const first = String(json(await run("issue", ...acme, "--format", "json"))["identifier"])
      await run("revoke", first, "--reason", "Lost.", "--yes")
      for (const args of [
        ["revoke", first, "--reason", "Again.", "--yes"],
        ["rotate", first]
      ]) {
        const { code, stderr, stdout } = await run(...args)
        expect([code, stdout]).toEqual([1, ""])
        expect(stderr).toContain(`${first} was revoked already`)
      }
      const { code, stderr } = await run("show", "nil_AAAAAAAA")
      expect([code, stderr]).toEqual([1, `error: There is no key "nil_AAAAAAAA"\n`])
    }))

  it("refuses with 2 a revocation that nobody confirms, and writes nothing", () =>
    inFolder(async ({ folder, run }) => {
      const identifier = String(json(await run("issue", ...acme, "--format", "json"))["identifier"])
      const before = await readFile(join(folder, "var/keys.ndjson"), "utf8")
      const { code, stderr } = await run("revoke", identifier, "--reason", "Lost.")
      expect(code).toBe(2)
      expect(stderr).toContain("--yes")
      expect(await readFile(join(folder, "var/keys.ndjson"), "utf8")).toBe(before)
    }))

  it("takes what is missing from the environment, and refuses with 2 what is then still missing", () =>
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

  it("refuses with 2 values that are no lines of text, unknown words, and a URL in place of a file", () =>
    inFolder(async ({ run }) => {
      const url = await run("list", "--keys", "postgres://operator:secret@localhost/keys")
      expect([url.code, url.stderr.includes("postgres://"), url.stderr.includes("secret")]).toEqual([2, true, false])
      const wrong = [
        ["issue", ...acme, "--organization", ""],
        ["issue", ...acme.with(1, "two\nlines")],
        ["issue", ...acme.with(9, "gold")],
        ["revoke"],
        ["nothing"]
      ]
      const ran = await Promise.all(wrong.map((args) => run(...args)))
      expect(ran.map(({ code }) => code)).toEqual(wrong.map(() => 2))
    }))

  it("ends with 4 for a broken ledger, and with 3 for one that cannot be used", () =>
    inFolder(async ({ folder, run }) => {
      await writeFile(join(folder, "broken"), "not a ledger\n")
      const broken = await run("list", "--keys", "broken")
      expect([broken.code, broken.stdout]).toEqual([4, ""])
      expect(broken.stderr).toContain("broken")
      expect((await run("list", "--keys", folder)).code).toBe(3)
      expect((await run("issue", ...acme, "--keys", "broken/keys")).code).toBe(3)
    }))

  it("lists nothing where there is no ledger yet", () =>
    inFolder(async ({ run }) => {
      const [pretty, inJson] = await Promise.all([run("list"), run("list", "--format", "json")])
      expect([pretty.code, pretty.stdout, inJson.stdout]).toEqual([0, "No keys.\n", `{"keys":[]}\n`])
    }))
}, 60_000)

interface InFolder {
  readonly folder: string
  readonly run: (...args: ReadonlyArray<string>) => Promise<Ran>
  readonly runWith: (env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) => Promise<Ran>
}

const inFolder = async (test: (tools: InFolder) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "keys-"))
  const runWith: InFolder["runWith"] = (env, ...args) => taxonomy(["keys", ...args], { cwd: folder, env })
  try {
    await test({ folder, run: (...args) => runWith({}, ...args), runWith })
  } finally {
    await rm(folder, { recursive: true })
  }
}

const json = ({ stdout }: Ran): Readonly<Record<string, unknown>> => JSON.parse(stdout)
