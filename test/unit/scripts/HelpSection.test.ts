import { assert, describe, it } from "vitest"
import { helpSection } from "../../../scripts/HelpSection.ts"
import { mutantArguments } from "../../../scripts/mutants/MutantOptions.ts"
import { soakArguments } from "../../../scripts/soak/SoakOptions.ts"

const sections = [
  ["Find what no test notices", "npm run mutants", mutantArguments],
  ["Add a fault to the soak test", "npm run soak", soakArguments]
] as const

describe("the help of a script", () => {
  it.each(sections)("is the section %s", (heading, command, options) => {
    const help = helpSection(["--seed", "1", "--help"], heading) ?? ""
    assert.include(help, command)
    for (const name of Object.keys(options)) assert.include(help, `\`--${name}`)
    assert.notMatch(help, /^## /m)
    assert.strictEqual(helpSection(["-h"], heading), help)
  })

  it("is printed if it is asked for", () => {
    assert.isUndefined(helpSection(["--seed", "1"], "Find what no test notices"))
  })
})
