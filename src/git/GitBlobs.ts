import * as Effect from "effect/Effect"
import * as ChildProcess from "effect/process/ChildProcess"
import * as Stream from "effect/Stream"
import { gitEnvironment } from "./Git.ts"

/** What git keeps under each of these ids, all from one process; those that it does not have are left out. */
export const readBlobs = Effect.fnUntraced(function* (folder: string, ids: ReadonlyArray<string>) {
  if (ids.length === 0) return new Map<string, Uint8Array>()
  const git = yield* ChildProcess.make("git", ["cat-file", "--batch"], {
    cwd: folder,
    env: gitEnvironment(process.env),
    stdin: Stream.make(new TextEncoder().encode(ids.map((id) => `${id}\n`).join(""))),
    stderr: "ignore"
  })
  return blobsIn(Buffer.concat(yield* Stream.runCollect(git.stdout)))
}, Effect.scoped)

/** Each is a line `<id> blob <size>`, that many bytes, and a line break; or `<id> missing`. */
const blobsIn = (output: Buffer): ReadonlyMap<string, Uint8Array> => {
  const blobs = new Map<string, Uint8Array>()
  let start = 0
  while (start < output.length) {
    const end = output.indexOf("\n", start)
    const [id = "", type, size] = output.toString("latin1", start, end).split(" ")
    start = end + 1
    if (type === "missing") continue
    const next = start + Number(size)
    // Of one that git did not live to write to its end, nothing is taken.
    if (next < output.length) blobs.set(id, output.subarray(start, next))
    start = next + 1
  }
  return blobs
}
