import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { run as runProgram, taxonomy } from "../../support/CommandLine.ts"
import { programs } from "../../support/Programs.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { makeOneMajor, makeTwoMajors } from "../../support/TwoMajors.ts"

// 1.1.0 to 1.3.0 deprecate use_type/editorial. The working tree, or the release 2.0.0, removes it.
const oneMajor = makeOneMajor()
const twoMajors = makeTwoMajors(oneMajor)

const contract = (id: string, version: string, ...uses: ReadonlyArray<string>) =>
  JSON.stringify({ id, version, config: { use_type: uses } })

const contracts = [
  contract("kept", "1.0.0", "educational"),
  contract("broken", "1.0.0", "editorial"),
  contract("newer", "v1.3.0", "editorial"),
  contract("wrong", "1.0.0", "SECRET"),
  contract("future", "7.0.0", "educational"),
  '{"SECRET'
]

const fileOf = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(await temporaryFolder(), name)
  await writeFile(path, content)
  return path
}

const impact = async (cwd: Promise<string>, ...args: ReadonlyArray<string>) =>
  taxonomy(["impact", ...args], { cwd: await cwd })

const json = async (cwd: Promise<string>, ...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await impact(cwd, ...args, "--format", "json")
  const answer: unknown = JSON.parse(stdout)
  return { code, stderr, answer }
}

