import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { decideFromSources } from "../../../src/build/Pipeline.ts"
import { checks } from "../../../src/domain/checks/CheckRegistry.ts"
import { emptyHistory } from "../../../src/domain/release/ReleaseHistory.ts"

const now = "2026-01-01T00:00:00Z"

/** The rules that these sources break, as a first release. */
const brokenBy = (files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const tree = [...files].map(
    ([path, text]) => ({ _tag: "File", path, bytes: new TextEncoder().encode(text) }) as const
  )
  const decided = decideFromSources(tree, { published_at: now, now, source_commit: "c" })
  const findings = Result.isFailure(decided) ? decided.failure : decided.success(emptyHistory).findings
  return findings.map(({ rule }) => rule)
}

/** The files of an example. It shows the keys in question; the others are here. */
const filesOf = (example: string): ReadonlyMap<string, string> => {
  const shown = example.split(/^# (?=[\w/.-]+\.yaml$)/m).filter((part) => part !== "")
  const files = new Map(surroundings)
  for (const part of shown) {
    const end = part.indexOf("\n")
    const path = part.slice(0, end)
    const keys = new Map([...Object.entries(defaultsOf(path)), ...blocksOf(part.slice(end + 1))])
    files.set(path, [...keys.values()].join("\n"))
  }
  return files
}

/** `key: …` with all that is indented below it, by key. Values of which only the code is shown get their texts. */
const blocksOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .replaceAll(/^( +)- code: (\S+)(?!\n +label)$/gm, "$1- code: $2\n$1  label: Label of $2\n$1  description: Text.")
      .split(/^(?=\w)/m)
      .map((block) => [block.slice(0, block.indexOf(":")), block.trimEnd()] as const)
  )

const defaultsOf = (path: string): Readonly<Record<string, string>> => {
  const [, folder, name] = /^(?:(\w+)\/)?(.+)\.yaml$/.exec(path) ?? []
  switch (folder) {
    case "dimensions":
      return {
        name: `name: ${name}`,
        label: `label: Dimension ${name}`,
        description: "description: Text.",
        shape: `shape: ${name === "commercial_scope" ? "single" : "multiple"}`,
        required: "required: false",
        values: `values:\n${(vocabulary[name ?? ""] ?? []).map((code) => `  - { code: ${code}, label: ${code}, description: D }`).join("\n")}`
      }
    case "licenses":
      return {
        code: `code: ${name}`,
        name: `name: License ${name}`,
        description: "description: Text.",
        config: "config: { use_type: [educational] }"
      }
    case "rules":
      return { id: `id: ${name}`, description: "description: Text." }
    default:
      return {
        namespace: "namespace: sample",
        title: "title: T",
        description: "description: D",
        version: "version: 1.0.0"
      }
  }
}

const vocabulary: Readonly<Record<string, ReadonlyArray<string>>> = {
  use_type: ["educational", "editorial"],
  commercial_scope: ["non_commercial", "full_commercial"],
  exclusive_categories: ["QSR"]
}

const surroundings = new Map(
  ["taxonomy.yaml", "licenses/EDU-IMAGE.yaml", ...Object.keys(vocabulary).map((name) => `dimensions/${name}.yaml`)].map(
    (path) => [path, Object.values(defaultsOf(path)).join("\n")] as const
  )
)

const examples = checks.filter(({ breaks, id }) => /^# [\w/-]+\.yaml$/m.test(breaks) && !needsHistory(id))

function needsHistory(id: string): boolean {
  return /^(?:semver|lifecycle|waiver)\/|^deprecation\/(?:new-use|still-used)|^reference\/shape-changed/.test(id)
}

describe("the examples of sources", () => {
  it("are many, and what surrounds them is sound", () => {
    assert.isAtLeast(examples.length, 12)
    assert.deepStrictEqual(brokenBy(surroundings), [])
  })

  it.for(examples)(
    "$id: the one breaks it and nothing else, the other keeps every rule",
    ({ breaks, id, keeps }, { expect }) => {
      expect([...new Set(brokenBy(filesOf(breaks)))]).toEqual([id])
      expect(brokenBy(filesOf(keeps))).toEqual([])
    }
  )
})
