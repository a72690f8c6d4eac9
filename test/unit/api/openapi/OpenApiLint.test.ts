import { createConfig, lintFromString } from "@redocly/openapi-core"
import { describe, expect, it } from "vitest"
import { openApiText } from "../../../../src/api/openapi/OpenApi.ts"

const document = openApiText({
  basePath: "/api/taxonomy",
  serverVersion: "1.2.3",
  operatorEmail: "operator@licensing.example"
})

const lint = async (source: string): Promise<ReadonlyArray<string>> => {
  const config = await createConfig({ extends: ["recommended"] })
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config })
  return problems.map(({ location, ruleId }) => `${ruleId} ${location[0]?.pointer}`)
}

describe("the OpenAPI document", () => {
  // test/long/openapi/spectral.test.ts has the rules of Spectral and OWASP.
  it("passes the recommended rules of Redocly", async () => {
    expect(await lint(document)).toEqual([])
  })

  it("would fail without the id of an operation", async () => {
    expect(await lint(document.replace('"operationId":"licenses",', ""))).toEqual([
      "operation-operationId #/paths/~1{api_version}~1licenses/get/operationId"
    ])
  })
})
