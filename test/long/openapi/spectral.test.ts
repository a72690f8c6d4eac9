import { Ruleset, Spectral } from "@stoplight/spectral-core"
import owasp from "@stoplight/spectral-owasp-ruleset"
import { oas } from "@stoplight/spectral-rulesets"
import { describe, expect, it } from "vitest"
import { openApiDocument, openApiText } from "../../../src/api/openapi/OpenApi.ts"
import { lintExceptions } from "./LintExceptions.ts"

const options = {
  basePath: "/api/taxonomy",
  serverVersion: "1.2.3",
  operatorEmail: "operator@licensing.example"
}
const document = openApiText(options)

interface Problem {
  readonly rule: string
  readonly path: string
}

const spectral = async (source: string): Promise<ReadonlyArray<Problem>> => {
  const linter = new Spectral()
  linter.setRuleset(new Ruleset({ extends: [oas, owasp] }))
  const results = await linter.run(source)
  return results.map(({ code, path }) => ({ rule: String(code), path: path.join("/") }))
}

const excepted = ({ path, rule }: Problem) =>
  lintExceptions.some((exception) => exception.rule === rule && exception.where.test(path))

/** Contains only one path, since the linter is slow on all of them. */
const documentOfLicenses = ((): string => {
  const { paths, ...rest } = openApiDocument(options)
  const kept = Object.entries(paths).filter(([path]) => path === "/{api_version}/licenses")
  return JSON.stringify({ ...rest, paths: Object.fromEntries(kept) }, null, 2)
})()

// Linted once, since the linter is slow on so large a document.
const problems = spectral(document)

describe("the OpenAPI document", () => {
  it("passes the rules of Spectral and OWASP, except for the listed exceptions", async () => {
    expect((await problems).filter((problem) => !excepted(problem))).toEqual([])
  })

  it("needs every listed exception", async () => {
    const found = await problems
    const needless = lintExceptions.filter(
      ({ rule, where }) => !found.some((problem) => problem.rule === rule && where.test(problem.path))
    )
    expect(needless).toEqual([])
  })

  it("would fail with an invalid example or an operation without an id", async () => {
    const spoiled = documentOfLicenses
      .replace('"count": 1,', '"count": "one",')
      .replace('"operationId": "licenses",', "")
    const found = await spectral(spoiled)
    expect(found.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["operation-operationId", "oas3-valid-media-example"])
    )
  })
})
