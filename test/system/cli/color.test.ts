import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { run } from "../../support/CommandLine.ts"
import { allCommands } from "../../support/CommandTree.ts"
import { helpPage } from "../../support/HelpPage.ts"
import { programs, shellFunctions } from "../../support/Programs.ts"
import { makeRepository, temporaryFolder } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { hasNoTerminal, runOnTerminal } from "../../support/Terminal.ts"
import { makeOneMajor } from "../../support/TwoMajors.ts"

/** A shell command that runs several commands with a marker after each. */
const lineOf = (lines: ReadonlyArray<string>): string =>
  `${shellFunctions}${lines.map((line) => `${line}; echo '<end>'`).join("\n")}`

/** Commands with findings, and invalid commands. */
const failures = ["taxonomy check", "build-release", "taxonomy chekc", "taxonomy keys issue < /dev/null"]

const wrongProject = async (): Promise<string> => {
  const cwd = await makeRepository(smallSources)
  await writeFile(join(cwd, "taxonomy-src/licenses/TWO.yaml"), "code: TWO\n")
  return cwd
}

const outputs = (stdout: string): ReadonlyArray<string> => stdout.split("<end>").slice(0, -1)

// oxlint-disable-next-line no-control-regex -- colors are control characters
const colour = /\u001B\[[\d;]*m/g

const isColoured = (text: string): boolean => text.search(colour) >= 0

describe.skipIf(hasNoTerminal)(`on a terminal${hasNoTerminal ? ", skipped without script or python3" : ""}`, () => {
  it("help is colored, and never with NO_COLOR", async ({ expect }) => {
    const cwd = await temporaryFolder()
    const pages = ["taxonomy --help", "taxonomy check --help", "build-release --help"]
    const shown = async (env: Readonly<Record<string, string>>) =>
      outputs((await runOnTerminal(lineOf(pages), { cwd, env })).stdout)
    const [plain, coloured] = [await shown({ NO_COLOR: "1" }), await shown({})]
    expect(plain.map(isColoured)).toEqual(pages.map(() => false))
    expect(coloured.map(isColoured)).toEqual(pages.map(() => true))
    expect(coloured.map((page) => page.replace(colour, ""))).toEqual(plain)
  })

  it("findings are colored, except with NO_COLOR or on a terminal without colors", async ({ expect }) => {
    const cwd = await wrongProject()
    const shown = async (lines: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
      outputs((await runOnTerminal(lineOf(lines), { cwd, env })).stdout)
    const findings = failures.slice(0, 2)
    expect((await shown(findings, {})).map(isColoured)).toEqual([true, true])
    expect((await shown(findings, { TERM: "dumb" })).map(isColoured)).toEqual([false, false])
    const plain = await shown(failures, { NO_COLOR: "1" })
    expect(plain.map(isColoured)).toEqual(failures.map(() => false))
    expect(plain.every((text) => text.includes("error"))).toBe(true)
  })

  it("the log of a server is colored, and never with NO_COLOR", async ({ expect }) => {
    const cwd = await makeOneMajor()
    const line = `rm -f out; '${process.execPath}' '${programs.taxonomy}' serve --port 0 --admin-port 0 > out & pid=$!
until grep -q Serving out; do kill -0 $pid || exit 1; sleep 0.1; done
kill $pid; wait $pid`
    const [coloured, plain] = [
      await runOnTerminal(line, { cwd }),
      await runOnTerminal(line, { cwd, env: { NO_COLOR: "1" } })
    ]
    for (const { code, stdout } of [coloured, plain])
      expect([code, stdout]).toEqual([0, expect.stringContaining("Metrics")])
    expect([coloured, plain].map(({ stdout }) => isColoured(stdout))).toEqual([true, false])
  })
})

describe("the help of a command", () => {
  it.for(allCommands.map(({ path }) => [path.join(" "), path] as const))(
    "%s: has the same words with and without colors",
    async ([, path], { expect }) => {
      const [plain, coloured] = [await helpPage(path), await helpPage(path, true)]
      expect([plain, coloured].map(isColoured)).toEqual([false, true])
      expect(coloured.replace(colour, "")).toBe(plain)
    }
  )
})

describe("in a pipe", () => {
  it("nothing is colored, unless FORCE_COLOR is set without NO_COLOR", async ({ expect }) => {
    const cwd = await wrongProject()
    const help = "taxonomy check --help"
    const shown = async (lines: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
      const line = lineOf(lines.map((line) => `${line} 2>&1`))
      return outputs((await run("bash", ["-c", line], { cwd, env })).stdout).map(isColoured)
    }
    const none = { NO_COLOR: "" }
    expect(await shown([help, ...failures], none)).toEqual([false, ...failures.map(() => false)])
    expect(await shown([help, "taxonomy check"], { ...none, FORCE_COLOR: "1" })).toEqual([true, true])
    expect(await shown(["taxonomy check"], { NO_COLOR: "1", FORCE_COLOR: "1" })).toEqual([false])
  })
})
