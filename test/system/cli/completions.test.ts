import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { beforeAll, describe, it } from "vitest"
import { checks } from "../../../src/domain/checks/CheckRegistry.ts"
import { buildRelease, run, taxonomy } from "../../support/CommandLine.ts"
import { allCommands } from "../../support/CommandTree.ts"
import { makeRepository } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { isInstalled } from "../../support/Terminal.ts"

const programs = { taxonomy, "build-release": buildRelease } as const

let folder = ""
beforeAll(async () => {
  folder = await makeRepository(smallSources)
  for (const shell of ["bash", "zsh", "fish"]) {
    for (const [name, program] of Object.entries(programs)) {
      const { stdout } = await program(["--completions", shell], { cwd: folder })
      await writeFile(join(folder, `${name}.${shell}`), stdout)
    }
  }
})

type Complete = (line: string) => Promise<ReadonlyArray<string>>

const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

/** Calls the function that bash has registered for the completion of a command. */
const inBash: Complete = async (line) => {
  const words = line.split(" ")
  const [name = "", last = "", before = ""] = [words[0], words.at(-1), words.at(-2)]
  const asked = `source ${name}.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=\${#COMP_LINE} COMPREPLY=()
function=$(complete -p ${name}) && function=\${function#*-F } && "\${function%% *}" ${name} "${last}" "${before}"
printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stderr, stdout } = await run("bash", ["--norc", "-c", asked, "bash", ...words], { cwd: folder })
  if (stderr !== "") throw new Error(stderr)
  return linesOf(stdout)
}

const inFish: Complete = async (line) => {
  const asked = `source taxonomy.fish; source build-release.fish; complete -C '${line}'`
  const { stderr, stdout } = await run("fish", ["--no-config", "-c", asked], { cwd: folder })
  if (stderr !== "") throw new Error(stderr)
  return linesOf(stdout).map((text) => text.split("\t")[0] ?? "")
}

/**
 * Presses the tab key behind a line in a zsh on a terminal of its own, and returns what is there once it contains the
 * awaited text. The folder is removed when the tests end, and then nothing waits any more.
 */
const inZsh = async (line: string, awaited: string): Promise<string> => {
  const asked = `zmodload zsh/zpty
seen=""
await() { while [[ -e taxonomy.zsh ]] { zpty -rt z some && seen+=$some; [[ $seen == *$1* ]] && return; sleep 0.05 } }
zpty -b z 'TERM=dumb zsh -f -i'
zpty -w z 'PROMPT=; autoload -Uz compinit; compinit -u -D; source ./taxonomy.zsh; source ./build-release.zsh; print REA""DY'
await READY
seen=""
zpty -wn z "$1"$'\t'
await "$2"
print -r -- "$seen"
zpty -d z`
  const { stdout } = await run("zsh", ["-f", "-c", asked, "zsh", line, awaited], { cwd: folder })
  return stdout
}

const shells = [
  ["bash", inBash],
  ["fish", inFish]
] as const

/** The title of the tests of a shell, with the reason if they are skipped. */
const completionIn = (shell: string) =>
  `completion in ${shell}${isInstalled(shell) ? "" : `, skipped as ${shell} is not there`}`

for (const [shell, complete] of shells) {
  describe(completionIn(shell), () => {
    it.skipIf(!isInstalled(shell))("completes commands and subcommands", async ({ expect }) => {
      expect(await complete("taxonomy ch")).toEqual(["check"])
      expect([...(await complete("taxonomy keys r"))].sort()).toEqual(["revoke", "rotate"])
      const top = allCommands.filter(({ path }) => path.length === 2).map(({ command }) => command.name)
      expect([...(await complete("taxonomy "))].sort()).toEqual(expect.arrayContaining(top.sort()))
    })

    it.skipIf(!isInstalled(shell))("completes options, including those of build-release", async ({ expect }) => {
      expect(await complete("taxonomy check --fo")).toEqual(["--format"])
      expect(await complete("taxonomy keys issue --org")).toEqual(["--organization"])
      expect(await complete("taxonomy serve --he")).toEqual(["--help"])
      expect(await complete("build-release --dr")).toEqual(["--dry-run"])
      expect(await complete("build-release --vers")).toEqual(["--version"])
    })

    it.skipIf(!isInstalled(shell))("completes values of options and arguments", async ({ expect }) => {
      expect(await complete("taxonomy check --format js")).toEqual(["json"])
      expect(await complete("build-release --format mark")).toEqual(["markdown"])
      expect(await complete("taxonomy keys issue --tier ent")).toEqual(["enterprise"])
      expect((await complete("taxonomy check --src taxonomy-s")).map((path) => path.replace(/\/$/, ""))).toEqual([
        "taxonomy-src"
      ])
      expect(await complete("taxonomy export --out taxonomy.z")).toEqual(["taxonomy.zsh"])
      const rules = checks.map(({ id }) => id).filter((id) => id.startsWith("semver/"))
      expect([...(await complete("taxonomy explain semver/"))].sort()).toEqual(rules.sort())
    })
  })
}

describe(completionIn("zsh"), () => {
  it.skipIf(!isInstalled("zsh")).for([
    ["taxonomy ch", "taxonomy check"],
    ["taxonomy keys rev", "taxonomy keys revoke"],
    ["taxonomy check --fo", "taxonomy check --format"],
    ["taxonomy check --format js", "taxonomy check --format json"],
    ["taxonomy explain semver/bump-t", "taxonomy explain semver/bump-too-small"],
    ["build-release --dr", "build-release --dry-run"]
  ] as const)("completes %s to %s", async ([typed, completed], { expect }) => {
    expect(await inZsh(typed, completed)).toContain(completed)
  })
})

describe("the completion script", () => {
  it("contains all commands, even if it is requested after one of them", async ({ expect }) => {
    const [alone, behind] = await Promise.all([
      taxonomy(["--completions", "fish"], { cwd: folder }),
      taxonomy(["check", "--completions", "fish"], { cwd: folder })
    ])
    expect(behind.stdout).toContain("'withdraw'")
    expect(behind.stdout).toBe(alone.stdout)
  })

  it("tells PowerShell which options take files and which take folders", async ({ expect }) => {
    const { stdout } = await taxonomy(["--completions", "powershell"], { cwd: folder })
    const typesOf = (option: string) =>
      new Set([...stdout.matchAll(new RegExp(`name = '${option}'; .*pathType = (\\S+);`, "g"))].map(([, type]) => type))
    expect([typesOf("src"), typesOf("keys"), typesOf("tier")]).toEqual([
      new Set(["'directory'"]),
      new Set(["'file'"]),
      new Set(["$null"])
    ])
    expect(typesOf("out")).toContain("'file'")
  })
})
