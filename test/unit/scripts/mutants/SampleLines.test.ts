import { assert, describe, it } from "vitest"
import { isBelow, isMutable } from "../../../../scripts/mutants/MutableFile.ts"
import { sampleLines } from "../../../../scripts/mutants/SampleLines.ts"

const source = `import { a } from "./a.ts"

/** A comment. */
export interface Shape {
  readonly name: string
}

export const double = (count: number): number => {
  // Why.
  return count * 2
}
`

describe("a sample of lines", () => {
  it("contains code only", () => {
    const sample = sampleLines([["src/a.ts", source]], { count: 100, seed: 1 })
    assert.deepStrictEqual(
      sample.map(({ file, first, last }) => [file, first, last]),
      [
        ["src/a.ts", 8, 8],
        ["src/a.ts", 10, 10]
      ]
    )
  })

  it("depends on the seed alone", () => {
    const sources = ["a", "b", "c"].map((name) => [`src/${name}.ts`, "a(1)\n".repeat(50)] as const)
    const sample = (seed: number) => sampleLines(sources, { count: 10, seed })
    assert.lengthOf(sample(7), 10)
    assert.deepStrictEqual(sample(7), sample(7))
    assert.notDeepEqual(sample(7), sample(8))
  })
})

describe("files that can be mutated", () => {
  it("are sources, but not declarations", () => {
    const paths = ["src/a.ts", "src/b/c.tsx", "src/css.d.ts", "test/a.test.ts", "src/a.css"]
    assert.deepStrictEqual(paths.filter(isMutable), ["src/a.ts", "src/b/c.tsx"])
  })

  it("can be limited to files and folders", () => {
    const below = (...places: ReadonlyArray<string>) =>
      ["src/a.ts", "src/ab/c.ts", "src/ab.ts"].filter((path) => isBelow(path, places))
    assert.deepStrictEqual(below("src/a.ts", "src/ab"), ["src/a.ts", "src/ab/c.ts"])
    assert.deepStrictEqual(below("src/ab/"), ["src/ab/c.ts"])
    assert.lengthOf(below(), 3)
  })
})
