import { createConfig, lintFromString } from "@redocly/openapi-core"
import { Ruleset, Spectral } from "@stoplight/spectral-core"
import owasp from "@stoplight/spectral-owasp-ruleset"
import { oas } from "@stoplight/spectral-rulesets"
import { describe, expect, it } from "vitest"
import { openApiDocument, openApiText } from "../../../../src/api/openapi/OpenApi.ts"
import { lintExceptions } from "./LintExceptions.ts"

const options = {
  basePath: "/api/taxonomy",
  serverVersion: "1.2.3",
  operatorEmail: "operator@licensing.example"
}
const document = openApiText(options)

const redocly = async (source: string): Promise<ReadonlyArray<string>> => {
  const config = await createConfig({ extends: ["recommended"] })
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config })
  return problems.map(({ location, ruleId }) => `${ruleId} ${location[0]?.pointer}`)
}

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

/** With the one path that is spoiled, for the linters are slow on all of them. */
const documentOfLicenses = ((): string => {
  const { paths, ...rest } = openApiDocument(options)
  const kept = Object.entries(paths).filter(([path]) => path === "/{api_version}/licenses")
  return JSON.stringify({ ...rest, paths: Object.fromEntries(kept) }, null, 2)
})()

// Built once, and the linters are slow on so large a document.
const problems = spectral(document)

describe("the OpenAPI document", () => {
  it("is clean under the recommended rules of Redocly", async () => {
    expect(await redocly(document)).toEqual([])
  })

  it("is clean under the rules of Spectral and of OWASP, but for the exceptions that have a reason", async () => {
    expect((await problems).filter((problem) => !excepted(problem))).toEqual([])
  })

  it("needs every exception that is listed", async () => {
    const found = await problems
    const needless = lintExceptions.filter(
      ({ rule, where }) => !found.some((problem) => problem.rule === rule && where.test(problem.path))
    )
    expect(needless).toEqual([])
  })

  it("would not be clean with an example of another form, or an operation without an id", async () => {
    const spoiled = documentOfLicenses
      .replace('"count": 1,', '"count": "one",')
      .replace('"operationId": "licenses",', "")
    expect(await redocly(spoiled)).toContain("operation-operationId #/paths/~1{api_version}~1licenses/get/operationId")
    const found = await spectral(spoiled)
    expect(found.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["operation-operationId", "oas3-valid-media-example"])
    )
  })
})
