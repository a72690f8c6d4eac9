import { describe, expect, it } from "@effect/vitest"
import { itemsBody } from "../../../../src/api/projections/ItemsProjection.ts"
import { releasesBody } from "../../../../src/api/projections/ReleasesProjection.ts"
import type { ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { makeStore } from "../../../../src/explorer/data/Store.ts"
import { readComparison, readItemSteps } from "../../../../src/explorer/time/Comparison.ts"
import { schemaBody } from "../../../../src/release/format3/Bodies.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { netChanges } from "../../../support/domain/NetChanges.ts"
import { given, release, waiver } from "../../../support/domain/ReleaseScenario.ts"
import { add, edit } from "../../../support/domain/TaxonomyEdits.ts"

const item = "use_type/editorial"
const define = (definition: string) => edit(item, { definition })
const corrected = (date: string, version: string) => ({
  date,
  waivers: [waiver("semver/definition-changed", item, version)]
})

const { history } = given(
  release("1.0.0", "2026-01-10", define("News.")),
  release("1.0.1", corrected("2026-02-10", "1.0.1"), define("The news.")),
  release("1.1.0", "2026-03-10", add("use_type/a")),
  release("1.1.1", corrected("2026-04-10", "1.1.1"), define("All the news.")),
  release("2.0.0", "2026-05-10", define("News and comments.")),
  release("1.1.2", corrected("2026-06-10", "1.1.2"), define("Any news."), edit(item, { label: "Any" }))
)

/** The store of an Explorer over a history, and the releases that it has read. */
const storeOf = (of: ReleaseHistory) => {
  const releases = [...of.releases.values()]
  const version = releases[0]?.version ?? expect.fail("Nothing is published")
  const read: Array<string> = []
  const store = makeStore({
    releases: () => Promise.resolve(releasesBody(of, version)),
    items: () => Promise.resolve(itemsBody(of, version)),
    schema: (name) => {
      read.push(name)
      const found = releases.find((each) => each.version === name)
      return found === undefined ? Promise.reject(new Error(name)) : Promise.resolve(schemaBody(found))
    }
  })
  return { read, releases, store }
}

/** Compares every two releases of a history in the Explorer and as `taxonomy diff` does. */
const expectSameChanges = async (of: ReleaseHistory) => {
  const { releases, store } = storeOf(of)
  const catalog = await store.catalog()
  for (const from of releases) {
    for (const to of releases.filter((other) => other !== from)) {
      const [before, after] = [await store.release(from.version), await store.release(to.version)]
      const { changes } = await readComparison(store, catalog, before, after)
      expect(changes, `${from.version} to ${to.version}`).toEqual(netChanges(of, from, to))
    }
  }
}

describe("readComparison", () => {
  it("finds the changes of taxonomy diff, corrections included, for all releases", () => expectSameChanges(history))

  it.prop("finds the changes of taxonomy diff in histories of any kind", [branchedHistories], ([any]) =>
    expectSameChanges(any)
  )

  it("requires a patch for a correction, and reads only the releases that can tell", async () => {
    const { read, store } = storeOf(history)
    const catalog = await store.catalog()
    const compare = async (from: string, to: string) =>
      (await readComparison(store, catalog, await store.release(from), await store.release(to))).requiredBump
    expect(await compare("1.0.0", "1.0.1")).toBe("patch")
    expect(read).toEqual(["1.0.0", "1.0.1"])
    expect(await compare("1.0.0", "1.1.1")).toBe("minor")
    expect(await compare("1.1.1", "2.0.0")).toBe("major")
    expect(read).toEqual(["1.0.0", "1.0.1", "1.1.1", "1.1.0", "2.0.0"])
  })
})

describe("readItemSteps", () => {
  const readSteps = async (version: string, kinds: RegExp) => {
    const { read, store } = storeOf(history)
    const steps = await readItemSteps(
      store,
      await store.catalog(),
      await store.release(version),
      valueRef("use_type", "editorial"),
      kinds
    )
    return {
      read,
      steps: steps.map(({ comparison, step }) => [step.release, ...comparison.changes.map(({ kind }) => kind)])
    }
  }

  it("finds every definition of an item up to a release, the newest first", async () => {
    expect((await readSteps("2.0.0", /^value-definition/)).steps).toEqual([
      ["2.0.0", "value-definition-changed"],
      ["1.1.1", "value-definition-corrected"],
      ["1.0.1", "value-definition-corrected"]
    ])
    expect((await readSteps("1.0.1", /^value-definition/)).steps).toEqual([["1.0.1", "value-definition-corrected"]])
    expect((await readSteps("1.1.2", /^value-/)).steps[0]).toEqual([
      "1.1.2",
      "value-definition-corrected",
      "value-text-changed"
    ])
  })

  it("reads no release without such changes", async () => {
    expect(await readSteps("1.1.0", /^license-/)).toEqual({ read: ["1.1.0"], steps: [] })
  })
})
