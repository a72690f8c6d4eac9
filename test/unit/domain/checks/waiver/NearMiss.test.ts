import { assert, describe, it } from "@effect/vitest"
import { makeNearMissSearch } from "../../../../../src/domain/checks/waiver/NearMiss.ts"

const reused = { rule: "code/reused", subject: "use_type/podcast" }
const removedNews = { rule: "deprecation/removed-outside-major", subject: "use_type/news" }
const removedLicense = { rule: "deprecation/removed-outside-major", subject: "NEWS-2" }
const early = { rule: "deprecation/removed-before-six-months", subject: "use_type/news" }
const find = makeNearMissSearch([reused, removedNews, removedLicense, early])

describe("what a waiver nearly covers", () => {
  it.each([
    ["a misspelt rule", { rule: "code/resued", subject: "use_type/podcast" }, reused],
    ["the same item under another rule", { rule: "code/reused", subject: "use_type/news" }, removedNews],
    ["an item in another case", { rule: "code/reused", subject: "USE_TYPE/PODCAST" }, reused],
    ["a value without its dimension", { rule: early.rule, subject: "News" }, early],
    ["a misspelt value", { rule: early.rule, subject: "use_type/newz" }, early],
    ["a misspelt license", { rule: removedLicense.rule, subject: "NEWS-3" }, removedLicense],
    ["the second rule of an item", early, early]
  ])("is found for %s", (_, waiver, expected) => {
    assert.deepStrictEqual(find(waiver), expected)
  })

  it.each([
    ["another item", { rule: "code/reused", subject: "exclusive_categories/COFFEE" }],
    ["a code alone under another rule", { rule: "code/reused", subject: "news" }],
    ["an unknown rule and a misspelt item", { rule: "license/conflict", subject: "use_type/newz" }]
  ])("is nothing for %s", (_, waiver) => {
    assert.isUndefined(find(waiver))
  })

  it("is nothing if there is nothing to cover", () => {
    assert.isUndefined(makeNearMissSearch([])(reused))
  })
})
