import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { parseSoakOptions, soakArguments } from "../../../../scripts/soak/SoakOptions.ts"

describe("the options of the soak test", () => {
  it("are those in the document", () => {
    const document = readFileSync(new URL("../../../../docs/adding-things.md", import.meta.url), "utf8")
    const [, section = ""] = document.split("### Run the soak test\n")
    const named = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `--(\w+)`/gm)].map(([, name]) => name)
    assert.sameMembers(named, Object.keys(soakArguments))
  })

  it("last six minutes by default, and end with the schedule if its rounds are given", () => {
    assert.deepInclude(parseSoakOptions([], 5), { minutes: 6, seed: 5 })
    assert.deepInclude(parseSoakOptions(["--rounds", "2", "--seed", "7"], 5), {
      minutes: undefined,
      rounds: 2,
      seed: 7
    })
  })

  it("refuse what is no number", () => {
    assert.throws(() => parseSoakOptions(["--minutes", "long"], 5), "--minutes is not a number: long")
  })
})
