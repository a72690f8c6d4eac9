import { assert, describe, it } from "@effect/vitest"
import { makeSinkConsole, makeWorkerSink } from "../../../../src/server/workers/thread/WorkerLog.ts"
import type { FromWorker } from "../../../../src/server/workers/WorkerMessages.ts"

const makeSink = (isTerminal: boolean) => {
  const told: Array<FromWorker> = []
  const unwritten = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const link = {
    tell: (message: FromWorker) => void told.push(message),
    onOrder: () => undefined,
    onMessage: () => undefined
  }
  return { sink: makeWorkerSink(link, unwritten, isTerminal), told, characters: new Int32Array(unwritten) }
}

describe("makeWorkerSink", () => {
  it("sends lines to the coordinator, and counts what that has not written", () => {
    const { characters, sink, told } = makeSink(false)
    sink.write("one\n")
    sink.write("twó\n")
    assert.deepStrictEqual(told, [
      { _tag: "Log", text: "one\n" },
      { _tag: "Log", text: "twó\n" }
    ])
    assert.strictEqual(sink.writableLength, 8)
    Atomics.sub(characters, 0, 4)
    assert.strictEqual(sink.writableLength, 4)
  })

  it.each([true, false])("is a terminal if that of the coordinator is: %s", (isTerminal) => {
    assert.strictEqual(makeSink(isTerminal).sink.isTTY, isTerminal)
  })
})

describe("makeSinkConsole", () => {
  it("writes its lines and its errors to the sink", () => {
    const { sink, told } = makeSink(false)
    const console = makeSinkConsole(sink)
    console.log("a %s", "line")
    console.error("an error")
    assert.deepStrictEqual(told, [
      { _tag: "Log", text: "a line\n" },
      { _tag: "Log", text: "an error\n" }
    ])
  })
})
