// @effect-diagnostics preferSchemaOverJson:off
import { readFileSync } from "node:fs"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { SchemaBody } from "../../src/api/bodies/SchemaBody.ts"
import { locate } from "../../src/build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../src/build/Pipeline.ts"
import { isError } from "../../src/domain/Finding.ts"
import { Timestamp } from "../../src/domain/ledger/Timestamp.ts"
import type { Decision } from "../../src/domain/release/PublishRelease.ts"
import { evolve, emptyHistory, type ReleaseHistory } from "../../src/domain/release/ReleaseHistory.ts"
import { messageOf } from "../../src/report/FindingText.ts"
import { toJsonFindings } from "../../src/report/formats/Json.ts"
import { proposedBody } from "../../src/site/MakeDraftBody.ts"
import { treeOf } from "../mistakes/MistakeCase.ts"
import { withFindings, type Files } from "../mistakes/MistakeTable.ts"
import { publishedEvent, timeOf } from "../support/domain/ReleaseScenario.ts"
import { releaseTables, type ReleaseCase, type ReleaseSources } from "./ReleaseTable.ts"
import { renderFinding } from "./RenderFinding.ts"

const time = Schema.decodeUnknownSync(Timestamp)

const decideOn = (history: ReleaseHistory, { date, files, now = date }: ReleaseSources): Decision => {
  const context = { published_at: time(timeOf(date)), now: time(timeOf(now)), source_commit: "0".repeat(40) }
  return Result.getOrThrowWith(
    decideFromSources(treeOf(files), context),
    (findings) => new Error(findings.map(messageOf).join("; "))
  )(history)
}

const publish = ({ published }: ReleaseCase): ReleaseHistory =>
  published.reduce((history, step) => {
    if ("ends" in step) {
      const { date, ends: major, reason } = step
      return evolve(history, { _tag: "MajorEnded", major, date: time(timeOf(date)), reason })
    }
    const { findings, outcome } = decideOn(history, step)
    if (outcome._tag !== "Publish") throw new Error(`${step.version}: ${findings.map(messageOf).join("; ")}`)
    return evolve(history, publishedEvent(outcome.release))
  }, emptyHistory)

const findsOf = (files: Files, { findings, outcome }: Decision): string => {
  const located = locate(treeOf(files), { sources: "taxonomy-src", releases: "releases" }, findings)
  const shown = toJsonFindings(located)
  for (const { help, line } of shown) assert.deepEqual([typeof help, typeof line], ["string", "number"])
  const waivers = outcome._tag === "Publish" ? outcome.release.waivers : []
  return [...shown.map(renderFinding), ...waivers.map((waiver) => `waiver: ${JSON.stringify(waiver)}\n`)].join("\n")
}

const decodeBody = Schema.decodeUnknownSync(SchemaBody)

/**
 * Every row of a table is what was published before and what is proposed, as changes of a small taxonomy, and what is found.
 * To add a row, write `finds: ""`, and run the tests with `-u`.
 */
describe("a proposed release", () => {
  it.for([...releaseTables])("has the expected outcomes: %s", async ([path, cases], { expect }) => {
    const found = new Map<string, string>()
    for (const [name, each] of cases) {
      const history = publish(each)
      const decision = decideOn(history, each.proposed)
      assert.strictEqual(decision.outcome._tag, each.outcome, name)
      assert.strictEqual(decision.findings.some(isError), each.outcome === "Refused", name)
      // The Explorer shows refused proposals too.
      expect(() => decodeBody(proposedBody(history, decision)), name).not.toThrow()
      found.set(name, findsOf(each.proposed.files, decision))
    }
    const text = readFileSync(path, "utf8")
    await expect(withFindings(text, (name) => found.get(name) ?? "")).toMatchFileSnapshot(path)
  })
})
