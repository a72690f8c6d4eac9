import { Console } from "node:console"
import { Writable } from "node:stream"
import type { Sink } from "../../observability/RequestLog.ts"
import type { WorkerLink } from "./WorkerLink.ts"

/** Sends whole lines to the coordinator, which alone writes to the log. */
export const makeWorkerSink = (link: WorkerLink, unwritten: SharedArrayBuffer, isTerminal: boolean): Sink => {
  const count = new Int32Array(unwritten)
  return {
    isTTY: isTerminal,
    get writableLength() {
      return Atomics.load(count, 0)
    },
    write: (text) => {
      Atomics.add(count, 0, text.length)
      link.tell({ _tag: "Log", text })
    }
  }
}

/** A console whose lines go to a sink. */
export const makeSinkConsole = (sink: Sink): Console => {
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: unknown, _encoding, done) => {
      sink.write(String(chunk))
      done()
    }
  })
  return new Console({ stdout: stream, stderr: stream })
}
