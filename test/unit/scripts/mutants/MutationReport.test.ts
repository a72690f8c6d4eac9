import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { readResult, scoreOf, StrykerReport } from "../../../../scripts/mutants/MutationReport.ts"
import { renderMutants } from "../../../../scripts/mutants/RenderMutants.ts"

const source = `const isOpen = a && b
const sum = (numbers) => {
  return add(
    numbers
  )
}
`

const mutant = (status: string, [line, column, endLine, endColumn]: readonly [number, number, number, number]) => ({
  mutatorName: "Name",
  replacement: "true",
  location: { start: { line, column }, end: { line: endLine, column: endColumn } },
  status,
  coveredBy: ["0", "1"]
})

const reportOf = (mutants: ReadonlyArray<object>) =>
  Schema.decodeUnknownSync(StrykerReport)({ files: { "src/a.ts": { source, mutants } } })

const resultOf = (...mutants: ReadonlyArray<object>) => readResult(reportOf(mutants), false)

describe("the result of a mutation test", () => {
  it("counts killed mutants and timeouts as noticed, and leaves out what cannot run", () => {
    const result = resultOf(
      mutant("Killed", [1, 16, 1, 22]),
      mutant("Killed", [1, 16, 1, 17]),
      mutant("Timeout", [1, 16, 1, 22]),
      mutant("RuntimeError", [1, 16, 1, 22]),
      mutant("CompileError", [1, 16, 1, 22]),
      mutant("Ignored", [1, 16, 1, 22]),
      mutant("Survived", [1, 16, 1, 22])
    )
    assert.strictEqual(scoreOf(result), 75)
  })

  it("has no score without mutants", () => {
    assert.isUndefined(scoreOf(resultOf()))
    assert.strictEqual(renderMutants(resultOf(), 90), "The selected lines contain nothing to mutate.")
  })

  it("shows each mutant that was not noticed with the code that it replaced", () => {
    const unreached = { ...mutant("NoCoverage", [3, 10, 5, 4]), coveredBy: undefined, replacement: ";" }
    const result = resultOf(mutant("Killed", [1, 1, 1, 2]), mutant("Survived", [1, 16, 1, 22]), {
      ...unreached,
      coveredBy: []
    })
    assert.strictEqual(
      renderMutants(result, 90),
      `src/a.ts:1  Name, 2 tests reach it
  - a && b
  + true

src/a.ts:3  Name, no test reaches it
  - add(
  -     numbers
  -   )
  + ;

1 of 3 mutants were noticed: 33.3 %, and at least 90 % are required.
For each of the others: write a test that fails, remove the code, or make sure that both mean the same.`
    )
  })

  it("leaves out survivors in code that runs when its module is loaded, unless the run was about them", () => {
    const survivor = mutant("Survived", [1, 16, 1, 22])
    const report = reportOf([
      { ...survivor, static: true },
      { ...mutant("Killed", [1, 1, 1, 2]), static: true },
      survivor
    ])
    const { killed, leftOut, survivors } = readResult(report, false)
    assert.deepStrictEqual([killed, leftOut, survivors.length], [1, 1, 1])
    assert.lengthOf(readResult(report, true).survivors, 2)
    assert.strictEqual(readResult(report, true).leftOut, 0)
  })

  it("says how many mutants were not tried", () => {
    assert.strictEqual(
      renderMutants(resultOf(mutant("Killed", [1, 1, 1, 2]), mutant("Ignored", [1, 16, 1, 22])), 90),
      `1 of 1 mutants were noticed: 100.0 %, and at least 90 % are required.
Left out: 1 in code that runs when its module is loaded. Try them with --static.`
    )
  })
})
