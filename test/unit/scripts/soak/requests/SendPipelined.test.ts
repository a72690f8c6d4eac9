import { assert, describe, it } from "vitest"
import { takeResponse } from "../../../../../scripts/soak/requests/SendPipelined.ts"

const responses = Buffer.from(
  "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Taxonomy-Version: v1.1\r\n\r\n{}HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n"
)

describe("pipelined responses", () => {
  it("are taken one by one", () => {
    const first = takeResponse(responses)
    assert.deepInclude(first?.answer, { status: 200, bytes: 2, promised: 2, version: "v1.1" })
    const second = takeResponse(first?.rest ?? Buffer.alloc(0))
    assert.deepInclude(second?.answer, { status: 304, bytes: 0 })
    assert.strictEqual(second?.rest.length, 0)
  })

  it("are waited for until they are complete", () => {
    const end = responses.indexOf("{}") + 2
    for (let length = 0; length < end; length++) assert.isUndefined(takeResponse(responses.subarray(0, length)))
    assert.isDefined(takeResponse(responses.subarray(0, end)))
  })
})
