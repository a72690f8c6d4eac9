import { assert, describe, expect, it } from "@effect/vitest"
import type { PublishedRelease } from "../../../../src/domain/release/ReleaseHistory.ts"
import {
  encodeRelease,
  makeIncrementalRenderers,
  makeReleaseRenderer,
  type RenderedRelease,
  render,
  makeItemMemo
} from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { histories } from "../../../support/domain/RandomHistories.ts"

/** The files as the format itself writes them. */
const renderFully = (release: PublishedRelease): RenderedRelease | undefined => {
  const artifacts = render(release)
  return artifacts && encodeRelease(artifacts)
}

const textsOf = (rendered: RenderedRelease | undefined) =>
  Array.from(rendered?.files ?? [], ([path, bytes]) => `${path}: ${Buffer.from(bytes).toString()}`)

describe("makeIncrementalRenderers", () => {
  it.prop(
    "writes the bytes that the formats write, for every release of a history",
    [histories],
    ([{ history }]) => {
      const incremental = makeIncrementalRenderers()
      for (const [format, renderNext] of incremental) {
        for (const published of history.releases.values()) {
          const release = { ...published, format }
          const [rendered, expected] = [renderNext(release), renderFully(release)]
          assert.deepStrictEqual(textsOf(rendered), textsOf(expected))
          assert.strictEqual(rendered.digest, expected?.digest)
        }
      }
    },
    { arbitrary: { runs: 60 } }
  )
})

describe("makeReleaseRenderer", () => {
  it.prop(
    "lets the format decide if the digest in the ledger is another one",
    [histories],
    ([{ history }]) => {
      const render = makeReleaseRenderer()
      for (const release of history.releases.values()) {
        const forged = { ...release, manifest: `sha256:${"0".repeat(64)}` }
        assert.deepStrictEqual(textsOf(render(forged)), textsOf(renderFully(release)))
        assert.isUndefined(render({ ...release, format: 1000 }))
      }
    },
    { arbitrary: { runs: 10 } }
  )
})

describe("makeItemMemo", () => {
  const [first, second, third] = [{ name: "first" }, { name: "second" }, { name: "third" }] as const
  type Item = { readonly name: string }

  /** Renders lists and logs the names of the items that it renders. */
  const logged = () => {
    const rendered: Array<string> = []
    const memo = makeItemMemo<Item, string>()
    const renderAll = (items: ReadonlyArray<Item>, contexts: Readonly<Record<string, string>> = {}) =>
      memo(
        items,
        ({ name }) => contexts[name],
        ({ name }) => {
          rendered.push(name)
          return `${name} ${contexts[name] ?? ""}`
        }
      )
    return { rendered, renderAll }
  }

  it("renders an item again only if the list before did not contain it", () => {
    const { renderAll, rendered } = logged()
    expect(renderAll([first, second])).toEqual(["first ", "second "])
    expect(renderAll([third, second])).toEqual(["third ", "second "])
    expect(rendered).toEqual(["first", "second", "third"])
    renderAll([first, { ...second }])
    expect(rendered).toEqual(["first", "second", "third", "first", "second"])
  })

  it("renders an item again if its context has changed", () => {
    const { renderAll, rendered } = logged()
    renderAll([first, second], { first: "a" })
    expect(renderAll([first, second], { first: "b" })).toEqual(["first b", "second "])
    renderAll([first, second], { first: "b" })
    expect(rendered).toEqual(["first", "second", "first"])
  })
})
