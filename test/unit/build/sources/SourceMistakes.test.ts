import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { applyFixes } from "../../../../src/build/FixTree.ts"
import { readSource } from "../../../../src/build/sources/SourceReader.ts"
import type { Finding } from "../../../../src/domain/Finding.ts"
import { helpOf, messageOf } from "../../../../src/report/FindingText.ts"
import { textsAfter } from "../../../support/Sources.ts"
import { accepted, mistakes, others, sources } from "./fixtures/source-mistakes.ts"

const findingsIn = (path: string, text: string): ReadonlyArray<Finding> =>
  Result.match(readSource({ _tag: "File", path, bytes: new TextEncoder().encode(text) }), {
    onSuccess: () => [],
    onFailure: (findings) => findings
  })

const placeOf = ({ location }: Finding): string | undefined =>
  location._tag === "Source" && location.path !== undefined
    ? `${location.path.join(".")}${location.key === true ? "#" : ""}`
    : undefined

const change = (file: string, instead: string, written: string): string =>
  (sources[file] ?? "").replace(instead, () => written)

describe("readSource", () => {
  it.each(Object.entries(sources))("accepts %s", (file, text) => {
    assert.deepStrictEqual(findingsIn(file, text), [])
  })

  it.each(
    mistakes.flatMap(({ file, instead, rows }) =>
      rows.map(([written, ...expected]) => ({
        name: `${file} with ${JSON.stringify(written)}`,
        file,
        instead,
        written,
        expected
      }))
    )
  )("explains $name", ({ expected: [at, message, help, fixed], file, instead, written }) => {
    const text = change(file, instead, written)
    const findings = findingsIn(file, text)
    assert.deepStrictEqual(
      findings.map((finding) => [placeOf(finding), messageOf(finding), helpOf(finding)]),
      [[at, message, help]]
    )
    const { files } = applyFixes(new Map([[file, text]]), findings)
    assert.deepStrictEqual([...textsAfter(files)], [[file, change(file, instead, fixed ?? written)]])
  })

  it.each(others)("explains %s with %j", (file, text, message, help) => {
    assert.deepStrictEqual(
      findingsIn(file, text).map((finding) => [messageOf(finding), helpOf(finding)]),
      [[message, help]]
    )
  })

  it.each(accepted)("accepts in %s instead of %j: %j", (file, instead, written) => {
    assert.deepStrictEqual(findingsIn(file, change(file, instead, written)), [])
  })

  it("explains each entry of a file that is a list", () => {
    assert.deepStrictEqual(
      findingsIn("waivers.yaml", "- code/reused\n- {}\n").map((finding) => [placeOf(finding), messageOf(finding)]),
      [
        ["0", 'An entry of "waivers.yaml" must be a map of keys and values'],
        ["1", 'Missing keys "rule", "version", "reason" and "approved_by"']
      ]
    )
  })
})
