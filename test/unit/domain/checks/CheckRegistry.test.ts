import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { checks, checksByArea, findCheck, getCheck, type CheckId } from "../../../../src/domain/checks/CheckRegistry.ts"

const folder = fileURLToPath(new URL("../../../../src/domain/checks/", import.meta.url))

describe("the registry of checks", () => {
  it("lists each check once, under the area of its id", () => {
    assert.strictEqual(new Set(checks.map(({ id }) => id)).size, checks.length)
    for (const [area, members] of Object.entries(checksByArea)) {
      for (const { id } of members) assert.match(id, new RegExp(`^${area}/[a-z]+(?:-[a-z]+)*$`))
    }
  })

  it("finds each check by its id", () => {
    for (const check of checks) {
      assert.strictEqual(getCheck(check.id), check)
      assert.strictEqual(findCheck(check.id), check)
    }
    assert.isUndefined(findCheck("semver/no-such-check"))
  })

  it("lists every file that exports a check", async () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"))
    const modules = await Promise.all(files.map((path): Promise<object> => import(`${folder}${path}`)))
    const exported = modules.flatMap((module) => Object.values(module)).filter(isCheck)
    assert.sameMembers(exported, [...checks])
  })

  it("has checks that are documented completely", () => {
    for (const { breaks, explanation, id, keeps, title } of checks) {
      for (const text of [title, breaks, keeps]) assert.match(text, /\S/, id)
      assert.notStrictEqual(breaks, keeps)
      // A few sentences: what it requires, why, and how to fix a finding.
      assert.isAtLeast(explanation.split(/\.(?: |$)/).length - 1, 2, id)
    }
  })

  it("has examples of what to do in which every bracket and quote is closed", () => {
    for (const { id, keeps } of checks) {
      const count = (character: string) => keeps.split(character).length - 1
      assert.deepStrictEqual([count("{"), count("["), count('"') % 2], [count("}"), count("]"), 0], id)
    }
  })

  it("allows waivers for errors of deprecation, reused codes and changed definitions only", () => {
    for (const { id, level, waivable } of checks) {
      // Whatever is valid in a major version stays valid in it (service spec, 9.4).
      if (id === "deprecation/removed-outside-major") continue
      const isEarly = id.startsWith("deprecation/") || id === "code/reused" || id === "semver/definition-changed"
      assert.strictEqual(waivable === true, isEarly && level === "error", id)
    }
  })
})

describe("what follows from what", () => {
  it("has no cycle, so that each chain of causes ends at a finding that is reported", () => {
    const causesOf = (id: CheckId) => (getCheck(id).followsFrom ?? []).flatMap((cause) => cause.checks)
    const isCause = (id: CheckId, of: CheckId): boolean => causesOf(of).some((next) => next === id || isCause(id, next))
    for (const { id } of checks) assert.isFalse(isCause(id, id), id)
  })

  it("has errors as causes", () => {
    for (const { followsFrom = [] } of checks) {
      for (const id of followsFrom.flatMap((cause) => cause.checks)) assert.strictEqual(getCheck(id).level, "error")
    }
  })
})

const isCheck = (value: unknown): value is (typeof checks)[number] =>
  typeof value === "object" && value !== null && "id" in value && "message" in value
