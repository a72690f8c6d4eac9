// @effect-diagnostics preferSchemaOverJson:off
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"
import { parse, stringify } from "yaml"
import { SchemaBody } from "../../src/api/bodies/SchemaBody.ts"
import { locate } from "../../src/build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../src/build/Pipeline.ts"
import type { SourceTree } from "../../src/build/sources/SourceTree.ts"
import { isError } from "../../src/domain/Finding.ts"
import { Timestamp } from "../../src/domain/ledger/Timestamp.ts"
import type { Decision } from "../../src/domain/release/PublishRelease.ts"
import { evolve, emptyHistory, type ReleaseHistory } from "../../src/domain/release/ReleaseHistory.ts"
import { messageOf } from "../../src/report/FindingText.ts"
import { toJsonFindings } from "../../src/report/formats/Json.ts"
import { proposedBody } from "../../src/site/MakeDraftBody.ts"
import { publishedEvent, timeOf } from "../support/domain/ReleaseScenario.ts"

/**
 * A case: what was published before, and when the release is proposed. `files` and the case's `taxonomy-src` hold what
 * a release changes of the one before it in the list, which for the first is `start`; a file that is null is removed.
 */
const Steps = Schema.Struct({
  published: Schema.Array(
    Schema.Union([
      Schema.Struct({
        version: Schema.String,
        date: Schema.String,
        files: Schema.optionalKey(Schema.Record(Schema.String, Schema.NullOr(Schema.Unknown)))
      }),
      Schema.Struct({ ends: Schema.Natural, date: Schema.String, reason: Schema.String })
    ])
  ),
  proposed: Schema.Struct({
    date: Schema.String,
    /** When the decision is made, where that is not the date of the release. */
    now: Schema.optionalKey(Schema.String),
    removes: Schema.optionalKey(Schema.Array(Schema.String)),
    /** The release whose files the proposal changes; the last one where it is left out. */
    from: Schema.optionalKey(Schema.String)
  })
})

type Files = ReadonlyMap<string, string>

const folder = fileURLToPath(new URL("release/", import.meta.url))

const start: Files = new Map([
  [
    "taxonomy.yaml",
    "namespace: sample\ntitle: A small vocabulary\ndescription: Just large enough.\nversion: to be declared\n"
  ],
  [
    "dimensions/category.yaml",
    `name: category
label: Category
description: What is sold.
shape: multiple
required: false
values:
  - { code: QSR, label: Quick service, description: Meals that are ordered at a counter. }
  - { code: FAST_FOOD, label: Fast food, description: Meals that are eaten in haste. }
  - { code: COFFEE, label: Coffee, description: Coffee and what goes with it. }
`
  ],
  ["licenses/MENU.yaml", "code: MENU\nname: Menus\ndescription: For menus.\nconfig: { category: [FAST_FOOD] }\n"],
  ["licenses/OLD.yaml", "code: OLD\nname: Old terms\ndescription: For old contracts.\nconfig: {}\n"]
])

const changed = (before: Files, changes: Readonly<Record<string, unknown>>): Files => {
  const after = new Map(before)
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) after.delete(path)
    else after.set(path, typeof content === "string" ? content : stringify(content))
  }
  return after
}

const declared = (files: Files, version: string): Files =>
  changed(files, {
    "taxonomy.yaml": (files.get("taxonomy.yaml") ?? "").replace(/^version: .*$/m, `version: ${version}`)
  })

const treeOf = (files: Files): SourceTree =>
  [...files].map(([path, text]) => ({ _tag: "File", path, bytes: new TextEncoder().encode(text) }))

const time = Schema.decodeUnknownSync(Timestamp)

const decideOn = (history: ReleaseHistory, files: Files, date: string, now = date): Decision => {
  const context = { published_at: time(timeOf(date)), now: time(timeOf(now)), source_commit: "0".repeat(40) }
  return Result.getOrThrowWith(
    decideFromSources(treeOf(files), context),
    (findings) => new Error(findings.map(messageOf).join("; "))
  )(history)
}

/** The case's own sources, by their paths. */
const sourcesOf = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(`${folder}${name}/taxonomy-src`, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".yaml"))
      .map((path) => [path.replaceAll("\\", "/"), readFileSync(`${folder}${name}/taxonomy-src/${path}`, "utf8")])
  )

const outcomeOf = (name: string) => {
  const text = readFileSync(`${folder}${name}/steps.yaml`, "utf8")
  const { proposed, published } = Schema.decodeUnknownSync(Steps)(parse(text), { onExcessProperty: "error" })
  const told = new Map<string, Files>()
  let history = emptyHistory
  let last = start
  for (const step of published) {
    if ("ends" in step) {
      history = evolve(history, {
        _tag: "MajorEnded",
        major: step.ends,
        date: time(timeOf(step.date)),
        reason: step.reason
      })
      continue
    }
    last = declared(changed(last, step.files ?? {}), step.version)
    told.set(step.version, last)
    const { findings, outcome } = decideOn(history, last, step.date)
    if (outcome._tag !== "Publish") throw new Error(`${step.version}: ${findings.map(messageOf).join("; ")}`)
    history = evolve(history, publishedEvent(outcome.release))
  }
  const removed = Object.fromEntries((proposed.removes ?? []).map((path) => [path, null]))
  const from = proposed.from === undefined ? last : (told.get(proposed.from) ?? new Map<string, string>())
  const files = changed(from, { ...removed, ...sourcesOf(name) })
  const decision = decideOn(history, files, proposed.date, proposed.now)
  const { findings, outcome } = decision
  return {
    body: proposedBody(history, decision),
    outcome: outcome._tag,
    ...(outcome._tag === "Publish" && outcome.release.waivers.length > 0 ? { waivers: outcome.release.waivers } : {}),
    findings: toJsonFindings(locate(treeOf(files), { sources: "taxonomy-src", releases: "releases" }, findings)),
    refused: findings.some(isError)
  }
}

const decodeBody = Schema.decodeUnknownSync(SchemaBody)

describe("a proposed release", () => {
  it.for(readdirSync(folder))("has the expected outcome: %s", async (name, { expect }) => {
    const { body, refused, ...outcome } = outcomeOf(name)
    // The Explorer shows refused proposals too.
    expect(() => decodeBody(body)).not.toThrow()
    expect(refused).toBe(name.startsWith("refused-"))
    expect(refused).toBe(outcome.outcome === "Refused")
    for (const { help, line } of outcome.findings)
      expect([help, line]).toEqual([expect.any(String), expect.any(Number)])
    await expect(`${JSON.stringify(outcome, null, 2)}\n`).toMatchFileSnapshot(`${folder}${name}/expected.json`)
  })
})