describe("taxonomy impact", () => {
  it("counts what the working tree does to contracts, and never prints their content", async ({ expect }) => {
    const file = await fileOf("contracts.ndjson", contracts.join("\n"))
    const { code, stderr, stdout } = await impact(oneMajor, file)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toBe(`4 contracts assessed by the working tree, as 2.0.0.
  1 untouched
  2 broken, of which 2 can be migrated without a decision
  1 invalid already in the release that they were written for
2 could not be assessed. Correct what is listed below, and run again.

Broken
  Editorial (use_type/editorial): 2 contracts
    Removed in 2.0.0. Use Educational (use_type/educational).

Versions without a release
  7.0.0: 1 contract

Unreadable lines
  ${file}:6:9: the line is not JSON
`)
  })

  it("counts what a release does to them, as JSON and as Markdown", async ({ expect }) => {
    const file = await fileOf("contracts.ndjson", contracts.slice(0, 3).join("\n"))
    expect(await json(twoMajors, file, "--to", "v1.3.0")).toMatchObject({
      code: 0,
      answer: {
        to: "1.3.0",
        draft: false,
        contracts: 3,
        untouched: 1,
        deprecated: 2,
        broken: 0,
        deprecations: [
          {
            item: "use_type/editorial",
            label: "Editorial",
            contracts: 2,
            since: "1.1.0",
            replaced_by: ["use_type/educational"],
            earliest_version: "2.0.0"
          }
        ]
      }
    })
    expect(await json(twoMajors, file, "--to", "2.0.0")).toMatchObject({
      code: 0,
      answer: {
        contracts: 3,
        broken: 2,
        migratable: 2,
        breakages: [
          { kind: "item-removed", item: "use_type/editorial", label: "Editorial", contracts: 2, since: "2.0.0" }
        ]
      }
    })
    const { stdout } = await impact(twoMajors, file, "--to", "2.0.0", "--format", "markdown")
    expect(stdout).toContain("### Broken\n\n- **Editorial (use\\_type/editorial): 2 contracts**")
  })

  it("reads several files and standard input, with a byte order mark, CRLF, blank and long lines", async ({
    expect
  }) => {
    const cwd = await twoMajors
    const first = await fileOf("first.ndjson", `\uFEFF${contracts[0]}\r\n\r\n${contracts[1]}\r\n`)
    const long = JSON.stringify({ id: "x".repeat(2_000_000), version: "1.0.0", config: {} })
    const second = await fileOf("second.ndjson", Buffer.concat([Buffer.from(`${long}\n`), Buffer.from([0xff, 0x0a])]))
    const command = `'${process.execPath}' '${programs.taxonomy}' impact '${first}' - '${second}' --to 2.0.0 --format json`
    const { code, stdout } = await runProgram("bash", ["-c", `echo '${contracts[2]}' | ${command}`], { cwd })
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        contracts: 3,
        broken: 2,
        unreadable: 2,
        unreadable_lines: [
          { file: second, line: 1, problem: "too-long" },
          { file: second, line: 2, problem: "not-utf8" }
        ]
      }
    ])
  })

  it("finds no contracts in an empty file", async ({ expect }) => {
    const { code, stdout } = await impact(twoMajors, await fileOf("empty.ndjson", ""), "--fail-on", "deprecated")
    expect([code, stdout.split("\n")[0]]).toEqual([
      0,
      expect.stringMatching(/^No contracts were assessed by the working tree/)
    ])
  })

  it("reads fields with other names", async ({ expect }) => {
    const file = await fileOf(
      "other.ndjson",
      '{"n":1,"terms":{"release":"1.0.0","grant":{"use_type":["editorial"]}}}\n'
    )
    const fields = ["--id-field", "n", "--version-field", "terms.release", "--config-field", "terms.grant"]
    expect(await json(twoMajors, file, "--to", "2.0.0", ...fields)).toMatchObject({
      answer: { contracts: 1, broken: 1 }
    })
  })

  it("writes the affected contracts to a file, and never over a file that it reads", async ({ expect }) => {
    const file = await fileOf("contracts.ndjson", contracts.join("\n"))
    const ids = join(await temporaryFolder(), "ids.ndjson")
    expect(await impact(twoMajors, file, "--to", "2.0.0", "--ids", ids)).toMatchObject({ code: 0 })
    const lines = (await readFile(ids, "utf8")).trimEnd().split("\n")
    const broken = { file, verdict: "broken", broken: ["use_type/editorial"], deprecated: [], migratable: true }
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { id: "broken", version: "1.0.0", line: 2, ...broken },
      { id: "newer", version: "1.3.0", line: 3, ...broken },
      {
        id: "wrong",
        version: "1.0.0",
        file,
        line: 4,
        verdict: "invalid",
        broken: [],
        deprecated: [],
        migratable: false
      }
    ])
    const before = await readFile(file, "utf8")
    expect(await impact(twoMajors, file, "--to", "2.0.0", "--ids", file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--ids")
    })
    expect(await readFile(file, "utf8")).toBe(before)
  })

  it("fails on request if a contract is broken, deprecated, or cannot be assessed", async ({ expect }) => {
    const file = await fileOf("contracts.ndjson", contracts.slice(0, 3).join("\n"))
    const codeOf = async (...args: ReadonlyArray<string>) => (await impact(twoMajors, ...args)).code
    expect(await codeOf(file, "--to", "2.0.0", "--fail-on", "broken")).toBe(1)
    expect(await codeOf(file, "--to", "1.3.0", "--fail-on", "broken")).toBe(0)
    expect(await codeOf(file, "--to", "1.3.0", "--fail-on", "deprecated")).toBe(1)
    expect(await codeOf(file, "--to", "1.0.0", "--fail-on", "deprecated")).toBe(0)
    const unknown = await fileOf("unknown.ndjson", contracts[4] ?? "")
    expect(await codeOf(unknown, "--to", "1.3.0", "--fail-on", "broken")).toBe(1)
  })

  it("fails if there are contracts and none could be assessed, and says so last", async ({ expect }) => {
    const none = await fileOf("none.ndjson", contracts.slice(4).join("\n"))
    const stderr =
      "error: No contract in 2 lines could be assessed. Correct what is listed, or name the fields with --version-field and --config-field.\n"
    expect(await impact(twoMajors, none, "--to", "1.3.0")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("7.0.0: 1 contract"),
      stderr
    })
    expect(await json(twoMajors, none, "--to", "1.3.0", "--fail-on", "broken")).toMatchObject({
      code: 1,
      stderr,
      answer: { contracts: 0, unknown: 1, unreadable: 1 }
    })
    const some = await fileOf("some.ndjson", contracts.slice(3).join("\n"))
    expect(await impact(twoMajors, some, "--to", "1.3.0")).toMatchObject({ code: 0, stderr: "" })
  })

  it("takes versions as the API shows them, for contracts and for the release", async ({ expect }) => {
    const versions = ["v1.0", "1.0", "v1.0.0", "1.0.0"]
    const lines = versions.map((version, index) => contract(`c-${index}`, version, "editorial"))
    const file = await fileOf("minor.ndjson", lines.join("\n"))
    const ids = join(await temporaryFolder(), "ids.ndjson")
    for (const to of ["v2.0", "2.0", "v2", "2"]) {
      expect(await json(twoMajors, file, "--to", to, "--ids", ids)).toMatchObject({
        code: 0,
        answer: { to: "2.0.0", contracts: 4, broken: 4, unknown: 0, unreadable: 0 }
      })
    }
    const affected = (await readFile(ids, "utf8")).trimEnd().split("\n")
    expect(affected.map((line): unknown => JSON.parse(line))).toMatchObject([
      { version: "1.0" },
      { version: "1.0" },
      { version: "1.0.0" },
      { version: "1.0.0" }
    ])
    expect(await json(twoMajors, file, "--to", "v1")).toMatchObject({ answer: { to: "1.3.0", deprecated: 4 } })
  })

  it("names a release, a file and a folder that it cannot read", async ({ expect }) => {
    const file = await fileOf("contracts.ndjson", "")
    expect(await impact(twoMajors, file, "--to", "9.9.9")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("Release 9.9.9 does not exist. Choose one of 1.0.0")
    })
    const folder = await temporaryFolder()
    for (const path of [join(folder, "missing.ndjson"), folder]) {
      expect(await impact(twoMajors, path, "--to", "2.0.0")).toMatchObject({
        code: 3,
        stdout: "",
        stderr: expect.stringContaining(`error: ${path}: `)
      })
    }
  })
})
