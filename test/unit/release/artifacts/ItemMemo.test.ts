import { describe, expect, it } from "vitest"
import { makeItemMemo } from "../../../../src/release/artifacts/ItemMemo.ts"

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
