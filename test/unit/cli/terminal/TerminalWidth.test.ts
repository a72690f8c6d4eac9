import { assert, describe, it } from "@effect/vitest"
import { chooseWidth } from "../../../../src/cli/terminal/TerminalWidth.ts"

describe("chooseWidth", () => {
  it("takes COLUMNS, else the width of the terminal, else no width", () => {
    assert.strictEqual(chooseWidth(60, { isTTY: true, columns: 120 }), 60)
    assert.strictEqual(chooseWidth(60, {}), 60)
    assert.strictEqual(chooseWidth(undefined, { isTTY: true, columns: 120 }), 120)
    assert.strictEqual(chooseWidth(undefined, { columns: 120 }), undefined)
  })

  it("assumes 80 columns if a terminal does not know its size", () => {
    assert.strictEqual(chooseWidth(undefined, { isTTY: true, columns: 0 }), 80)
    assert.strictEqual(chooseWidth(0, { isTTY: true, columns: 0 }), 80)
  })
})
