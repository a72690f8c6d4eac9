import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import { buildRelease, runNode } from "../../support/CommandLine.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { makeRepository } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"

const trace = new URL("fixtures/trace-modules.ts", import.meta.url).href

/** Runs a command from its sources, and returns the paths in the project and the names of Node's modules it loaded. */
const modulesOf = (...args: ReadonlyArray<string>) => modulesIn(ownProject, ...args)

const modulesIn = async (cwd: string, ...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { stderr } = await runNode(["--import", trace, join(ownProject, "src/main.ts"), ...args], { cwd })
  return stderr
    .split("\n")
    .map((url) => (url.startsWith("file:") ? fileURLToPath(url).slice(join(ownProject).length) : url))
}

/** Sources without a change since their release. */
const makeReleased = async (): Promise<string> => {
  const cwd = await makeRepository(smallSources)
  await buildRelease([], { cwd })
  return cwd
}

const within =
  (...folders: ReadonlyArray<string>) =>
  (module: string): boolean =>
    folders.some((folder) => module.startsWith(folder))

describe("the modules that a command loads", () => {
  it("are those of the pipeline for check, without renderers, server, keys and git", async ({ expect }) => {
    const modules = await modulesIn(await makeReleased(), "check")
    expect(modules).toContain("src/build/Compile.ts")
    expect(modules).toContain("src/report/formats/Pretty.ts")
    const isOther = within("src/api/", "src/server/", "src/keys/", "src/limits/", "src/client/", "src/cli/keys/")
    expect(modules.filter(isOther)).toEqual([])
    expect(modules.filter((module) => module.includes("/effect/dist/ai/"))).toEqual([])
    expect(modules.filter((module) => /^src\/report\/formats\/(?!Pretty|pretty)/.test(module))).toEqual([])
    expect(modules.filter((module) => /^src\/release\/format\d+\//.test(module))).toEqual([])
    const isPackage = within("node_modules/simple-git/", "node_modules/redis/", "node_modules/@effect/sql")
    expect(modules.filter(isPackage)).toEqual([])
    // Needed for changes, findings and narrow terminals.
    const isForText = within("node_modules/diff/", "node_modules/string-width/", "node_modules/wrap-ansi/")
    expect(modules.filter(isForText)).toEqual([])
    expect(modules.filter(within("node:sqlite", "node:http"))).toEqual([])
  })

  it("are those of one format and syntax for export", async ({ expect }) => {
    const isForLinkedData = within("node_modules/n3/", "node_modules/jsonld/", "node_modules/rdf-canonize/")
    const csv = await modulesOf("export", "csv", "--version", "v1.0.0")
    expect(csv).toContain("src/export/csv/RenderCsv.ts")
    expect(csv.filter((module) => isForLinkedData(module) || within("src/export/skos/")(module))).toEqual([])
    const turtle = await modulesOf("export", "skos", "--version", "v1.0.0", "--syntax", "turtle")
    expect(turtle).toContain("src/export/skos/RenderSkos.ts")
    expect(turtle.filter(within("node_modules/jsonld/", "src/export/csv/"))).toEqual([])
  })

  it("are those of no command for the help of the program and of a group", async ({ expect }) => {
    for (const args of [["--help"], ["keys", "--help"], ["new", "--help"], ["--version"]]) {
      const modules = await modulesOf(...args)
      expect(modules).toContain("src/cli/Taxonomy.ts")
      const isCommand = (module: string) => /^src\/cli\/(?!options\/|terminal\/)\w+\//.test(module)
      expect(modules.filter(isCommand)).toEqual([])
      expect(modules.filter(within("src/build/", "src/release/", "src/server/", "src/keys/", "src/git/"))).toEqual([])
    }
  })

  it("are those of the options alone for the help of mcp, which loads the protocol and the contract when it runs", async ({
    expect
  }) => {
    const modules = await modulesOf("mcp", "--help")
    expect(modules).toContain("src/cli/serve/Mcp.ts")
    expect(modules.filter(within("src/api/", "src/server/", "src/release/"))).toEqual([])
    expect(modules.filter((module) => module.includes("/effect/dist/ai/"))).toEqual([])
  })

  it("are those of one command, whatever stands before it", async ({ expect }) => {
    for (const args of [["rules"], ["--log-level", "debug", "rules"], ["rules", "--help"]]) {
      const modules = await modulesOf(...args)
      expect(modules).toContain("src/cli/check/Rules.ts")
      expect(modules.filter(within("src/cli/check/Check.ts", "src/cli/read/", "src/cli/keys/"))).toEqual([])
    }
  })

  it("are the checks for rules and explain", async ({ expect }) => {
    for (const args of [["rules"], ["explain", "source/syntax"]]) {
      const modules = await modulesOf(...args)
      expect(modules).toContain("src/domain/checks/CheckRegistry.ts")
      expect(modules.filter(within("src/build/", "src/release/", "src/server/", "src/keys/", "src/git/"))).toEqual([])
      expect(
        modules.filter((module) => /^node_modules\/(?:yaml|i18n-iso-countries|simple-git)\//.test(module))
      ).toEqual([])
    }
  })
})
