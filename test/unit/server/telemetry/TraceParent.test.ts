import { assert, describe, it } from "@effect/vitest"
import { parseTraceParent } from "../../../../src/server/telemetry/TraceParent.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const spanId = "00f067aa0ba902b7"

describe("parseTraceParent", () => {
  it("takes the ids and the sampled flag", () => {
    assert.deepStrictEqual(parseTraceParent(`00-${traceId}-${spanId}-01`), { traceId, spanId, isSampled: true })
    assert.deepStrictEqual(parseTraceParent(`00-${traceId}-${spanId}-00`), { traceId, spanId, isSampled: false })
    assert.deepStrictEqual(parseTraceParent(`00-${traceId}-${spanId}-02`), { traceId, spanId, isSampled: false })
  })

  it("takes later versions, which may have more fields", () => {
    assert.isDefined(parseTraceParent(`01-${traceId}-${spanId}-01`))
    assert.isDefined(parseTraceParent(`cc-${traceId}-${spanId}-01-what-comes`))
  })

  it.each([
    undefined,
    "",
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`
  ])("ignores %s", (header) => {
    assert.isUndefined(parseTraceParent(header))
  })
})
