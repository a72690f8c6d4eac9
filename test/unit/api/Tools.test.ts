import * as Result from "effect/Result"
import { describe, it } from "vitest"
import { describeTools, targetOf, toToolRequest } from "../../../src/api/Tools.ts"

const tools = describeTools()

const request = (name: string, given: Readonly<Record<string, unknown>>, version = "v1") => {
  const tool = tools.find(({ endpoint }) => endpoint.name === name)
  if (tool === undefined) throw new Error(`No tool is named ${name}`)
  return toToolRequest(tool, given, version)
}

const target = (...call: Parameters<typeof request>): string => targetOf(Result.getOrThrow(request(...call)))

describe("describeTools", () => {
  it("takes the parameters of the endpoints, with JSON as objects and without those of HTTP alone", ({ expect }) => {
    const permits = tools.find(({ endpoint }) => endpoint.name === "permits")
    expect(Object.keys(permits?.input.properties ?? {})).toEqual(["license", "use", "lang", "version", "as_of"])
    expect(permits?.input.required).toEqual(["license", "use"])
    expect(permits?.input.properties["use"]).toMatchObject({ type: "object" })
    expect(tools.find(({ endpoint }) => endpoint.name === "value")?.input.required).toEqual(["dimension", "value_code"])
  })

  it("describes answers without texts, each definition once and in at most 4,000 characters", ({ expect }) => {
    for (const { output } of tools) {
      const text = JSON.stringify(output)
      expect(text).not.toMatch(/"(?:description|examples|pattern)":"/)
      const definitions = Object.entries(Object(output["$defs"]))
      for (const [name, definition] of definitions) {
        expect(text).toContain(`{"$ref":"#/$defs/${name}"}`)
        expect(JSON.stringify(definition).length).toBeLessThanOrEqual(4000)
      }
      expect(
        text.match(/"\$ref":"[^"]+"/g)?.every((found) => definitions.some(([name]) => found.endsWith(`/${name}"`)))
      ).toBe(true)
    }
  })
})

describe("toToolRequest", () => {
  it("makes the path and the query of the endpoint", ({ expect }) => {
    expect(target("value", { dimension: "use_type", value_code: "a/b c" })).toBe(
      "/v1/dimensions/use_type/values/a%2Fb%20c"
    )
    expect(target("search", { q: "soft drinks", kind: ["value", "license"], limit: 5 })).toBe(
      "/v1/search?q=soft+drinks&kind=value&kind=license&limit=5"
    )
    expect(target("validate", { config: { use_type: ["a"] } })).toBe(
      "/v1/validate?config=%7B%22use_type%22%3A%5B%22a%22%5D%7D"
    )
    expect(target("validate", { config: [] })).toBe("/v1/validate?config=%5B%5D")
    expect(target("validate", { config: "{}" })).toBe("/v1/validate?config=%7B%7D")
  })

  it("reads the release of the call, else the usual one, by the API version of its major", ({ expect }) => {
    const license = { license_code: "A" }
    expect(target("license", license, "v2")).toBe("/v2/licenses/A")
    expect(target("license", license, "v2.1")).toBe("/v2/licenses/A?version=v2.1")
    expect(target("license", { ...license, version: "1.0.0" }, "v2.1")).toBe("/v1/licenses/A?version=1.0.0")
    expect(target("license", { ...license, version: "latest" }, "v2.1")).toBe("/v2/licenses/A?version=latest")
    expect(target("license", { ...license, as_of: "2026-05-01" }, "v2.1")).toBe("/v2/licenses/A?as_of=2026-05-01")
    expect(target("search", { q: "a" }, "v2.1")).toBe("/v2/search?q=a")
  })

  it("refuses arguments that the tool does not have, with similar ones, and missing ones", ({ expect }) => {
    expect(Result.merge(request("license", { licence_code: "A" }))).toEqual({
      code: "parameter-unknown",
      detail: "Unknown argument 'licence_code'. Did you mean 'license_code'?",
      parameter: "licence_code",
      suggestions: ["license_code"]
    })
    expect(Result.merge(request("search", { q: "a", envelope: "true" }))).toMatchObject({ code: "parameter-unknown" })
    for (const given of [{}, { license_code: "" }]) {
      expect(Result.merge(request("license", given))).toEqual({
        code: "parameter-missing",
        detail: "The argument 'license_code' is missing",
        parameter: "license_code"
      })
    }
  })
})
