import { assert, describe, it } from "@effect/vitest"
import { isBrowser } from "../../../../src/client/options/Browser.ts"

describe("isBrowser", () => {
  const browser =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"

  it.each([
    ["a page", { document: {}, navigator: { userAgent: browser } }, true],
    ["a worker of a page", { WorkerGlobalScope: Object, navigator: { userAgent: browser } }, true],
    ["Node", { navigator: { userAgent: "Node.js/24" } }, false],
    ["a server runtime with workers", { WorkerGlobalScope: Object, navigator: { userAgent: "workerd" } }, false],
    ["a JavaScript engine", {}, false]
  ] as const)("recognizes the globals of %s", (_, globals, expected) => {
    assert.strictEqual(isBrowser(globals), expected)
  })
})
