import { describe, it, assert } from "vitest"
import {
  renderConfiguration,
  toEffectiveConfiguration,
  findMisspelledVariables
} from "../../../../src/cli/serve/Configuration.ts"

const options = [
  { name: "port", path: ["port"] },
  { name: "admin-port", path: ["adminPort"] },
  { name: "max-connections", path: ["clientLimits", "maxConnections"] },
  { name: "trusted-proxy", path: ["trustedProxy"] },
  { name: "explorer", path: ["explorer"] },
  { name: "otlp", path: ["otlp"] }
]

const input = {
  port: 9000,
  adminPort: undefined,
  clientLimits: { maxConnections: 5 },
  trustedProxy: ["private", "10.0.0.1"],
  explorer: false,
  otlp: "http://collector:4318"
}

const configuration = (
  words: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  standardVariables: Readonly<Record<string, string>> = {}
) => toEffectiveConfiguration({ options, input, words, environment, standardVariables })

describe("the effective configuration", () => {
  it("has the value of each option, also of those in groups, and null for none", ({ expect }) => {
    const values = Object.entries(configuration([], {})).map(([name, { value }]) => [name, value])
    expect(Object.fromEntries(values)).toEqual({
      port: 9000,
      "admin-port": null,
      "max-connections": 5,
      "trusted-proxy": ["private", "10.0.0.1"],
      explorer: false,
      otlp: "http://collector:4318"
    })
  })

  it("names the source of each value, an option before its variable", ({ expect }) => {
    const words = ["serve", "--port=9000", "--trusted-proxy", "private", "--no-explorer"]
    const environment = { TAXONOMY_PORT: "1", TAXONOMY_MAX_CONNECTIONS: "5", TAXONOMY_ADMIN_PORT: "" }
    expect(configuration(words, environment)).toMatchObject({
      port: { source: "option" },
      "admin-port": { source: "default" },
      "max-connections": { source: "variable", variable: "TAXONOMY_MAX_CONNECTIONS" },
      "trusted-proxy": { source: "option" },
      explorer: { source: "option" }
    })
  })

  it("names a variable of OpenTelemetry if no other supplies the value", ({ expect }) => {
    const standard = { otlp: "OTEL_EXPORTER_OTLP_ENDPOINT" }
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }
    expect(configuration([], environment, standard)).toMatchObject({
      otlp: { source: "variable", variable: "OTEL_EXPORTER_OTLP_ENDPOINT" }
    })
    expect(configuration([], { ...environment, TAXONOMY_OTLP: "http://other:4318" }, standard)).toMatchObject({
      otlp: { source: "variable", variable: "TAXONOMY_OTLP" }
    })
  })

  it("masks secrets wherever they are, and knows no value on a path that leads nowhere", ({ expect }) => {
    const shown = toEffectiveConfiguration({
      options: ["keys", "limits", "stores"].map((name) => ({ name, path: ["group", name] })),
      input: { group: { keys: "redis://:secret@a", stores: ["redis://:secret@b", 1] } },
      words: [],
      environment: {},
      standardVariables: {}
    })
    expect(shown).toEqual({
      keys: { value: "redis://:***@a", source: "default" },
      limits: { value: null, source: "default" },
      stores: { value: ["redis://:***@b", 1], source: "default" }
    })
    expect(configuration([], {})["max-connections"]).toEqual({ value: 5, source: "default" })
  })

  it("knows an option by its whole name alone", ({ expect }) => {
    expect(configuration(["--portal=1", "port", "--no-port-x"], {})["port"]).toEqual({ value: 9000, source: "default" })
    expect(configuration(["--port"], {})["port"]).toEqual({ value: 9000, source: "option" })
  })

  it("is JSON with a line for each option", ({ expect }) => {
    expect(
      renderConfiguration({
        port: { value: 9000, source: "option" },
        otlp: { value: null, source: "variable", variable: "TAXONOMY_OTLP" }
      })
    ).toBe(`{
  "port": {"value":9000,"source":"option"},
  "otlp": {"value":null,"source":"variable","variable":"TAXONOMY_OTLP"}
}`)
  })
})

describe("misspelled variables", () => {
  it("are found with the variable that was probably meant", () => {
    const names = ["TAXONOMY_PORTT", "TAXONOMY_PORT", "TAXONOMY_ADMINPORT", "TAXONOMY_API_KEY", "TAXONOMY_CODE", "PORT"]
    assert.deepStrictEqual(findMisspelledVariables(names, ["port", "admin-port", "keys"]), [
      { name: "TAXONOMY_PORTT", meant: "TAXONOMY_PORT" },
      { name: "TAXONOMY_ADMINPORT", meant: "TAXONOMY_ADMIN_PORT" }
    ])
  })
})
