import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { buildRelease, taxonomy } from "../../support/CommandLine.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const where = temporaryFolder()

/** Runs an invalid command: returns its stderr after checking exit code 2 and an empty stdout. */
const refusal = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { code, stderr, stdout } = await taxonomy(args, { cwd: await where, env })
  if (code !== 2 || stdout !== "") throw new Error(`It ended with ${code} and printed ${stdout}`)
  return stderr
}

describe("usage errors", () => {
  it("print one line per error, the usage and the help command", async ({ expect }) => {
    expect(await refusal(["chekc"])).toBe(`error: Unknown command "chekc". Did you mean check?
usage: taxonomy <subcommand> [flags]
help:  taxonomy --help
`)
    const { code, stderr, stdout } = await buildRelease(["--dry-rum"], { cwd: await where })
    expect([code, stdout, stderr]).toEqual([
      2,
      "",
      `error: Unknown option --dry-rum. Did you mean --dry-run?
usage: build-release [flags]
help:  build-release --help
`
    ])
  })

  it.for([
    [
      ["keys", "isue"],
      'error: Unknown command "isue". Did you mean issue?\nusage: taxonomy keys <subcommand> [flags]\nhelp:  taxonomy keys --help'
    ],
    [
      ["keys", "produce"],
      'Unknown command "produce". Expected one of issue, list, show, usage, rotate, change, revoke, sign, verify, migrate.'
    ],
    [["build-release"], "build-release is a separate program: node bin/build-release.js."],
    [["check", "extra"], 'Unexpected "extra".'],
    [["explain"], "<id> is missing: Id of a check, as findings show it in brackets."],
    [["withdraw", "v1.0.0"], "--reason is missing. Pass it or set TAXONOMY_REASON."],
    [["withdraw", "v1.0", "--reason", "Wrong"], 'Invalid <version> "v1.0". Expected a full version such as v1.2.0.'],
    [
      ["check", "--format", "jsn"],
      'Invalid --format "jsn". Expected one of pretty, json, github, sarif, junit, markdown, lines. Did you mean "json"?'
    ],
    [
      ["keys", "issue", "--organization", "Acme", "--expected-volume=1"],
      `error: --use-case is missing. Pass it or set TAXONOMY_USE_CASE.
error: --environment is missing. Pass it or set TAXONOMY_ENVIRONMENT. Expected one of development, staging, production.
error: --tier is missing. Pass it or set TAXONOMY_TIER. Expected one of free, professional, enterprise.
usage: `
    ],
    [["keys", "list", "--format", "json", "--format", "json"], "error: --format is given 2 times. Pass it once."],
    [
      ["keys", "change", "nil_AbCdEfGh", "--expires", "soon"],
      "UTC time (2027-01-31T12:00:00Z), a duration (90d, 12h), or never."
    ],
    [["keys", "list", "--older-than", "x"], 'Invalid --older-than "x". Expected a number of days, 0 or more.'],
    [["serve", "--upgrade-url", "foo"], 'Invalid --upgrade-url "foo". Expected a URL such as https://'],
    [["serve", "--upgrade-url", "javascript:x"], 'Invalid --upgrade-url "javascript:x". Expected a URL such as '],
    [
      ["serve", "--host", "http://127.0.0.1:8080"],
      'Invalid --host "http://127.0.0.1:8080". Expected an IP address or host name without scheme and port, such as 127.0.0.1.'
    ],
    [["serve", "--host", "localhost:8080"], 'Invalid --host "localhost:8080". Expected an IP address'],
    [
      ["serve", "--otlp", "127.0.0.1:4318"],
      'Invalid --otlp "127.0.0.1:4318". Expected a URL without credentials such as'
    ],
    [["serve", "--trace-sampling", "5"], 'Invalid --trace-sampling "5". Expected a number from 0 to 1'],
    [["serve", "--trusted-proxy", "0.0.0.0/0"], 'Invalid --trusted-proxy "0.0.0.0/0". Expected IP addresses, networks'],
    [["start", "--admin-host", ""], "--admin-host has no value. Expected an IP address"],
    [
      ["check", "--format"],
      "--format has no value. Expected one of pretty, json, github, sarif, junit, markdown, lines."
    ],
    [["check", "--date", "soon"], 'Invalid --date "soon". Expected a day such as 2027-03-01, or a UTC time such as'],
    [["serve", "--port", "99999"], 'Invalid --port "99999". Expected a port from 0 to 65535.'],
    [["check", "--\u001B[31m"], "Unknown option --\\u001b[31m."]
  ] as const)("explain what %j lacks", async ([args, told], { expect }) => {
    expect(await refusal(args)).toContain(told)
  })

  it.for([
    ["verify", "--releases", "postgres://user:secret@db/name"],
    ["check", "--src", "user:secret@db:5432/name"],
    ["mirror", "https://releases.example", "--into", "s3://user:secret@bucket/releases"],
    ["site", "--out", "host=db password=secret"],
    ["import", "csv", "jdbc:postgresql://user:secret@db/name"],
    ["impact", "postgres://db/name?password=secret"],
    ["serve", "--host", "redis://user:secret@cache:6379"]
  ])("refuse an address in the place of a path, and show no password: %j", async (args, { expect }) => {
    const told = await refusal(args)
    expect(told).toMatch(/^error: Invalid /)
    expect(told).not.toContain("secret")
    expect(await readdir(await where)).toEqual([])
  })

  it("name the variable if the value came from the environment", async ({ expect }) => {
    const [format, host, port, prepared] = await Promise.all([
      refusal(["check"], { TAXONOMY_FORMAT: "jsn" }),
      refusal(["serve"], { TAXONOMY_HOST: "https://licensing.example" }),
      refusal(["serve"], { TAXONOMY_PORT: "many" }),
      refusal(["serve"], { TAXONOMY_PREPARED: "maybe" })
    ])
    expect(format).toContain('error: Invalid TAXONOMY_FORMAT "jsn" (for --format). Expected one of pretty, ')
    expect(host).toContain('error: Invalid TAXONOMY_HOST "https://licensing.example" (for --host). Exp')
    expect(port).toContain('error: Invalid TAXONOMY_PORT "many" (for --port). Expected a port from 0 to ')
    expect(prepared).toContain('error: Invalid TAXONOMY_PREPARED "maybe" (for --prepared). ')
  })
})

