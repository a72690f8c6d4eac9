import { spawn } from "node:child_process"
import { once } from "node:events"
import { cp, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import tasksJson from "../../../.vscode/tasks.json" with { type: "json" }
import { taxonomy } from "../../support/CommandLine.ts"
import { programs } from "../../support/Programs.ts"
import { temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

/** Starts `taxonomy check --watch`. */
const watching = async (cwd: string, ...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [programs.taxonomy, "check", "--watch", ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "ignore"]
  })
  let unread = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (unread += text))
  return {
    says: async (words: string) => {
      while (!unread.includes(words)) await once(child.stdout, "data")
      unread = ""
    },
    line: async () => {
      while (!unread.includes("\n")) await once(child.stdout, "data")
      return unread.slice(0, unread.indexOf("\n"))
    },
    /** The next result with these words, from its heading to its last line. */
    result: async (words: string) => {
      const complete = () =>
        unread.split(/^(?=---)/m).find((part) => part.includes(words) && part.includes("to stop.\n"))
      while (complete() === undefined) await once(child.stdout, "data")
      const result = complete() ?? ""
      unread = ""
      return result
    },
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      const [code]: Array<unknown> = await once(child, "exit")
      return code
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL")
  }
}

interface Task {
  readonly args: ReadonlyArray<string>
  readonly problemMatcher: {
    readonly pattern?: Readonly<Record<"file" | "line" | "column" | "severity" | "message" | "code", number>> & {
      readonly regexp: string
    }
    readonly background?: { readonly beginsPattern: string; readonly endsPattern: string }
  }
}

const tasks: ReadonlyArray<Task> = tasksJson.tasks.map(({ args, problemMatcher }) => ({
  args,
  problemMatcher: Array.isArray(problemMatcher) ? {} : problemMatcher
}))

describe("taxonomy check --watch", () => {
  it("survives a replaced folder", async () => {
    const cwd = await temporaryFolder()
    const sources = join(cwd, "taxonomy-src")
    const file = join(sources, "licenses/EDU.yaml")
    const license = smallSources["licenses/EDU.yaml"]
    await writeFiles(sources, smallSources)
    using checks = await watching(cwd)
    await checks.says("1.0.0 can be released")
    await writeFile(file, `${license}unknown: key\n`)
    await checks.says("source/unknown-key")

    await rename(sources, join(cwd, "away"))
    await checks.says("does not exist. Set it with --src.")
    await cp(join(cwd, "away"), sources, { recursive: true })
    await checks.says("source/unknown-key")
    await writeFile(file, license)
    await checks.says("1.0.0 can be released")

    await rename(join(sources, "licenses"), join(cwd, "licenses"))
    await cp(join(cwd, "licenses"), join(sources, "licenses"), { recursive: true })
    await checks.says("1.0.0 can be released")
    await writeFile(file, `${license}unknown: key\n`)
    await checks.says("source/unknown-key")
  })

  it("survives atomic saves, as of git and many editors", async () => {
    const cwd = await temporaryFolder()
    const file = join(cwd, "taxonomy-src/licenses/EDU.yaml")
    const license = smallSources["licenses/EDU.yaml"]
    await writeFiles(join(cwd, "taxonomy-src"), smallSources)
    using checks = await watching(cwd)
    await checks.says("1.0.0 can be released")
    for (let time = 0; time < 3; time++) {
      await writeFile(join(cwd, "new"), `${license}unknown: key\n`)
      await rename(join(cwd, "new"), file)
      await checks.says("source/unknown-key")
      await writeFile(file, license)
      await checks.says("1.0.0 can be released")
    }
  })

  it("prints each result below its time, and says how to stop it", async ({ expect }) => {
    const cwd = await temporaryFolder()
    await writeFiles(join(cwd, "taxonomy-src"), smallSources)
    using checks = await watching(cwd)
    const result = await checks.result("1.0.0 can be released")
    expect(result).toMatch(/^--- \d\d:\d\d:\d\d ---\n/)
    expect(result).toMatch(/\nWatching taxonomy-src\. Press Ctrl\+C to stop\.\n/)
  })

  it("prints nothing but reports for programs", async ({ expect }) => {
    const cwd = await temporaryFolder()
    await writeFiles(join(cwd, "taxonomy-src"), smallSources)
    using checks = await watching(cwd, "--format", "json")
    const { command, ok }: Record<string, unknown> = JSON.parse(await checks.line())
    expect({ command, ok }).toEqual({ command: "check", ok: true })
  })

  it.for([
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)("ends after %s with %i", async ([signal, code], { expect }) => {
    const cwd = await temporaryFolder()
    await writeFiles(join(cwd, "taxonomy-src"), smallSources)
    using checks = await watching(cwd)
    await checks.says("to stop.")
    expect(await checks.end(signal)).toBe(code)
  })

  it("prints lines that the problem matcher of the task reads", async ({ expect }) => {
    const task = tasks.find(({ problemMatcher }) => problemMatcher.background !== undefined)
    const { background, pattern } = task?.problemMatcher ?? {}
    const cwd = await temporaryFolder()
    await writeFiles(join(cwd, "taxonomy-src"), smallSources)
    await writeFiles(join(cwd, "taxonomy-src"), {
      "licenses/EDU.yaml": smallSources["licenses/EDU.yaml"].replace("educational]", "educationl, NEWS]"),
      "rules/never-both.yaml": smallSources["rules/never-both.yaml"].replace("educational]", "educatonal]")
    })
    using checks = await watching(cwd, ...(task?.args.slice(task.args.indexOf("--watch") + 1) ?? []))
    const lines = (await checks.result("Refused")).trimEnd().split("\n")
    const [first = "", last = ""] = [lines[0], lines.at(-1)]
    expect(first).toMatch(new RegExp(background?.beginsPattern ?? ""))
    expect(last).toMatch(new RegExp(background?.endsPattern ?? ""))
    const problems = lines.flatMap((line) => {
      const found = new RegExp(pattern?.regexp ?? "").exec(line)
      return found === null || pattern === undefined
        ? []
        : [
            {
              file: found[pattern.file],
              line: found[pattern.line],
              column: found[pattern.column],
              severity: found[pattern.severity],
              message: found[pattern.message],
              code: found[pattern.code]
            }
          ]
    })
    const problem = { severity: "error", code: "reference/unknown-value" }
    expect(problems).toEqual([
      {
        ...problem,
        file: "taxonomy-src/licenses/EDU.yaml",
        line: "5",
        column: "13",
        message: expect.stringContaining('"educationl" and "NEWS". Did you mean "educational" instead of "educationl"?')
      },
      {
        ...problem,
        file: "taxonomy-src/rules/never-both.yaml",
        line: "4",
        column: "41",
        message: expect.stringContaining('Did you mean "educational"?')
      }
    ])
  })

  it("rejects a missing folder", async ({ expect }) => {
    const { code, stderr } = await taxonomy(["check", "--watch", "--src", "nowhere"], { cwd: await temporaryFolder() })
    expect([code, stderr]).toEqual([3, expect.stringContaining("does not exist. Set it with --src.")])
  })
})
