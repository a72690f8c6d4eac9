import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { mutantArguments } from "../../../scripts/mutants/MutantOptions.ts"
import { soakArguments } from "../../../scripts/soak/SoakOptions.ts"
import { schemaLineOf } from "../../../src/build/schemas/EditorSchemas.ts"
import { listOptions } from "../../../src/cli/serve/Configuration.ts"
import { serveOptions } from "../../../src/cli/serve/ServeOptions.ts"
import { checks } from "../../../src/domain/checks/CheckRegistry.ts"
import before from "../../unit/upgrade/version-0.1.0.json" with { type: "json" }
import { documentAt, documents, root } from "./Documents.ts"
import { fileOf } from "./SourceEdit.ts"

const read = documents.map(documentAt)
const anchorsOf = new Map(read.map(({ anchors, path }) => [path, anchors]))

/** True for paths of the project. */
const isPlace = (word: string): boolean =>
  /^(?:\.ci|\.github|bin|deploy|docs|scripts|src|taxonomy-src|test)\/[\w./-]*$|^[A-Z]+\.md$/.test(word)

/** Files that exist in some projects only. */
const optional: ReadonlySet<string> = new Set(["taxonomy-src/waivers.yaml", "CHANGES.md"])

/** What the guide names because version 0.1.0 had it. */
const former: ReadonlySet<string> = new Set([
  ...before.files,
  ...before.metrics,
  ...Object.values(before.options).flat()
])
const isFormer = (path: string, word: string): boolean => path === "docs/how-to/upgrade-server.md" && former.has(word)

const textOf = (path: string): string => readFileSync(join(root, path), "utf8")

const codeIn = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(root, folder, path), "utf8"))
    .join("\n")

