import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import before from "./version-0.1.0.json" with { type: "json" }

const root = fileURLToPath(new URL("../../../", import.meta.url))
const read = (path: string): string => readFileSync(root + path, "utf8")

/** The names of 0.1.0 that this version lacks. The help, the metrics and the alerts are compared with the programs elsewhere. */
const findEnded = (): ReadonlyArray<string> => {
  const sections = read("test/system/transcripts/commands/draft/help.txt").split(/^\$ (?=taxonomy|build-release)/m)
  const help = new Map(sections.map((section) => [section.slice(0, section.indexOf(" --help")), section]))
  const options = Object.entries(before.options).flatMap(([command, names]) =>
    names
      .filter((name) => !new RegExp(`^ {2}${name}\\b(?!-)`, "m").test(help.get(command) ?? ""))
      .map((name) => `${command} ${name}`)
  )
  const [page, rules] = [read("docs/operating.md"), read("deploy/prometheus/taxonomy.rules.yml")]
  const files = new Set(
    ["bin", "deploy"].flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`)
    )
  )
  return [
    ...options,
    ...before.variables.filter((name) => !sections.some((section) => section.includes(`[env: ${name}]`))),
    ...before.metrics.filter((name) => !new RegExp(`^\\| \`${name}\\b`, "m").test(page)),
    ...before.alerts.filter((name) => !rules.includes(`alert: ${name}\n`)),
    ...before.files.filter((name) => !files.has(name))
  ]
}

describe("the upgrade from version 0.1.0", () => {
  const guide = read("docs/how-to/upgrade-server.md")
  const ended = findEnded()

  it("knows names of version 0.1.0", () => {
    assert.includeMembers(before.options["taxonomy serve"], ["--port", "--workers"])
    assert.includeMembers([...ended], ["taxonomy serve --workers", "TAXONOMY_WORKERS", "taxonomy_workers"])
  })

  it("has a row in the guide, with a replacement, for all that ended", () => {
    const [, tables = ""] = guide.split("## What ended\n")
    const rows = (tables.split("\nOther names:")[0] ?? "") + (/\nFiles:\n([^#]*)/.exec(tables)?.[1] ?? "")
    const named = [...rows.matchAll(/^\| `([^`]+)` +\| +\S/gm)].map(([, name]) => name)
    assert.sameMembers(named, [...ended])
  })

  it("is announced in the changes of the software, with every name that ended", () => {
    const changesets = readdirSync(`${root}.changeset`).filter((name) => name.endsWith(".md"))
    const changes = [read("CHANGELOG.md"), ...changesets.map((name) => read(`.changeset/${name}`))].join("\n")
    for (const name of ended) assert.include(changes, `\`${name}\``)
  })
})
