import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compile } from "../../../src/build/Compile.ts"
import { locate } from "../../../src/build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../../src/build/Pipeline.ts"
import { maxSourceBytes, type SourceTree } from "../../../src/build/sources/SourceTree.ts"
import { type Finding, inItem } from "../../../src/domain/Finding.ts"
import { emptyHistory } from "../../../src/domain/release/ReleaseHistory.ts"
import { valueRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import { helpOf, messageOf } from "../../../src/report/FindingText.ts"
import { makeFindingsReport } from "../../../src/report/Report.ts"
import { reporters } from "../../../src/report/Reporters.ts"
import { makeCachingReader } from "../../support/CachingReader.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { smallSources, type SourceFiles } from "../../support/Sources.ts"

const encoder = new TextEncoder()

const treeOf = (files: SourceFiles): SourceTree =>
  Object.entries(files).map(([path, content]) => ({
    _tag: "File",
    path,
    bytes: typeof content === "string" ? encoder.encode(content) : content
  }))

const rulesOf = (tree: SourceTree) =>
  Result.match(compile(tree), { onSuccess: () => [], onFailure: (findings) => findings.map(({ rule }) => rule) })

const root = join(ownProject, "taxonomy-src")
const realSources: SourceFiles = Object.fromEntries(
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => [path, readFileSync(join(root, path), "utf8")])
)

/** A mutation leaves most files unchanged. */
const readRemembering = makeCachingReader()

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** Replaces a part of a file by a token. */
const Mutation = Schema.Struct({ file: upTo(10_000), at: upTo(1_000_000), length: upTo(40), token: upTo(10_000) })

describe("compile", () => {
  it("gives the same taxonomy with a byte order mark and with CR LF", () => {
    const windows = Object.entries(realSources).map(
      ([path, text]) => [path, `\uFEFF${String(text).replaceAll("\n", "\r\n")}`] as const
    )
    assert.isTrue(Result.isSuccess(compile(treeOf(realSources))))
    assert.deepStrictEqual(compile(treeOf(Object.fromEntries(windows))), compile(treeOf(realSources)))
  })

  it("keeps NO and other words that older YAML versions misread", () => {
    const codes = ["NO", "no1", "Yes", "off", "1e3x", "0x1g", "constructor", "toString", "valueOf"]
    const values = codes.map((code) => `  - { code: ${code}, label: L, description: D }\n`).join("")
    const text = smallSources["dimensions/use_type.yaml"].replace("values:\n", `values:\n${values}`)
    const compiled = Result.getOrThrow(compile(treeOf({ ...smallSources, "dimensions/use_type.yaml": text })))
    assert.deepStrictEqual(
      compiled.taxonomy.dimensions.flatMap((dimension) => dimension.values.map(({ code }) => code)),
      [...codes, "editorial", "educational"]
    )
  })

  it("keeps all-digit codes in the written order", () => {
    const values = ["30", "4", "100"].map((code) => `  - { code: "${code}", label: L, description: D }\n`).join("")
    const text = smallSources["dimensions/use_type.yaml"].replace("values:\n", `values:\n${values}`)
    const compiled = Result.getOrThrow(compile(treeOf({ ...smallSources, "dimensions/use_type.yaml": text })))
    const codes = compiled.taxonomy.dimensions[0]?.values.map(({ code }) => code)
    assert.deepStrictEqual(codes, ["30", "4", "100", "editorial", "educational"])
  })

  it("merges the editors' own entries into the list of countries, sorted by code", () => {
    const territory = `name: territory
label: Territory
description: Where.
shape: territory
required: false
values_from: iso-3166-1-alpha-2
values:
  - { code: AN, label: Netherlands Antilles, description: Dissolved in 2010., deprecated: { reason: Dissolved. } }
  - { code: US, label: United States, description: With its territories. }
`
    const { taxonomy } = Result.getOrThrow(compile(treeOf({ ...smallSources, "dimensions/territory.yaml": territory })))
    const values = taxonomy.dimensions[0]?.values ?? []
    assert.isAbove(values.length, 240)
    assert.deepStrictEqual(
      values.map(({ code }) => code),
      values.map(({ code }) => code).toSorted()
    )
    assert.deepInclude(values, { code: "US", label: "United States", description: "With its territories." })
    assert.include(
      values.map(({ code, label }) => `${code} ${label}`),
      "NO Norway"
    )
    assert.strictEqual(values.find(({ code }) => code === "AN")?.deprecated?.reason, "Dissolved.")
  })

  it("accepts sources without licenses and rules", () => {
    assert.deepStrictEqual(rulesOf(treeOf({ "taxonomy.yaml": smallSources["taxonomy.yaml"] })), [])
  })

  it("reports sources that are too large or nested too deeply", () => {
    const open = `code: EDU\nname: ${"[".repeat(20_000)}`
    for (const deep of [open, `${open}${"]".repeat(20_000)}`]) {
      const findings = Result.getOrThrow(Result.flip(compile(treeOf({ ...smallSources, "licenses/EDU.yaml": deep }))))
      assert.deepStrictEqual(
        findings.map(({ context, rule }) => [rule, context?.["problem"]]),
        [["source/syntax", "nested-too-deeply"]]
      )
    }
    const large: SourceTree = [{ _tag: "TooLarge", path: "licenses/BIG.yaml", size: maxSourceBytes + 1 }]
    assert.deepStrictEqual(rulesOf([...treeOf(smallSources), ...large]), ["source/size"])
  })

  it("locates many findings in one list in linear time", () => {
    const codes = Array.from({ length: 20_000 }, (_, index) => `C${index}`)
    const tree = treeOf({ "dimensions/long.yaml": `values:\n${codes.map((code) => `- code: ${code}\n`).join("")}` })
    const findings = codes.map((code): Finding => ({
      rule: "code/reused",
      level: "error",
      context: {},
      location: inItem(valueRef("long", code), "code")
    }))
    const located = locate(tree, { sources: "taxonomy-src", releases: "releases" }, findings)
    assert.deepStrictEqual(
      located.map(({ place }) => place?.line),
      codes.map((_, index) => index + 2)
    )
  })
})

