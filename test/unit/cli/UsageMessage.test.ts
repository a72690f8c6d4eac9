import { assert, describe, it } from "@effect/vitest"
import { wrapHelp } from "../../../src/cli/UsageMessage.ts"

describe("wrapHelp", () => {
  it("continues a description below its beginning", () => {
    assert.strictEqual(
      wrapHelp("  --src folder    Folder of the sources, of all of them together", 50),
      "  --src folder    Folder of the sources, of all of\n                  them together"
    )
  })

  it("puts a description on a line of its own if there is little room beside the name", () => {
    assert.strictEqual(
      wrapHelp("  --a-very-long-option-name    Folder of the sources and more", 40),
      "  --a-very-long-option-name\n      Folder of the sources and more"
    )
  })

  it("keeps the indentation of a text, and lines that fit", () => {
    assert.strictEqual(
      wrapHelp("USAGE\n  Check the working tree and the rest of it", 30),
      "USAGE\n  Check the working tree and\n  the rest of it"
    )
  })
})
