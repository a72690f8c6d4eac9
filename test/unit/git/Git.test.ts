import { describe, it } from "vitest"
import { gitEnvironment } from "../../../src/git/Git.ts"

describe("the environment of git", () => {
  it("contains no private key, whatever it signs", ({ expect }) => {
    const secrets = ["TAXONOMY_LOG_KEY", "TAXONOMY_KEYS_LOG_KEY", "TAXONOMY_WITNESS_KEY"]
    const environment = Object.fromEntries(secrets.map((name) => [name, "PRIVATE+KEY+example.com/a+00000000+AA=="]))
    expect(gitEnvironment({ ...environment, PATH: "/usr/bin" })).toEqual({ PATH: "/usr/bin", LANGUAGE: "C" })
  })
})
