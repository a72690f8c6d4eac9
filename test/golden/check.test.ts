// @effect-diagnostics preferSchemaOverJson:off
import { readFileSync } from "node:fs"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { locate } from "../../src/build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../src/build/Pipeline.ts"
import { readWorkingTree } from "../../src/build/sources/WorkingTree.ts"
import { emptyHistory } from "../../src/domain/release/ReleaseHistory.ts"
import { JsonReport, toJsonFindings } from "../../src/report/formats/Json.ts"
import { proposedBody } from "../../src/site/MakeDraftBody.ts"
import { withFindings } from "../mistakes/MistakeTable.ts"
import { temporaryFolder, writeFiles } from "../support/Repository.ts"
import { checkBase, checkTables, type CheckCase } from "./CheckTable.ts"
import { renderFinding } from "./RenderFinding.ts"

const write = async ({ special, texts }: CheckCase): Promise<string> => {
  const folder = await temporaryFolder()
  await writeFiles(folder, Object.fromEntries(texts))
  for (const [path, content] of special) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    if ("link" in content) await symlink(content.link, join(folder, path))
    else await writeFile(join(folder, path), content.latin1, "latin1")
  }
  return folder
}

const findingsIn = Effect.fnUntraced(function* (sources: CheckCase) {
  const tree = yield* readWorkingTree(yield* Effect.promise(() => write(sources)))
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

const decodeReport = Schema.decodeUnknownSync(JsonReport, { onExcessProperty: "error" })

/**
 * Every row of a table is what sources with faults are like, as changes of sound ones, and all that is found in them. To add
 * a row, write `finds: ""`, and run the tests with `-u`.
 */
describe("taxonomy check on invalid sources", () => {
  const find = (sources: CheckCase) => findingsIn(sources).pipe(Effect.provide(NodeServices.layer), Effect.runPromise)

  it.for([...checkTables])("reports the expected findings: %s", async ([path, cases], { expect }) => {
    const text = readFileSync(path, "utf8")
    const found = new Map<string, string>()
    for (const [name, sources] of cases) {
      const findings = await find(sources)
      assert.isNotEmpty(findings, name)
      const report = {
        command: "check",
        ok: false,
        version: null,
        base: null,
        declared_bump: null,
        required_bump: null
      }
      const rest = { suggested_version: null, changes: [], removed: {}, coming_due: [], waivers: [], not_checked: [] }
      decodeReport({ ...report, ...rest, labels: {}, release: null, findings })
      for (const finding of findings) assert.isString(finding.help, `${finding.rule} gives a hint`)
      found.set(name, findings.map(renderFinding).join("\n"))
    }
    await expect(withFindings(text, (name) => found.get(name) ?? "")).toMatchFileSnapshot(path)
  })

  it("finds nothing in the sound sources", async () => {
    assert.isEmpty(await find({ texts: checkBase, special: new Map() }))
  })
})
