import { join } from "node:path"
import { describe, it } from "vitest"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const where = temporaryFolder()

/** What a command says on stderr, which ends with 2 and prints nothing on stdout. */
const refusal = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { code, stderr, stdout } = await taxonomy(args, { cwd: await where, env })
  if (code !== 2 || stdout !== "") throw new Error(`It ended with ${code} and printed ${stdout}`)
  return stderr
}

describe("a command line that is wrong", () => {
  it("is told what it is, with where to find help, and without pages of it", async ({ expect }) => {
    expect(await refusal(["chekc"])).toBe(`error: There is no command "chekc". Did you mean check?
usage: taxonomy <subcommand> [flags]
help:  taxonomy --help
`)
    const { code, stderr, stdout } = await buildRelease(["--dry-rum"], { cwd: await where })
    expect([code, stdout, stderr]).toEqual([
      2,
      "",
      `error: There is no option --dry-rum. Did you mean --dry-run?
usage: build-release [flags]
help:  build-release --help
`
    ])
  })

  it.for([
    [
      ["keys", "isue"],
      'error: There is no command "isue". Did you mean issue?\nusage: taxonomy keys <subcommand> [flags]\nhelp:  taxonomy keys --help'
    ],
    [["keys", "produce"], 'There is no command "produce". There is issue, list, show, rotate, revoke, migrate.'],
    [["build-release"], "build-release is a command of its own: npx build-release."],
    [["check", "extra"], '"extra" is one argument too many.'],
    [["explain"], "<id> is missing: The rule's id, as findings show it in brackets."],
    [["withdraw", "v1.0.0"], "--reason is missing. Give it, or set TAXONOMY_REASON."],
    [["withdraw", "v1.0", "--reason", "Wrong"], '<version> cannot be "v1.0". Expected a full version such as v1.2.0.'],
    [
      ["check", "--format", "jsn"],
      '--format cannot be "jsn". Expected pretty, json, github, sarif, junit, markdown. Did you mean "json"?'
    ],
    [
      ["keys", "issue", "--organization", "Acme", "--expected-volume=1"],
      `error: --use-case is missing. Give it, or set TAXONOMY_USE_CASE.
error: --environment is missing. Give it, or set TAXONOMY_ENVIRONMENT. It is one of development, staging, production.
error: --tier is missing. Give it, or set TAXONOMY_TIER. It is one of free, professional, enterprise.
usage: `
    ],
    [["keys", "list", "--older-than", "x"], '--older-than cannot be "x". Expected a number of days from 0.'],
    [["serve", "--upgrade-url", "foo"], '--upgrade-url cannot be "foo". Expected a URL such as https://'],
    [["serve", "--upgrade-url", "javascript:x"], '--upgrade-url cannot be "javascript:x". Expected a URL such as '],
    [
      ["serve", "--host", "http://127.0.0.1:8080"],
      '--host cannot be "http://127.0.0.1:8080". Expected an address or a name of this machine alone, such as 127.0.0.1, and no URL.'
    ],
    [["serve", "--host", "localhost:8080"], '--host cannot be "localhost:8080". Expected an address'],
    [["start", "--admin-host", ""], "--admin-host has no value. Expected an address"],
    [["check", "--format"], "--format has no value. Expected pretty, json, github, sarif, junit, markdown."],
    [["check", "--date", "soon"], '--date cannot be "soon". Expected a day such as 2027-03-01, or a UTC time such as'],
    [["serve", "--port", "99999"], '--port cannot be "99999". Expected a port from 0 to 65535.'],
    [["check", "--\u001B[31m"], "There is no option --\\u001b[31m."]
  ] as const)("%j is told what to do", async ([args, told], { expect }) => {
    expect(await refusal(args)).toContain(told)
  })

  it("is told of the variable where the value came from there", async ({ expect }) => {
    const [format, host, port] = await Promise.all([
      refusal(["check"], { TAXONOMY_FORMAT: "jsn" }),
      refusal(["serve"], { TAXONOMY_HOST: "https://licensing.example" }),
      refusal(["serve"], { TAXONOMY_PORT: "many" })
    ])
    expect(format).toContain('error: TAXONOMY_FORMAT, which stands for --format, cannot be "jsn". Expected pretty, ')
    expect(host).toContain('error: TAXONOMY_HOST, which stands for --host, cannot be "https://licensing.example". Exp')
    expect(port).toContain(
      'error: TAXONOMY_PORT, which stands for --port, cannot be "many". Expected a port from 0 to '
    )
  })
})

describe("a failure", () => {
  it("names the place, and what to do next", async ({ expect }) => {
    const cwd = await where
    const told = async (...args: ReadonlyArray<string>) => {
      const { code, stderr } = await taxonomy(args, { cwd })
      return [code, stderr]
    }
    const missing = `error: There is no folder ${join(cwd, "releases")}, so nothing is published there. Name the folder of the releases with --releases.\n`
    expect(await told("verify")).toEqual([3, missing])
    expect(await told("keys", "show", "nil_none")).toEqual([
      1,
      'error: Unknown key "nil_none". taxonomy keys list shows all.\n'
    ])
    expect(await told("keys", "list", "--keys", "postgres://user:secret@127.0.0.1:1/keys")).toEqual([
      3,
      expect.stringMatching(/postgres:\/\/user@127.0.0.1:1\/keys cannot be used: .* name another with --keys\.\n$/)
    ])
  })
})

describe("TAXONOMY_FORMAT", () => {
  it("holds for the commands that have such a format, and the others print as ever", async ({ expect }) => {
    const cwd = await where
    const [rules, history] = await Promise.all(
      ["rules", "history"].map((command) => taxonomy([command], { cwd, env: { TAXONOMY_FORMAT: "markdown" } }))
    )
    expect([rules?.code, rules?.stdout]).toEqual([0, expect.stringMatching(/^#/)])
    expect([history?.code, history?.stdout]).toEqual([0, expect.stringContaining("Nothing is published")])
  })
})
