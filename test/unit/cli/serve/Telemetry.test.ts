import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import packageJson from "../../../../package.json" with { type: "json" }
import { isCollectorAddress, readTelemetryConfig } from "../../../../src/cli/serve/Telemetry.ts"

const read = (
  environment: Readonly<Record<string, string>>,
  options: { readonly endpoint?: string; readonly traceSampling?: number } = {}
) => readTelemetryConfig({ otlp: options.endpoint, traceSampling: options.traceSampling }, environment)

const success = (...args: Parameters<typeof read>) => Result.getOrThrow(read(...args))

const collector = "http://collector.internal:4318"

describe("readTelemetryConfig", () => {
  it("exports nothing unless a collector is named", () => {
    assert.isUndefined(success({}))
    assert.isUndefined(success({ OTEL_SERVICE_NAME: "other", OTEL_EXPORTER_OTLP_ENDPOINT: " " }))
    assert.isUndefined(success({ OTEL_SDK_DISABLED: "true" }, { endpoint: collector }))
  })

  it("has defaults for everything else", () => {
    const config = success({}, { endpoint: `${collector}/` })
    const instance = config?.resource["service.instance.id"] ?? ""
    assert.match(instance, /^[\da-f-]{36}$/)
    assert.deepStrictEqual(config, {
      endpoint: collector,
      headers: {},
      resource: {
        "service.name": "taxonomy",
        "service.version": packageJson.version,
        "service.instance.id": instance
      },
      traceSampling: 0.01,
      exportsTraces: true,
      exportsMetrics: true,
      traceIntervalMillis: 5000,
      metricIntervalMillis: 60_000,
      flushTimeoutMillis: 2000
    })
  })

  it("takes the variables of OpenTelemetry", () => {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector}/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20secret, x-tenant = studio",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=named,service.instance.id=blue,region=eu%2Dwest",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
      OTEL_TRACES_EXPORTER: "none",
      OTEL_METRIC_EXPORT_INTERVAL: "1000",
      OTEL_BSP_SCHEDULE_DELAY: "200"
    }
    assert.deepStrictEqual(success(environment), {
      endpoint: `${collector}/otlp`,
      headers: { "api-key": "a secret", "x-tenant": "studio" },
      resource: {
        "service.name": "named",
        "service.version": packageJson.version,
        "service.instance.id": "blue",
        region: "eu-west"
      },
      traceSampling: 0.25,
      exportsTraces: false,
      exportsMetrics: true,
      traceIntervalMillis: 200,
      metricIntervalMillis: 1000,
      flushTimeoutMillis: 2000
    })
    assert.strictEqual(success({ ...environment, OTEL_SERVICE_NAME: "first" })?.resource["service.name"], "first")
  })

  it("prefers options", () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://other", OTEL_TRACES_SAMPLER_ARG: "1" }
    assert.include(success(environment, { endpoint: collector, traceSampling: 0 }), {
      endpoint: collector,
      traceSampling: 0
    })
  })

  it.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
    { OTEL_EXPORTER_OTLP_HEADERS: "a secret" },
    { OTEL_EXPORTER_OTLP_HEADERS: "=a secret" },
    { OTEL_RESOURCE_ATTRIBUTES: "region=%E0%A4" },
    { OTEL_TRACES_SAMPLER_ARG: "1.5" },
    { OTEL_METRIC_EXPORT_INTERVAL: "soon" }
  ])("names an invalid variable and hides its secret: %o", (invalid) => {
    const told = read({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, ...invalid })
    assert.isTrue(Result.isFailure(told))
    const message = Result.isFailure(told) ? told.failure : ""
    assert.include(message, Object.keys(invalid).join())
    assert.notInclude(message, "secret")
  })
})

describe("isCollectorAddress", () => {
  it("takes URLs of HTTP with a path, and none with credentials", () => {
    for (const url of [collector, "https://collector.example/otlp/", "http://[::1]:4318"]) {
      assert.isTrue(isCollectorAddress(url), url)
    }
    for (const text of [
      "http://user:password@collector",
      "http://a/?key=1",
      "http://a/#b",
      "ftp://a",
      "a:4318",
      "http://"
    ]) {
      assert.isFalse(isCollectorAddress(text), text)
    }
  })
})
