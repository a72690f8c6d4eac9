import { assert, describe, it } from "@effect/vitest"
import { indexLines, locate, makeLocator, spanAt } from "../../../../src/build/diagnostics/SourceLocation.ts"
import type { SourceTree } from "../../../../src/build/sources/SourceTree.ts"
import { codeReused } from "../../../../src/domain/checks/CodeReused.ts"
import { bumpTooSmall } from "../../../../src/domain/checks/semver/Bumps.ts"
import {
  makeFinding,
  type Finding,
  renameFile,
  replaceNode,
  inHeader,
  inItem,
  inRelease,
  inSource,
  inWaiver,
  type Location
} from "../../../../src/domain/Finding.ts"
import { licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"

const use = `name: use
values:
  - code: film
    label: Film
  - code: tv
    label: "The TV"
`

const tree: SourceTree = [
  ...Object.entries({
    "taxonomy.yaml": "title: Licenses\nversion: 1.0.0\n",
    "dimensions/use.yaml": use,
    "licenses/A.yaml": "code: A\nname:\n",
    "licenses/B.yaml": "code: [",
    "waivers.yaml": "- rule: a\n- rule: b\n",
    "rules/empty.yaml": ""
  }).map(([path, text]) => ({ _tag: "File", path, bytes: new TextEncoder().encode(text) }) as const),
  { _tag: "Link", path: "licenses/link.yaml" }
]

const roots = { sources: "src/", releases: "out" }
const placeOf = makeLocator(tree, roots)

/** `file:line:column-end_line:end_column text` */
const shown = (location: Location): string => {
  const { column, end_column, end_line, file, line, text } = placeOf(location)
  return [`${file}:${line}:${column}-${end_line}:${end_column}`, ...(text === undefined ? [] : [text])].join(" ")
}

describe("makeLocator", () => {
  it("finds values and keys, by index and by code", () => {
    assert.strictEqual(shown(inHeader("version")), "src/taxonomy.yaml:2:10-2:15 version: 1.0.0")
    const film = valueRef("use", "film")
    assert.strictEqual(shown(inItem(film, "label")), "src/dimensions/use.yaml:4:12-4:16     label: Film")
    assert.strictEqual(
      shown({ ...inItem(film, "label"), key: true }),
      "src/dimensions/use.yaml:4:5-4:10     label: Film"
    )
    assert.strictEqual(
      shown(inSource("dimensions/use.yaml", { path: ["values", 1, "code"] })),
      "src/dimensions/use.yaml:5:11-5:13   - code: tv"
    )
    assert.strictEqual(shown(inWaiver(1)), "src/waivers.yaml:2:3-3:1 - rule: b")
    assert.strictEqual(shown(inItem(licenseRef("A"))), "src/licenses/A.yaml:1:1-2:6 code: A")
  })

  it("finds characters within a text", () => {
    const tv = inItem(valueRef("use", "tv"), "label")
    assert.strictEqual(shown({ ...tv, within: "TV" }), 'src/dimensions/use.yaml:6:17-6:19     label: "The TV"')
    assert.strictEqual(shown({ ...tv, within: "X" }), 'src/dimensions/use.yaml:6:12-6:20     label: "The TV"')
  })

  it("finds the last node that exists on the way to a missing one, and where an empty value would be", () => {
    assert.strictEqual(
      shown(inItem(valueRef("use", "tv"), "description")),
      "src/dimensions/use.yaml:5:5-7:1   - code: tv"
    )
    assert.strictEqual(shown(inItem(licenseRef("A"), "name")), "src/licenses/A.yaml:2:6-2:6 name:")
  })

  it("finds lines and offsets without reading YAML, also at the end of a text", () => {
    assert.strictEqual(shown(inSource("licenses/B.yaml", { span: [6, 7] })), "src/licenses/B.yaml:1:7-1:8 code: [")
    assert.strictEqual(shown(inSource("licenses/B.yaml", { span: [6, 900] })), "src/licenses/B.yaml:1:7-1:8 code: [")
    assert.strictEqual(shown(inSource("licenses/B.yaml", { path: ["code"] })), "src/licenses/B.yaml:1:1-1:1 code: [")
    assert.strictEqual(shown(inSource("dimensions/use.yaml", { line: 3 })), "src/dimensions/use.yaml:3:1-3:1")
  })

  it("points to the first line of what is empty, missing or no text, and into releases", () => {
    for (const file of ["rules/empty.yaml", "rules/missing.yaml", "licenses/link.yaml"])
      assert.strictEqual(shown(inSource(file, { path: ["x"] })), `src/${file}:1:1-1:1`)
    assert.strictEqual(shown(inRelease("ledger.jsonl", 7)), "out/ledger.jsonl:7:1-7:1")
    // A file of the releases is not one of the sources with the same name.
    assert.strictEqual(shown(inRelease("taxonomy.yaml")), "out/taxonomy.yaml:1:1-1:1")
  })
})

describe("spanAt", () => {
  it("counts lines and columns from 1, in UTF-16 code units", () => {
    const text = "a\n\u{1F600}b\n\nlast"
    const at = (start: number, end: number) => spanAt({ text, lines: indexLines(text) }, start, end)
    assert.deepStrictEqual(at(0, 1), { line: 1, column: 1, end_line: 1, end_column: 2, text: "a" })
    assert.deepStrictEqual(at(4, 5), { line: 2, column: 3, end_line: 2, end_column: 4, text: "\u{1F600}b" })
    assert.deepStrictEqual(at(6, 7), { line: 3, column: 1, end_line: 4, end_column: 1, text: "" })
    assert.deepStrictEqual(at(7, 11), { line: 4, column: 1, end_line: 4, end_column: 5, text: "last" })
    assert.deepStrictEqual(at(9, 8), { line: 4, column: 3, end_line: 4, end_column: 3, text: "last" })
  })
})

describe("locate", () => {
  const facts = {
    item: "use/tv",
    removed: "use/tv",
    removed_kind: null,
    removed_in: Version.make("1.0.0"),
    is_withdrawn: false
  }
  const finding = (more: Partial<Finding> = {}): Finding => ({
    ...makeFinding(codeReused, facts, { location: inItem(valueRef("use", "tv"), "code") }),
    ...more
  })
  const bump = { declared: "1.0.1", declared_bump: "patch", required_bump: "major", suggested: "2.0.0", changes: [] }

  it("adds the place of a finding, and nothing else if there is nothing else", () => {
    const found = finding()
    const place = { file: "src/dimensions/use.yaml", line: 5, column: 11, end_line: 5, end_column: 13 }
    assert.deepStrictEqual(locate(tree, roots, [found]), [{ ...found, place: { ...place, text: "  - code: tv" } }])
  })

  it("relates near waivers, changes and what follows, except the version", () => {
    const version = Version.make("1.0.0")
    const change = { kind: "title-changed", bump: "patch", location: inHeader("title") } as const
    const follow = finding({ location: inItem(licenseRef("A"), "code") })
    const ofVersion: Finding = { ...follow, rule: bumpTooSmall.id, context: bump }
    const [located] = locate(tree, roots, [
      finding({
        near_waiver: { version, location: inWaiver(0) },
        changes: [change],
        follow_ups: [ofVersion, follow]
      })
    ])
    const lineOf = ({ file, line }: { readonly file: string; readonly line: number }) => `${file}:${line}`
    assert.deepStrictEqual(
      located?.related?.map(({ place, ...facts }) => [lineOf(place), facts]),
      [
        ["src/waivers.yaml:1", { _tag: "NearWaiver", version }],
        ["src/taxonomy.yaml:1", { _tag: "Change", change }],
        ["src/licenses/A.yaml:1", { _tag: "FollowUp", finding: follow }]
      ]
    )
  })

  it("finds the edits of a fix, or none if one of them cannot be made", () => {
    const editsOf = (...fix: NonNullable<Finding["fix"]>) => locate(tree, roots, [finding({ fix })])[0]?.locateFix?.()
    const title = replaceNode(inHeader("title"), "Licences")
    const range = { file: "src/taxonomy.yaml", line: 1, column: 8, end_line: 1, end_column: 16 }
    assert.deepStrictEqual(editsOf(title), [{ ...range, text: "Licences" }])
    assert.deepStrictEqual(editsOf(title, renameFile("licenses/A.yaml", "licenses/C.yaml")), [
      { ...range, text: "Licences" },
      { file: "src/licenses/A.yaml", rename_to: "src/licenses/C.yaml" }
    ])
    assert.isUndefined(editsOf(title, renameFile("licenses/A.yaml", "licenses/b.yaml")))
    assert.isUndefined(editsOf(title, replaceNode(inHeader("missing"), "x")))
    assert.deepStrictEqual(editsOf(renameFile("licenses/A.yaml", "licenses/a.yaml")), [
      { file: "src/licenses/A.yaml", rename_to: "src/licenses/a.yaml" }
    ])
  })
})