const [commandCode, serverCode] = [
  codeIn("src/cli"),
  ["src/server", "src/usage", "src/cli/serve", "src/cli/hooks", "src/notify", "src/platform"]
    .map((folder) => codeIn(folder))
    .join("")
]
const commands = [
  ...textOf("src/main.ts").matchAll(/^ {2}"?([\w-]+)"?: async \(\) =>/gm),
  ...commandCode.matchAll(/\blazyCommand\(\s*"([\w-]+)"/g)
].map(([, name = ""]) => name)

// The generated document is excluded.
const words = read
  .filter(({ path }) => path !== "docs/rules.md")
  .flatMap((document) => document.words.map((word) => ({ path: document.path, word })))

/** Options of other programs: git, npm, PostgreSQL, systemd, Node, Deno, Vitest, scripts, `taxonomy-client`. */
const ofOthers: ReadonlySet<string> = new Set([
  "max-old-space-size",
  "allow-env",
  "allow-net",
  "allow-read",
  "allow-write",
  "atomic",
  "check",
  "continue",
  "delete",
  "env-file",
  "ff-only",
  "file",
  "help",
  "init",
  "ignore-scripts",
  "key-file",
  "locale",
  "omit",
  "save-dev",
  "schema",
  "table",
  "unit",
  "unshallow",
  "update",
  ...Object.keys(mutantArguments),
  ...Object.keys(soakArguments)
])

describe("the documents", () => {
  it.for(read)("have no broken link in $path", ({ links, path }) => {
    for (const link of links.filter((each) => !/^https?:/.test(each))) {
      const [file = "", anchor] = link.split("#")
      const target = file === "" ? path : normalize(join(dirname(path), file))
      assert.isTrue(existsSync(join(root, target)), `${path} links to ${link}`)
      if (anchor !== undefined) assert.isTrue(anchorsOf.get(target)?.has(anchor), `${path} links to ${link}`)
    }
  })

  it.for(read)("name no missing file in $path", ({ path, words }) => {
    const missing = words.filter(
      (word) => isPlace(word) && !optional.has(word) && !isFormer(path, word) && !existsSync(join(root, word))
    )
    assert.deepStrictEqual(missing, [], path)
  })

  it("select the right schema in each source", () => {
    const named = read.flatMap(({ blocks }) =>
      blocks.flatMap(({ code }) => {
        const [, schema] = /^# yaml-language-server: \$schema=(\S+)$/m.exec(code) ?? []
        return schema === undefined ? [] : [{ file: fileOf(code) ?? "", schema }]
      })
    )
    for (const { file, schema } of named) {
      assert.strictEqual(`# yaml-language-server: $schema=${schema}`, schemaLineOf(file.replace("taxonomy-src/", "")))
    }
    assert.sameMembers([...new Set(named.map(({ schema }) => schema.replace(/.*\//, "")))].sort(), [
      "dimension.schema.json",
      "license.schema.json",
      "rule.schema.json",
      "taxonomy.schema.json",
      "waivers.schema.json"
    ])
  })

  it("are all listed in docs/README.md", () => {
    const { links } = documentAt("docs/README.md")
    const list = new Set(links.map((link) => normalize(join("docs", link.replace(/#.*/, "")))))
    const missing = documents.filter((path) => path.startsWith("docs/") && path !== "docs/README.md" && !list.has(path))
    assert.deepStrictEqual(missing, [])
  })
})

describe("the documents", () => {
  it("name no unknown option", () => {
    const unknown = words.flatMap(({ path, word }) =>
      [...word.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)].flatMap(([, name = ""]) =>
        commandCode.includes(`"${name.replace(/^no-/, "")}"`) || ofOthers.has(name) || isFormer(path, `--${name}`)
          ? []
          : [`${path}: ${word}`]
      )
    )
    assert.deepStrictEqual(unknown, [])
  })

  it("name no unknown metric", () => {
    const unknown = words.flatMap(({ path, word }) => {
      const [name] = /^taxonomy_(?!hook_|key_|version$)[a-z_]+/.exec(word) ?? []
      // The name of a metric, or the key of one in a table.
      const isKnown = [`"${name}"`, `${name}:`].some((text) => serverCode.includes(text))
      return name === undefined || isKnown || isFormer(path, name) ? [] : [`${path}: ${word}`]
    })
    assert.deepStrictEqual(unknown, [])
  })

  it("name no unknown check", () => {
    const known = new Set<string>(checks.map(({ id }) => id))
    const families = new Set([...known].map((id) => id.split("/")[0]))
    const unknown = words.filter(({ word }) => {
      const [, family] = /^([a-z]+)\/[a-z-]+$/.exec(word) ?? []
      return family !== undefined && families.has(family) && !known.has(word)
    })
    assert.deepStrictEqual(unknown, [])
  })

  it("list every command", () => {
    const list = textOf("docs/commands.md")
    const missing = commands.filter((name) => !new RegExp(`\`[^\`\\n]*\\b${name}\\b`).test(list))
    assert.deepStrictEqual(missing, [])
    assert.isAtLeast(commands.length, 18)
  })

  it("name every shell with completions", () => {
    const words = new Set(documentAt("docs/commands.md").words)
    const { choices } = /ChoiceWithValue\("completions", (?<choices>\[[^)]*)\)/.exec(commandCode)?.groups ?? {}
    const shells = [...(choices ?? "").matchAll(/\["(\w+)"/g)].map(([, shell = ""]) => shell)
    assert.include(shells, "bash")
    assert.deepStrictEqual(
      shells.filter((shell) => !words.has(shell)),
      []
    )
  })

  it("list every option of the server with its variable", () => {
    const table = textOf("docs/operating.md")
    const names = listOptions(serveOptions).map(({ name }) => name)
    const missing = names.filter(
      (name) =>
        !new RegExp(`^\\| \`--${name}\` +\\| \`TAXONOMY_${name.toUpperCase().replaceAll("-", "_")}\` `, "m").test(table)
    )
    assert.deepStrictEqual(missing, [])
  })
})
