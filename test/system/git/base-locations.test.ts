import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { relateRemovals, withBaseLocations } from "../../../src/build/diagnostics/BaseLocations.ts"
import type { LocatedFinding } from "../../../src/build/diagnostics/SourceLocation.ts"
import { removedOutsideMajor } from "../../../src/domain/checks/deprecation/Removals.ts"
import {
  conflictRuleRef,
  dimensionRef,
  licenseRef,
  valueRef,
  type ItemRef
} from "../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { given, published } from "../../support/domain/ReleaseScenario.ts"
import { commitAll, git, makeRepository, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { findingWithText } from "../../unit/report/HostileReports.ts"

const place = { file: "src/taxonomy.yaml", line: 1, column: 1, end_line: 1, end_column: 2 }

const removalOf = (item: ItemRef): LocatedFinding => ({
  ...findingWithText("m", { item, place }),
  rule: removedOutsideMajor.id
})

const files: Readonly<Record<string, string>> = {
  "dimensions/use.yaml": "name: use\nvalues:\n  - code: film\n    label: Film\n  - { code: tv, label: TV }\n",
  "dimensions/tone.yaml": "name: tone\nvalues: none\n",
  "licenses/A.yaml": "# The first.\ncode: A\n",
  "licenses/B.yaml": "code: [",
  "licenses/C.yaml": "C",
  "rules/r.yaml": "id: r\n"
}

const release = Version.make("1.2.0")
const bytes = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]))

const relatedTo = (item: ItemRef) => {
  const [finding] = relateRemovals("src", release, bytes, [removalOf(item)])
  return finding?.related
}

describe("relateRemovals", () => {
  it("adds where each kind of item was in the base release", () => {
    const at = (file: string, line: number, column: number, end_line: number, end_column: number, text: string) => [
      { _tag: "Removed" as const, release, place: { file, line, column, end_line, end_column, text } }
    ]
    assert.deepStrictEqual(
      relatedTo(valueRef("use", "film")),
      at("src/dimensions/use.yaml", 3, 5, 5, 1, "  - code: film")
    )
    assert.deepStrictEqual(
      relatedTo(valueRef("use", "tv")),
      at("src/dimensions/use.yaml", 5, 5, 5, 28, "  - { code: tv, label: TV }")
    )
    assert.deepStrictEqual(relatedTo(dimensionRef("tone")), at("src/dimensions/tone.yaml", 1, 1, 3, 1, "name: tone"))
    assert.deepStrictEqual(relatedTo(licenseRef("A")), at("src/licenses/A.yaml", 2, 1, 3, 1, "code: A"))
    assert.deepStrictEqual(relatedTo(conflictRuleRef("r")), at("src/rules/r.yaml", 1, 1, 2, 1, "id: r"))
  })

  it("adds nothing for what the files lack, or what cannot be read", () => {
    for (const item of [valueRef("use", "radio"), valueRef("tone", "loud"), ...["B", "C", "D"].map(licenseRef)])
      assert.isUndefined(relatedTo(item))
  })

  it("puts it before other related places, and leaves other findings alone", () => {
    const related = [{ _tag: "NearWaiver", place, version: release }] as const
    const other = findingWithText("m", { item: licenseRef("A"), place })
    const withoutItem: LocatedFinding = { ...findingWithText("m"), rule: removedOutsideMajor.id }
    const findings = [{ ...removalOf(licenseRef("A")), related }, other, withoutItem]
    const [removal, ...others] = relateRemovals(".", release, bytes, findings)
    assert.deepStrictEqual(
      removal?.related?.map(({ _tag, place: { file } }) => [_tag, file]),
      [
        ["Removed", "licenses/A.yaml"],
        ["NearWaiver", "src/taxonomy.yaml"]
      ]
    )
    assert.deepStrictEqual(others, [other, withoutItem])
  })
})

describe("withBaseLocations", () => {
  const base = (source_commit: string) => ({
    ...published(given().when("1.2.0", "2026-01-01")),
    source_commit,
    manifest: `sha256:${"0".repeat(64)}`
  })
  const run = (...args: Parameters<typeof withBaseLocations>) =>
    Effect.runPromise(Effect.provide(withBaseLocations(...args), NodeServices.layer))

  it("reads the sources of the base release from its commit", async () => {
    const folder = await makeRepository(files)
    const commit = (await git(folder, "rev-parse", "HEAD")).trim()
    const sources = join(folder, "taxonomy-src")
    await writeFiles(sources, { "licenses/A.yaml": "code: OTHER\n" })
    await commitAll(folder, "Change")
    const findings = [licenseRef("A"), valueRef("use", "tv"), licenseRef("D")].map(removalOf)
    const located = await run(sources, base(commit), findings)
    assert.deepStrictEqual(
      located.map(({ related = [] }) => related.map(({ place: { text } }) => text)),
      [["code: A"], ["  - { code: tv, label: TV }"], []]
    )
  })

  it("leaves findings as they are without the commit, without git, and without a base", async () => {
    const folder = await makeRepository(files)
    const findings = [removalOf(licenseRef("A"))]
    assert.deepStrictEqual(await run(join(folder, "taxonomy-src"), base("0".repeat(40)), findings), findings)
    assert.deepStrictEqual(await run(await temporaryFolder(), base("0".repeat(40)), findings), findings)
    assert.deepStrictEqual(await run(join(folder, "taxonomy-src"), undefined, findings), findings)
  })
})
