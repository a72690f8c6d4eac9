import { assert, describe, it } from "@effect/vitest"
import type { Log } from "sarif"
import type { LocatedFinding } from "../../../../src/build/diagnostics/SourceLocation.ts"
import { checks } from "../../../../src/domain/checks/CheckRegistry.ts"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { renderSarif } from "../../../../src/report/formats/Sarif.ts"
import { findingWithText, hostileReport, hostileText, reportOf } from "../HostileReports.ts"

const logOf = (text: string): Log => JSON.parse(text)
const runOf = (text: string) => {
  const [run, ...others] = logOf(text).runs
  assert.isEmpty(others)
  if (run === undefined) throw new Error("A log has a run")
  return { rules: run.tool.driver.rules ?? [], results: run.results ?? [], columnKind: run.columnKind }
}

/** What a viewer shows of a message in plain text (SARIF 2.1.0, 3.11.5 and 3.11.6). */
const shown = (text = ""): string => {
  assert.notMatch(text, /(?<!\\)(?:\\\\)*\[(?:[^\\[\]]|\\.)*(?<!\\)\]\((?:\d+|[a-z]+:)/)
  return text.replaceAll(/\{\{|\}\}/g, (pair) => pair.slice(1))
}

describe("SARIF", () => {
  it("describes every rule", () => {
    const log = logOf(renderSarif(reportOf([])))
    assert.strictEqual(log.version, "2.1.0")
    const { columnKind, results, rules } = runOf(renderSarif(reportOf([])))
    assert.strictEqual(columnKind, "utf16CodeUnits")
    assert.deepStrictEqual(results, [])
    assert.deepStrictEqual(
      rules.map(({ defaultConfiguration, id }) => [id, defaultConfiguration?.level]),
      checks.map(({ id, level }) => [id, level])
    )
    for (const { fullDescription, help, shortDescription } of rules) {
      for (const text of [shortDescription?.text, fullDescription?.text, help?.text, help?.markdown]) {
        assert.isNotEmpty(text)
      }
    }
  })

  it.prop(
    "has a result for each finding, with its rule, place and a fingerprint of its own",
    [hostileReport],
    ([report]) => {
      const { results, rules } = runOf(renderSarif(report))
      assert.lengthOf(results, report.findings.length)
      for (const [index, { level, locations, message, relatedLocations, ruleId, ruleIndex }] of results.entries()) {
        const found = report.findings[index]
        assert.deepStrictEqual([ruleId, level], [found?.rule, found?.level])
        assert.strictEqual(rules[ruleIndex ?? -1]?.id, found?.rule)
        assert.isString(message.text)
        const region = locations?.[0]?.physicalLocation?.region
        assert.strictEqual(region?.startLine, found?.place?.line)
        assert.strictEqual(relatedLocations?.length, found?.related?.length)
        const uri = locations?.[0]?.physicalLocation?.artifactLocation?.uri
        // Characters that a relative reference may hold (RFC 3986).
        if (uri !== undefined) assert.match(uri, /^(?:[A-Za-z0-9\-._~!'()*/]|%[0-9A-F]{2})*$/)
      }
      const fingerprints = results.map(({ partialFingerprints }) => Object.values(partialFingerprints ?? {}).join())
      assert.strictEqual(new Set(fingerprints).size, results.length)
    }
  )

  it.prop("carries any message, with no placeholder and no link in it", [hostileText], ([text]) => {
    const message = text.replaceAll(/[\\[\]]/g, "")
    const [result] = runOf(renderSarif(reportOf([findingWithText(message)]))).results
    assert.include(shown(result?.message.text), `: ${message.toWellFormed()}\n`)
  })

  it("escapes what would be a link or a placeholder", () => {
    const message = "a [b](1) {0} [c] (d)"
    const [result] = runOf(renderSarif(reportOf([findingWithText(message)]))).results
    assert.include(result?.message.text, String.raw`: a \[b\](1) {{0}} [c] (d)`)
  })

  it("keeps the fingerprint of a finding if its line or message changes", () => {
    const fingerprintAt = (line: number, message: string) => {
      const place = { file: "taxonomy.yaml", line, column: 1, end_line: line, end_column: 2 }
      const found = findingWithText(message, { item: valueRef("d", "A"), place })
      return runOf(renderSarif(reportOf([found]))).results[0]?.partialFingerprints
    }
    assert.deepStrictEqual(fingerprintAt(3, "It is back"), fingerprintAt(9, "A removed code is back"))
  })

  it("has the edits of a fix, unless they rename a file", () => {
    const edit = { file: "licenses/A.yaml", line: 4, column: 12, end_line: 4, end_column: 15, text: "QSR" }
    const fixesOf = (edits: ReturnType<NonNullable<LocatedFinding["locateFix"]>>) => {
      const found = findingWithText("m", { locateFix: () => edits })
      return runOf(renderSarif(reportOf([found]))).results[0]?.fixes
    }
    const [fix, ...others] = fixesOf([edit, { ...edit, line: 6, end_line: 6 }]) ?? []
    assert.isEmpty(others)
    assert.deepStrictEqual(fix?.artifactChanges, [
      {
        artifactLocation: { uri: "licenses/A.yaml", uriBaseId: "%SRCROOT%" },
        replacements: [4, 6].map((line) => ({
          deletedRegion: { startLine: line, startColumn: 12, endLine: line, endColumn: 15 },
          insertedContent: { text: "QSR" }
        }))
      }
    ])
    assert.isUndefined(fixesOf([edit, { file: "licenses/A.yaml", rename_to: "licenses/B.yaml" }]))
    assert.isUndefined(fixesOf(undefined))
  })

  it("takes absolute paths as URIs, relative ones from the root of the checkout", () => {
    const at = (file: string) => {
      const place = { file, line: 1, column: 1, end_line: 1, end_column: 1 }
      const found = findingWithText("m", { place })
      return runOf(renderSarif(reportOf([found]))).results[0]?.locations?.[0]?.physicalLocation?.artifactLocation
    }
    assert.deepStrictEqual(at("./a b/ü.yaml"), { uri: "a%20b/%C3%BC.yaml", uriBaseId: "%SRCROOT%" })
    assert.deepStrictEqual(at("/srv/a b.yaml"), { uri: "file:///srv/a%20b.yaml" })
  })
})