describe("failures", () => {
  it("name the place and the next step", async ({ expect }) => {
    const cwd = await where
    const told = async (...args: ReadonlyArray<string>) => {
      const { code, stderr } = await taxonomy(args, { cwd })
      return [code, stderr]
    }
    const missing = `error: The folder ${join(cwd, "releases")} does not exist. Name the folder of the releases with --releases.\n`
    expect(await told("verify")).toEqual([3, missing])
    expect(await told("keys", "show", "nil_none")).toEqual([
      1,
      'error: Unknown key "nil_none". Run taxonomy keys list to see all keys.\n'
    ])
    expect(await told("keys", "list", "--keys", "postgres://user:secret@127.0.0.1:1/keys")).toEqual([
      3,
      expect.stringMatching(/postgres:\/\/user@127.0.0.1:1\/keys cannot be used: .* select another with --keys\.\n$/)
    ])
  })
})

describe("TAXONOMY_FORMAT", () => {
  it("applies to the commands that support the format, and others print pretty", async ({ expect }) => {
    const cwd = await where
    const [rules, history] = await Promise.all(
      ["rules", "history"].map((command) => taxonomy([command], { cwd, env: { TAXONOMY_FORMAT: "markdown" } }))
    )
    expect([rules?.code, rules?.stdout]).toEqual([0, expect.stringMatching(/^#/)])
    expect([history?.code, history?.stdout]).toEqual([0, expect.stringContaining("No release is published")])
  })
})
