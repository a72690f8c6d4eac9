import { readFileSync } from "node:fs"
import { cp, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as CliConfig from "effect/cli/CliConfig"
import * as Command from "effect/cli/Command"
import * as Completions from "effect/cli/Completions"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestConsole from "effect/testing/TestConsole"
import { describe, it } from "vitest"
import { makeGlobalFlags } from "../../../src/cli/Help.ts"
import { environmentName } from "../../../src/cli/options/Options.ts"
import { buildRelease, run, taxonomy, type CommandResult } from "../../support/CommandLine.ts"
import { allCommands, leafCommands, type CommandPath } from "../../support/CommandTree.ts"
import { helpPage } from "../../support/HelpPage.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { commitAll, git, temporaryFolder } from "../../support/Repository.ts"
import { makeOneMajor, makeTwoMajors } from "../../support/TwoMajors.ts"

/** The parsed input of a command. Its handler does not run. */
const inputOf = (
  { command, path }: CommandPath,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Promise<unknown> => {
  let input: unknown
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its handler is replaced
  const parsing = Command.withHandler(command as Command.Command<string, unknown, unknown>, (parsed) =>
    Effect.sync(() => {
      input = parsed
    })
  )
  return Command.runWith(parsing, { version: "0.0.0" })(args)
    .pipe(
      Effect.provideService(CliConfig.CliConfig, makeGlobalFlags(path.slice(1))),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
      Effect.provide(Layer.merge(TestConsole.layer, NodeServices.layer)),
      Effect.mapError((error) => new Error(`${path.join(" ")} ${args.join(" ")}: ${error.message}`)),
      Effect.runPromise
    )
    .then(() => input)
}

const examples = allCommands.flatMap(({ command }) => command.examples.map((example) => example.command))

/** The words of every example, as a shell splits it. */
const splitExamples: ReadonlyMap<string, ReadonlyArray<string>> = await (async () => {
  const lines = [...new Set(examples)]
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\n'\n`).join("")
  const { stdout } = await run("bash", ["-c", script], { cwd: await temporaryFolder() })
  const split = stdout.split("\0\n")
  return new Map(lines.map((line, index) => [line, split[index]?.split("\0") ?? []]))
})()

/** Runs the words of an example, with the keys that earlier examples make. */
const runWords = ([program, ...args]: ReadonlyArray<string>, cwd: string): Promise<CommandResult> =>
  (program === "taxonomy" ? taxonomy : buildRelease)(args, {
    cwd,
    env: { TAXONOMY_LOG_KEY: "log.key", TAXONOMY_WITNESS_KEY: "witness.key", TAXONOMY_KEYS_LOG_KEY: "keys.key" }
  })

const named = allCommands.map((known) => [known.path.join(" "), known] as const)
const doing = leafCommands.map((known) => [known.path.join(" "), known] as const)

it("has a line in the transcript of help, for every command", ({ expect }) => {
  const transcript = readFileSync(new URL("../transcripts/commands/draft/help.txt", import.meta.url), "utf8")
  const missing = allCommands.filter(({ path }) => !transcript.includes(`$ ${path.join(" ")} --help\n`))
  expect(missing.map(({ path }) => path.join(" "))).toEqual([])
})

describe("the help of every command", () => {
  it.for(named)("%s: has a description and one to three examples", async ([name, { command, path }], { expect }) => {
    const page = await helpPage(path)
    expect(command.description).toMatch(/^[A-Z].{15,}/)
    expect(page).toContain(`DESCRIPTION\n  ${command.description}\n`)
    expect(command.examples.length).toBeGreaterThanOrEqual(1)
    expect(command.examples.length).toBeLessThanOrEqual(3)
    for (const example of command.examples) {
      expect(page).toContain(`  # ${example.description}\n  ${example.command}`)
      expect(`${example.command} `).toContain(`${name} `)
    }
  })

  it.for(named)(
    "%s: describes each option with its variable and default",
    async ([name, { command, path }], { expect }) => {
      const lines = (await helpPage(path)).split("\n")
      for (const flag of Completions.fromCommand(command).flags) {
        const line = lines.find((text) => text.startsWith(`  --${flag.name} `))
        expect(line).toMatch(/^ +--\S+ +(?:[a-z]+ +)?[A-Z]\S* \S+/)
        expect(line).toMatch(/\[default: .+?\]|\[required\]/)
        // A text that is left out of a sentence leaves a space before the next sign.
        expect(line).not.toMatch(/ [.,:;](?: |$)/)
        const variable = variableOf(name, flag)
        if (variable === undefined) expect(line).not.toContain("[env:")
        else expect(line).toContain(`[env: ${variable}]`)
      }
    }
  )

  it.for(doing)("%s: accepts the same values from variables and options", async ([name, known], { expect }) => {
    const { options, positional } = requiredArgs(known)
    for (const flag of Completions.fromCommand(known.command).flags) {
      const variable = variableOf(name, flag)
      if (variable === undefined) continue
      const value = sampleOf(flag)
      const toggle = value === "false" ? `--no-${flag.name}` : `--${flag.name}`
      const option = flag.type._tag === "Boolean" ? [toggle] : [`--${flag.name}`, value]
      const others = options.filter(([other]) => other !== flag.name).flatMap(([other, text]) => [`--${other}`, text])
      const rest = [...others, ...positional]
      const given = JSON.stringify(await inputOf(known, [...option, ...rest]))
      const read = JSON.stringify(await inputOf(known, rest, { [variable]: value }))
      expect(read, flag.name).toBe(given)
      expect(given, flag.name).toContain(value.replace(/^v/, ""))
    }
  })
})

describe("the examples of every command", () => {
  it.for(doing)("%s: are valid", async ([, known], { expect }) => {
    for (const { command } of known.command.examples) {
      const words = (splitExamples.get(command) ?? []).slice(known.path.length)
      expect(await inputOf(known, words), command).toBeDefined()
    }
  })

  it("succeed in a project that contains the items that they name", async ({ expect }) => {
    const cwd = await makeTwoMajors(makeOneMajor())
    await commitAll(cwd, "Release 2.0.0")
    await writeFile(join(cwd, "contracts.ndjson"), '{"id":1,"version":"1.0.0","config":{}}\n')
    await git(cwd, "update-ref", "refs/remotes/origin/main", "HEAD")
    // Commands that change the sources are shown with those of this project.
    const editable = await temporaryFolder()
    for (const folder of ["taxonomy-src", "releases"]) {
      await cp(join(ownProject, folder), `${editable}/${folder}`, {
        recursive: true
      })
    }
    await git(editable, "init", "--quiet")
    // Licenses and a use, as the questions about meaning read them.
    const { config } = JSON.parse(await readFile(join(editable, "releases/v1.0.0/licenses/NIL-EDU-IMAGE.json"), "utf8"))
    for (const file of ["agreement.json", "sublicense.json"]) {
      await writeFile(join(editable, file), JSON.stringify({ ...config, product_categories: ["NO_GOODS"] }))
    }
    await writeFile(join(editable, "use.json"), '{"use_type":["educational"]}')
    const grant = {
      id: "1",
      licensor: "ada",
      athlete: { id: "ada" },
      version: "working-tree",
      license: "NIL-EDU-IMAGE"
    }
    await writeFile(join(editable, "contracts.ndjson"), `${JSON.stringify(grant)}\n`)
    await writeFile(join(editable, "contract.json"), JSON.stringify(grant))
    await writeFile(join(cwd, "requesters.csv"), "organization,use_case,expected_volume\nAcme,A shop,10 a day\n")
    const issued = await taxonomy(["keys", "issue", ...Object.entries(holder).flat()], { cwd })
    const [key = ""] = /nil_\w{8}/.exec(issued.stdout) ?? []
    const keysLog = await taxonomy(["log-key", "--name", "example.com/keys", "--out", "keys.key"], { cwd })
    await writeFile(join(cwd, "keys.vkey"), keysLog.stdout)
    const lines = examples
      .filter((line) => !servesOrAsks.test(line))
      .toSorted((left, right) => turnOf(left) - turnOf(right))
    const failed: Array<unknown> = []
    for (const line of new Set(lines)) {
      const isEdit = /^taxonomy (?:new|set|deprecate|move|split|merge|waive|permits|covers|clash|terms) /.test(line)
      const words = splitExamples.get(line) ?? []
      // There is something to waive once a definition has changed.
      if (line.startsWith("taxonomy waive ")) await changeDefinition(editable)
      const here = isEdit ? words : words.map((word) => presentNames.get(word) ?? word.replace("nil_AbCdEfGh", key))
      const { code, stderr, stdout } = await runWords(here, isEdit ? editable : cwd)
      if (code !== 0) failed.push({ line, code, stderr })
      // What a reader of the log has.
      if (line.includes("--out log.key")) await writeFile(join(cwd, "log.vkey"), stdout)
      if (line === "taxonomy keys sign") {
        await cp(join(cwd, "var/keys.ndjson.checkpoint"), join(cwd, "kept-keys.checkpoint"))
      }
      if (line === "taxonomy log-sign") await cp(join(cwd, "releases/checkpoint"), join(cwd, "kept.checkpoint"))
    }
    expect(lines.length).toBeGreaterThan(25)
    expect(failed).toEqual([])
  })
})

/** Logs are signed before they are verified. Revoked keys have no successors, so they come last. */
const turnOf = (line: string): number =>
  /^taxonomy (?:log-|keys sign)/.test(line) ? 0 : line.includes("--yes") ? 2 : 1

/** Items of the project in place of those that examples name. */
const presentNames: ReadonlyMap<string, string> = new Map([
  ["exclusive_categories/QSR_FAST_FOOD", "use_type/editorial"],
  ["QSR_FAST_FOOD", "editorial"],
  ["exclusive_categories/QSR", "use_type/educational"],
  ["NIL-EDU-IMAGE", "EDU"],
  ["licenses/NIL-EDU-IMAGE.json", "licenses/EDU.json"]
])

/** Commands that run until they are stopped, or need a database, a server, another machine or a prompt. */
const servesOrAsks =
  /--watch|taxonomy (?:serve|start|explore|mirror|mcp|notify|hooks)|postgres:|^taxonomy keys usage |^taxonomy keys issue$|Reported as leaked|country list"$|replaced it"$/

let changed = 0

/** Changes the definition of `use_type/editorial`, each time in another way. */
const changeDefinition = async (folder: string) => {
  const file = `${folder}/taxonomy-src/dimensions/use_type.yaml`
  const text = await readFile(file, "utf8")
  await writeFile(file, text.replace("Use in reporting", `Use ${"as a part of ".repeat(++changed)}reporting`))
  for (const left of [
    "waivers.yaml",
    "rules/research-not-full-commercial.yaml",
    "rules/exclusive-needs-categories.yaml"
  ])
    await rm(`${folder}/taxonomy-src/${left}`, { force: true })
}

const holder = {
  "--organization": "Acme",
  "--use-case": "A shop",
  "--expected-volume": "10 a day",
  "--environment": "staging",
  "--tier": "free"
}

/** The environment variable of an option, if it has one. */
const variableOf = (name: string, { name: flag }: Completions.FlagDescriptor): string | undefined => {
  // A forgotten filter would hide keys.
  if (/^taxonomy keys (?:list|usage)$/.test(name) && !["keys", "format", "admin-url"].includes(flag)) return undefined
  return Object.hasOwn(otherVariables, `${name} ${flag}`) ? otherVariables[`${name} ${flag}`] : environmentName(flag)
}

/** Options that must be given each time, would change existing keys, or whose variable would be that of the log of releases. */
const otherVariables: Readonly<Record<string, string | undefined>> = {
  "taxonomy serve print-config": undefined,
  "taxonomy set remove": undefined,
  "taxonomy clash all": undefined,
  "taxonomy log-key witness": undefined,
  "taxonomy log-sign replace-key": undefined,
  "taxonomy keys issue from": undefined,
  "taxonomy keys rotate expires": undefined,
  "taxonomy keys change tier": undefined,
  "taxonomy keys change contact": undefined,
  "taxonomy keys change expires": undefined,
  "taxonomy keys sign replace-key": undefined,
  "taxonomy keys sign accept-unsigned": undefined,
  "taxonomy keys migrate from": undefined,
  "taxonomy hooks add key": undefined,
  "taxonomy hooks add events": undefined,
  "taxonomy hooks rotate overlap": undefined,
  "taxonomy keys verify trusted-key": "TAXONOMY_KEYS_TRUSTED_KEY",
  "taxonomy keys verify checkpoint": undefined,
  "taxonomy keys verify witness": undefined,
  "taxonomy keys verify quorum": undefined
}

const samples: Readonly<Record<string, string>> = {
  date: "2027-03-01",
  port: "1",
  "admin-port": "2",
  "upgrade-url": "https://licensing.example/tiers",
  "base-path": "/elsewhere",
  "operator-email": "a@example.com",
  "security-email": "b@example.com",
  "admin-url": "http://127.0.0.1:9",
  service: "http://127.0.0.1:9",
  contact: "c@example.com",
  expires: "2027-03-01",
  "limits-timeout": "70",
  "keys-max-age": "600",
  keep: "3",
  "history-budget": "3",
  "drain-delay": "4",
  interval: "5",
  timeout: "6",
  wait: "8",
  "trusted-proxy": "10.0.0.0/8",
  otlp: "http://127.0.0.1:4318",
  "trace-sampling": "0.5",
  "keep-alive": "9",
  "max-connections": "5",
  "max-connections-per-address": "6",
  "max-unauthorized-requests": "8",
  iri: "https://vocabulary.example/nil/",
  language: "pt-BR",
  locale: "fr",
  quorum: "2",
  since: "7",
  parallel: "9",
  key: "nil_AAAAAAAA",
  version: "v1.2.0"
}

const sampleOf = ({ description, name, type }: Completions.FlagDescriptor): string => {
  if (type._tag === "Choice") return type.values.at(-1) ?? ""
  if (type._tag === "Boolean") return String(description?.includes("[default: yes]") !== true)
  return samples[name] ?? "something"
}

/** Values of the required options and arguments. */
const requiredArgs = ({ command }: CommandPath) => {
  const descriptor = Completions.fromCommand(command)
  const options = descriptor.flags
    .filter(({ description = "" }) => !description.includes("[default:"))
    .map((flag) => [flag.name, sampleOf(flag)] as const)
  const positional = descriptor.arguments
    .filter(({ required }) => required)
    .map(
      ({ name }) =>
        ({ version: "v1.2.0", major: "v1", format: "csv", value: "use_type/something" })[name] ?? "something"
    )
  return { options, positional }
}
