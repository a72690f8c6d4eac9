import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { decideFromSources } from "../../../../src/build/Pipeline.ts"
import { applyDraft, textOf, withWrites, makeDraft } from "../../../../src/build/sources/ApplyDraft.ts"
import { readSource } from "../../../../src/build/sources/SourceReader.ts"
import type { SourceTree } from "../../../../src/build/sources/SourceTree.ts"
import { isError } from "../../../../src/domain/Finding.ts"
import { Timestamp } from "../../../../src/domain/ledger/Timestamp.ts"
import { emptyHistory, evolve, type ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { deprecateItem, undeprecateItem } from "../../../../src/edit/draft/DeprecateItem.ts"
import type { Draft, DraftChange } from "../../../../src/edit/draft/Draft.ts"
import type { DraftRefused } from "../../../../src/edit/draft/DraftItems.ts"
import { addLicense, addRule, addValue } from "../../../../src/edit/draft/NewItems.ts"
import { mergeItems, moveItem, splitItem } from "../../../../src/edit/draft/ReplaceValues.ts"
import { setField } from "../../../../src/edit/draft/SetField.ts"
import { publishedEvent } from "../../../support/domain/ReleaseScenario.ts"
import { makeStyledSources } from "../../../support/StyledSources.ts"
import { makeRandom, type Random } from "../../../support/YamlMutator.ts"

type Plan = (draft: Draft) => Result.Result<ReadonlyArray<DraftChange>, DraftRefused>

/** A random command. The items that it names mostly exist. */
const makePlan = (random: Random): Plan => {
  const goods = () => random.pick(["APPAREL", "BEER", "CARS", "SNACKS", "WATER", "NEW_ONE", "AARDVARKS", "water"])
  const scope = () => random.pick(["low", "medium", "high", "extreme"])
  const item = () => (random.chance(0.7) ? valueRef("goods", goods()) : valueRef("scope", scope()))
  const text = () => random.pick(["Text", "A text: with a colon", "#1", "it's", `${"long words ".repeat(20)}end`])
  const reason = () => (random.chance(0.5) ? { reason: text() } : {})
  const texts = (count: number) => Array.from({ length: count }, text)
  switch (random.below(10)) {
    case 0:
      return (draft) =>
        addValue(draft, { dimension: "goods", value: { code: goods(), label: text(), description: text() } })
    case 1:
      return (draft) =>
        addValue(draft, {
          dimension: random.pick(["scope", "flags", "place"]),
          value: { code: random.pick(["extreme", "007", "null", "XX", "no"]), label: text(), description: text() },
          ...(random.chance(0.3) ? { after: "low" } : {})
        })
    case 2:
      return (draft) =>
        deprecateItem(draft, {
          item: item(),
          replacedBy: random.chance(0.5) ? [goods()] : [],
          allOf: false,
          ...reason()
        })
    case 3:
      return (draft) => undeprecateItem(draft, item())
    case 4:
      return (draft) => moveItem(draft, { item: item(), to: random.pick(["flags", "scope", "goods/TEA"]), ...reason() })
    case 5:
      return (draft) => {
        const count = random.below(3)
        const into = [...new Set([goods(), goods()])]
        return splitItem(draft, {
          item: valueRef("goods", goods()),
          into,
          labels: texts(count),
          descriptions: texts(count),
          definitions: random.chance(0.5) ? texts(count) : []
        })
      }
    case 6:
      return (draft) => {
        const count = random.below(2)
        const items = [valueRef("goods", goods()), valueRef("goods", goods())]
        const more = { labels: texts(count), descriptions: texts(count), definitions: [] }
        return mergeItems(draft, { items, into: goods(), ...more })
      }
    case 7:
      return (draft) =>
        random.chance(0.5)
          ? addLicense(draft, {
              code: random.pick(["THREE", "ONE"]),
              name: text(),
              description: text(),
              like: "TWO",
              config: [{ dimension: "scope", codes: [scope()] }]
            })
          : addRule(draft, {
              id: "another",
              description: text(),
              conditions: new Map([
                ["when", [{ dimension: "goods", codes: [goods(), "CARS"] }]],
                ["require", [{ dimension: "flags", codes: ["avatar", "replica:false"] }]]
              ])
            })
    case 8:
      return (draft) =>
        setField(draft, {
          item: item(),
          key: random.pick(["notes", "alt_labels", "label"]),
          texts: random.chance(0.8) ? [text()] : undefined,
          file: "none"
        })
    default:
      return (draft) =>
        deprecateItem(draft, {
          item: random.pick([licenseRef("ONE"), valueRef("place", "US")]),
          replacedBy: random.pick([["TWO"], ["CA"], []]),
          allOf: false,
          reason: text()
        })
  }
}

const linesOf = (text: string): ReadonlyArray<string> => text.split(/\r?\n/)

/** The lines of a text that are missing in another one, whose lines are in the same order. */
const lostLines = (before: string, after: string): ReadonlyArray<string> => {
  const lines = linesOf(after)
  let at = 0
  return linesOf(before).filter((line) => {
    const found = lines.indexOf(line, at)
    if (found !== -1) at = found + 1
    return found === -1
  })
}

const commentsOf = (tree: SourceTree): ReadonlyArray<string> =>
  tree.flatMap(({ path }) => textOf(tree, path).match(/# comment \d+/g) ?? []).sort()

const context = {
  published_at: Timestamp.make("2027-01-01T00:00:00Z"),
  now: Timestamp.make("2027-01-01T00:00:00Z"),
  source_commit: "none"
}

const decideOn = (tree: SourceTree, history: ReleaseHistory) =>
  Result.getOrThrow(
    Result.mapError(decideFromSources(tree, context), (findings) => new Error(findings.map(({ rule }) => rule).join()))
  )(history)

const errorsOf = (tree: SourceTree, history: ReleaseHistory): ReadonlyArray<string> =>
  decideOn(tree, history)
    .findings.filter(isError)
    .map(({ rule }) => rule)

/** What only the whole taxonomy shows. A command that would cause one of these writes nothing. */
const seenByCheck = new Set(["deprecation/new-use", "deprecation/replacement-deprecated", "license/conflict"])

describe("an entry of waivers.yaml", () => {
  const entry = { rule: "code/reused", reason: "None." }
  const written = (text: string) =>
    Result.map(
      applyDraft(
        [{ _tag: "File", path: "waivers.yaml", bytes: new TextEncoder().encode(text) }],
        [{ _tag: "AddWaiver", entry }]
      ),
      ([write]) => write?.text
    )

  it.each([
    ["", "- rule: code/reused\n  reason: None.\n"],
    ["# a\n# b\n[]\n", "# a\n# b\n\n- rule: code/reused\n  reason: None.\n"],
    ["[] # none\n", " # none\n- rule: code/reused\n  reason: None.\n"],
    ["- rule: a # why\n", "- rule: a # why\n- rule: code/reused\n  reason: None.\n"],
    ["  - rule: a", "  - rule: a\n  - rule: code/reused\n    reason: None.\n"],
    ["- reason: |+\n    a\n\n", "- reason: |+\n    a\n\n- rule: code/reused\n  reason: None.\n"]
  ])("goes to the end of %j", (text, expected) => {
    expect(written(text)).toEqual(Result.succeed(expected))
  })

  it.each(["[{ rule: a }]\n", "- rule: a\n...\n", "rule: a\n", "- [\n"])("is refused by %j", (text) => {
    expect(Result.isFailure(written(text))).toBe(true)
  })
})

describe("applyDraft", () => {
  it("keeps the comments and lines of random sources, which compile as before", () => {
    const seen = { applied: 0, refused: 0 }
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = makeRandom(seed)
      const tree = makeStyledSources(random)
      const plan = makePlan(random)
      const { outcome } = decideOn(tree, emptyHistory)
      // A license of a first release must not use deprecated values.
      if (outcome._tag !== "Publish") continue
      const first = outcome.release
      const history = evolve(emptyHistory, publishedEvent(first))
      const planned = plan(makeDraft(tree, first.taxonomy, history, readSource))
      if (Result.isFailure(planned)) {
        seen.refused += 1
        continue
      }
      const applied = applyDraft(tree, planned.success)
      if (Result.isFailure(applied)) throw new Error(`${seed}: ${textOf(tree, applied.failure.file)}`)
      const writes = applied.success
      const after = withWrites(tree, writes)
      seen.applied += 1
      const found = errorsOf(after, history).filter((rule) => !rule.startsWith("semver/") && !seenByCheck.has(rule))
      expect(found, String(seed)).toEqual([])
      const edits = planned.success.flatMap((change) => (change._tag === "EditFile" ? change.edits : []))
      const isAddition = edits.every(({ _tag, path }) => _tag === "Insert" || path.at(-1) === "deprecated")
      const isRemoval = edits.some(({ _tag }) => _tag === "Remove")
      if (!isRemoval) expect(commentsOf(after), String(seed)).toEqual(commentsOf(tree))
      for (const { path, text } of writes) {
        const lost = lostLines(textOf(tree, path), text).filter((line) => !/^values: *\[\]/.test(line))
        if (isAddition && !isRemoval) expect(lost, `${seed} ${text}`).toEqual([])
        // A deprecation with its reason, which may be folded.
        else expect(lost.length, `${seed} ${text}`).toBeLessThan(8)
      }
    }
    expect(seen.applied).toBeGreaterThan(50)
    expect(seen.refused).toBeGreaterThan(50)
  })
})
