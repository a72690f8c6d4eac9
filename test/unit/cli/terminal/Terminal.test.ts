import { assert, describe, it } from "@effect/vitest"
import { chooseWidth, makeTerminalProgress } from "../../../../src/cli/terminal/Terminal.ts"
import { noProgress } from "../../../../src/platform/Progress.ts"

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

/** Progress on a terminal, by a clock that the test sets. */
const onTerminal = () => {
  const clock = { time: 1000, now: () => clock.time }
  const printed: Array<string> = []
  const terminal = { isTTY: true, columns: 40, write: (text: string) => printed.push(text) }
  return { clock, printed, progress: makeTerminalProgress(terminal, { TERM: "xterm" }, clock) }
}

const erased = "\r\u001B[2K"

describe("makeTerminalProgress", () => {
  it("prints on an interactive terminal only", ({ expect }) => {
    const terminal = { isTTY: true, write: () => true }
    expect(makeTerminalProgress(terminal, { TERM: "xterm" })).not.toBe(noProgress)
    expect(makeTerminalProgress(terminal, { TERM: "xterm", CI: "" })).not.toBe(noProgress)
    expect(makeTerminalProgress(terminal, { TERM: "xterm", CI: "1" })).toBe(noProgress)
    expect(makeTerminalProgress(terminal, { TERM: "dumb" })).toBe(noProgress)
    expect(makeTerminalProgress({ write: () => true }, { TERM: "xterm" })).toBe(noProgress)
  })

  it("prints nothing for work of less than half a second", ({ expect }) => {
    const { clock, printed, progress } = onTerminal()
    const bar = progress.begin("Reading sources", 2)
    clock.time += 499
    bar.advance()
    bar.end()
    expect(printed).toEqual([])
  })

  it("prints longer work at most ten times a second, and erases it at the end", ({ expect }) => {
    const { clock, printed, progress } = onTerminal()
    const bar = progress.begin("Reading sources", 4)
    for (const millis of [500, 99, 1]) {
      clock.time += millis
      bar.advance()
    }
    bar.end()
    expect(printed).toEqual([`${erased}Reading sources: 1 of 4`, `${erased}Reading sources: 3 of 4`, erased])
  })
})
