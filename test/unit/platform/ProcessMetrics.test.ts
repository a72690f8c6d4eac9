import { open } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { describeDescriptorShortage, fitConnections } from "../../../src/cli/serve/RunServer.ts"
import {
  countOpenDescriptors,
  parseMaxDescriptors,
  readMaxDescriptors,
  registerProcessMetrics
} from "../../../src/platform/ProcessMetrics.ts"

it.effect("registers the metrics of the process under the names that Prometheus's clients use", () =>
  Effect.gen(function* () {
    yield* registerProcessMetrics("1.2.3")
    const names = (yield* Metric.snapshot).map(({ id }) => id)
    assert.includeMembers(names, [
      "taxonomy_build_info",
      "process_start_time_seconds",
      "nodejs_heap_size_used_bytes",
      "nodejs_eventloop_lag_max_seconds"
    ])
  })
)

const limits = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units
Max processes             96365                96365                processes
Max open files            ${soft.padEnd(20)} 1048576              files
Max locked memory         8388608              8388608              bytes
`

describe("parseMaxDescriptors", () => {
  it("takes the soft limit", () => {
    assert.strictEqual(parseMaxDescriptors(limits("1024")), 1024)
    assert.strictEqual(parseMaxDescriptors(limits("unlimited")), Infinity)
  })

  it("takes nothing from another text", () => {
    assert.isUndefined(parseMaxDescriptors(""))
    assert.isUndefined(
      parseMaxDescriptors("Max processes             96365                96365                processes\n")
    )
  })
})

describe("fitConnections", () => {
  it.each([
    [10_000, Infinity, 10_000],
    [10_000, 10_200, 10_000],
    [10_000, 1024, 824],
    [100, 1024, 100],
    [10_000, 300, 100],
    [10_000, 64, 21]
  ])("%i connections with %d descriptors: %i", (maxConnections, maxDescriptors, expected) => {
    assert.strictEqual(fitConnections(maxConnections, maxDescriptors), expected)
  })
})

describe("describeDescriptorShortage", () => {
  it("names the limit and the value to set if connections and reserve exceed it", () => {
    const shortage = describeDescriptorShortage(10_000, 10_199)
    assert.include(shortage, "10199")
    assert.include(shortage, "accepts 9999.")
    assert.include(shortage, "LimitNOFILE")
    assert.include(shortage, "Raise it to 10200")
  })

  it("says nothing if they fit", () => {
    assert.isUndefined(describeDescriptorShortage(10_000, 10_200))
    assert.isUndefined(describeDescriptorShortage(10_000, Infinity))
  })
})

describe.runIf(process.platform === "linux")("the file descriptors of this process", () => {
  it("are counted while files are open, below the maximum", async () => {
    const before = countOpenDescriptors() ?? NaN
    const handles = await Promise.all(Array.from({ length: 50 }, () => open("/dev/null")))
    const during = countOpenDescriptors() ?? NaN
    await Promise.all(handles.map((handle) => handle.close()))
    assert.isAtLeast(during, 50)
    // Others of this process may close some meanwhile.
    assert.isAbove(during, before)
    assert.isAtLeast(readMaxDescriptors() ?? NaN, during)
  })
})