// One after the other: each makes and repairs dozens of broken sources, which takes seconds of CPU time.
describe("sources", { concurrent: false }, () => {
  describe.for([1, 2, 3, 4])("with %i mutations", (count) => {
    it.effect.prop(
      "give findings or a decision, and every report of them",
      [Schema.Array(Mutation).check(Schema.isBetweenLength(count, count))],
      Effect.fnUntraced(function* ([mutations]) {
        const paths = Object.keys(realSources)
        const files: Record<string, string | Uint8Array> = { ...realSources }
        for (const { at, file, length, token } of mutations) {
          const path = paths[file % paths.length] ?? "taxonomy.yaml"
          const bytes =
            typeof files[path] === "string" ? encoder.encode(files[path]) : (files[path] ?? new Uint8Array())
          const start = at % (bytes.length + 1)
          const inserted = encoder.encode(tokens[token % tokens.length])
          files[path] = Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start + length)])
        }
        const tree = treeOf(files)
        const now = "2026-01-01T00:00:00Z"
        const decided = decideFromSources(tree, { published_at: now, now, source_commit: "c" }, readRemembering)
        const findings = Result.isFailure(decided) ? decided.failure : decided.success(emptyHistory).findings
        const located = locate(tree, { sources: "taxonomy-src", releases: "releases" }, findings)
        for (const finding of located) {
          assert.isNotEmpty(messageOf(finding))
          assert.isNotEmpty(helpOf(finding))
          assert.isAtLeast(finding.place?.line ?? 0, 1)
        }
        for (const report of everyReporter) {
          const text = report(makeFindingsReport("check", located), { colour: true })
          assert.isString(yield* Effect.promise(async () => text))
        }
      }),
      { arbitrary: { runs: 50 } }
    )
  })
})

const everyReporter = await Promise.all(Object.values(reporters).map((load) => load()))

const tokens = [
  "",
  "\n",
  "\r",
  "\t",
  "\0",
  "'",
  '"',
  ":",
  ": ",
  "- ",
  "  ",
  "#",
  "&a ",
  "*a",
  "!!str ",
  "<<: ",
  "? ",
  "|",
  ">",
  "[",
  "]",
  "{",
  "}",
  ",",
  "%YAML 1.1",
  "---\n",
  "...\n",
  "null",
  "~",
  "007",
  "1e999",
  ".nan",
  "true",
  "2026-01-01",
  "__proto__",
  "constructor",
  "\u{FEFF}",
  "\uD800",
  "é",
  "\u{1F600}",
  "@",
  "`",
  "code: X\n",
  "values:\n",
  "deprecated: {}\n",
  "name:"
]
