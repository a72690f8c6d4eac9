import { readdirSync, readFileSync } from "node:fs"
import { cp } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"
import { Timestamp } from "../../../src/domain/ledger/Timestamp.ts"
import { dayOf, sixMonthsAfter } from "../../../src/domain/release/removal/DeprecationClock.ts"
import { buildRelease, run, taxonomy, type CommandResult, type RunOptions } from "../../support/CommandLine.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { shellFunctions } from "../../support/Programs.ts"
import { makeRepository, temporaryFolder } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { copyOf, makeOneMajor, makeTwoMajors } from "../../support/TwoMajors.ts"

/**
 * Transcripts of commands: lines that begin with `$ `, each followed by what the command writes. `2> ` marks the lines of
 * stderr, and `exit code` one other than 0. The commands of a transcript run one after the other in a copy of the project
 * that its folder names. To add one, write its line, and run the tests with `--update`.
 */
const folder = fileURLToPath(new URL("commands/", import.meta.url))

const oneMajor = makeOneMajor()

/** The sources of this project and its releases, alone. */
const copyOwnProject = async () => {
  const cwd = await temporaryFolder()
  for (const name of ["taxonomy-src", "releases"]) {
    await cp(join(ownProject, name), join(cwd, name), { recursive: true })
  }
  return cwd
}

/** The projects, by the names of the folders. */
const projects: Readonly<Record<string, () => Promise<string>>> = {
  draft: () => makeRepository(smallSources),
  own: copyOwnProject,
  "one-major": () => copyOf(oneMajor),
  "two-majors": () => makeTwoMajors(oneMajor)
}

const transcripts = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".txt"))
  .map((path) => path.replaceAll("\\", "/"))
  .toSorted()

/** The words of a command line, of which some are in quotes. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? "")

/** True for a line with a pipe, a redirection or a variable, outside of quotes. */
const needsShell = (line: string): boolean => /[|>$]/.test(line.replaceAll(/"[^"$]*"|'[^']*'/g, ""))

/** Runs a command alone in a running process, with the variables before it, and any other line with a shell. */
const execute = (line: string, options: RunOptions): Promise<CommandResult> => {
  const [, variables = "", command = ""] = /^((?:[A-Z_]+=\S* )*)(.*)$/s.exec(line) ?? []
  const env = Object.fromEntries([...variables.matchAll(/(\S+?)=(\S*)/g)].map(([, name, value]) => [name, value]))
  const [program, ...args] = wordsOf(command)
  if (program === "taxonomy" && !needsShell(line)) return taxonomy(args, { ...options, env })
  if (program === "build-release" && !needsShell(line)) return buildRelease(args, { ...options, env })
  return run("bash", ["-c", shellFunctions + line], options)
}

const linesOf = (text: string, prefix = ""): ReadonlyArray<string> =>
  text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => (prefix + line).trimEnd())

const transcribe = async (text: string, cwd: string): Promise<string> => {
  const lines: Array<string> = []
  /** The identifiers of the API keys that the commands issued. */
  const keys: Array<string> = []
  for (const line of text.split("\n").filter((command) => command.startsWith("$ "))) {
    const command = line.slice(2).replaceAll(/\{key (\d+)\}/g, (_, number) => keys[Number(number) - 1] ?? "")
    const before = now()
    const { code, stderr, stdout } = await execute(command, { cwd })
    const output = [...linesOf(stdout), ...linesOf(stderr, "2> ")].join("\n")
    const times = command.includes("--date") ? [] : [before, now()]
    lines.push(line, ...linesOf(withoutAccidents(output, times, keys)))
    if (code !== 0) lines.push(`exit code ${code}`)
    lines.push("")
  }
  return lines.join("\n").replaceAll(cwd, "/project")
}

const now = () => Schema.decodeSync(Timestamp)(`${DateTime.formatIso(DateTime.nowUnsafe()).slice(0, 19)}Z`)

/** Output with names in the place of random keys and, unless the command names a date, of those that depend on the clock. */
const withoutAccidents = (output: string, times: ReadonlyArray<Timestamp>, keys: Array<string>): string =>
  times
    .reduce(
      (text, time) => replaceDates(replaceDates(text, sixMonthsAfter(time), "{in six months}"), dayOf(time), "{now}"),
      output
    )
    .replaceAll(/(nil_[A-Za-z0-9]{8})([A-Za-z0-9]{24})?/g, (_, identifier, secret) => {
      if (!keys.includes(identifier)) keys.push(identifier)
      return `{key ${keys.indexOf(identifier) + 1}}${secret === undefined ? "" : "{secret}"}`
    })
    .replaceAll(/\b\d{5} d(ays)?\b/g, "{many} d$1")
    .replaceAll(/(\+|"id":")[0-9a-f]{8}\b/g, "$1{id}")
    // The root of a key ledger depends on its keys; that of releases does not.
    .replaceAll(/(?<="root":")[^"]{44}/g, (root) => (keys.length === 0 ? root : "{root}"))

/** Replaces a day and the times on it. Messages name examples, too, such as 2027-03-01. */
const replaceDates = (text: string, day: string, name: string): string =>
  text.replaceAll(new RegExp(`(?<!such as |day \\(|time \\()${day}(T\\d\\d:\\d\\d:\\d\\dZ)?`, "g"), name)

describe("a transcript of commands", () => {
  it.for(transcripts)("is what they write: %s", async (path, { expect }) => {
    const project = projects[path.split("/")[0] ?? ""]
    if (project === undefined) throw new Error(`No project has the name of the folder of ${path}`)
    const transcript = await transcribe(readFileSync(folder + path, "utf8"), await project())
    await expect(transcript).toMatchFileSnapshot(folder + path)
  })
})
