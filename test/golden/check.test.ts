// @effect-diagnostics preferSchemaOverJson:off
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { locate } from "../../src/build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../src/build/Pipeline.ts"
import { readWorkingTree } from "../../src/build/sources/WorkingTree.ts"
import { emptyHistory } from "../../src/domain/release/ReleaseHistory.ts"
import { toJsonFindings } from "../../src/report/formats/Json.ts"
import { proposedBody } from "../../src/site/MakeDraftBody.ts"

const folder = fileURLToPath(new URL("check/", import.meta.url))

const findingsOf = Effect.fnUntraced(function* (name: string) {
  const tree = yield* readWorkingTree(`${folder}${name}/taxonomy-src`)
  const decided = decideFromSources(tree, {
    published_at: "2026-01-01T00:00:00Z",
    now: "2026-01-01T00:00:00Z",
    source_commit: "0".repeat(40)
  })
  const decision = Result.getOrUndefined(decided)?.(emptyHistory)
  // The Explorer shows every taxonomy that can be read, whatever is wrong with it.
  if (decision !== undefined) assert.strictEqual(proposedBody(emptyHistory, decision).title, decision.taxonomy.title)
  const findings = Result.isFailure(decided) ? decided.failure : (decision?.findings ?? [])
  return toJsonFindings(locate(tree, { sources: "taxonomy-src", releases: "releases" }, findings))
})

describe("taxonomy check on invalid sources", () => {
  it.for(readdirSync(folder))("reports the expected findings: %s", async (name, { expect }) => {
    const findings = await Effect.runPromise(findingsOf(name).pipe(Effect.provide(NodeServices.layer)))
    assert.strictEqual(findings.length === 0, name === "sound")
    for (const finding of findings) assert.isString(finding.help, `${finding.rule} gives a hint`)
    await expect(`${JSON.stringify(findings, null, 2)}\n`).toMatchFileSnapshot(`${folder}${name}/expected.json`)
  })
})
