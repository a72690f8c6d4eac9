import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { mutantArguments, parseMutantOptions } from "../../../../scripts/mutants/MutantOptions.ts"

describe("the options of a mutation test", () => {
  it("are those in the document", () => {
    const document = readFileSync(new URL("../../../../docs/adding-things.md", import.meta.url), "utf8")
    const [, section = ""] = document.split("## Find what no test notices\n")
    const named = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `--([\w-]+)`/gm)].map(([, name]) => name)
    assert.sameMembers(named, Object.keys(mutantArguments))
  })

  it("have defaults, and take places and numbers", () => {
    assert.deepStrictEqual(parseMutantOptions([], 5), {
      base: undefined,
      places: [],
      sample: undefined,
      seed: 5,
      tests: "test/{unit,mistakes,golden,corpus,system/transcripts}/**/*.test.ts",
      atLeast: 90,
      concurrency: 2,
      timeout: 60,
      json: undefined,
      static: false
    })
    const { atLeast, places, sample, seed } = parseMutantOptions(
      ["--sample", "20", "--seed", "3", "--at-least", "0", "src/limits"],
      5
    )
    assert.deepStrictEqual([atLeast, places, sample, seed], [0, ["src/limits"], 20, 3])
  })

  it("are refused by name", () => {
    assert.throws(() => parseMutantOptions(["--sample", "many"], 5), "--sample is not a number: many")
    assert.throws(() => parseMutantOptions(["--sample", "0"], 5), "--sample is not a whole number above 0: 0")
    assert.throws(
      () => parseMutantOptions(["--concurrency", "1.5"], 5),
      "--concurrency is not a whole number above 0: 1.5"
    )
    assert.throws(() => parseMutantOptions(["--at-least="], 5), "--at-least is not a number")
    assert.throws(() => parseMutantOptions(["--all"], 5), "--all")
  })
})
