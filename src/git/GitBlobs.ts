import * as Effect from "effect/Effect"
import * as ChildProcess from "effect/process/ChildProcess"
import * as Stream from "effect/Stream"
import { gitEnvironment } from "./Git.ts"

/** Reads blobs by their ids, in one process. Missing ones are left out. */
export const readBlobs = Effect.fn("git cat-file")(function* (folder: string, ids: ReadonlyArray<string>) {
  if (ids.length === 0) return new Map<string, Uint8Array>()
  const git = yield* ChildProcess.make("git", ["cat-file", "--batch"], {
    cwd: folder,
    env: gitEnvironment(process.env),
    stdin: Stream.make(new TextEncoder().encode(ids.map((id) => `${id}\n`).join(""))),
    stderr: "ignore"
  })
  return parseBatch(Buffer.concat(yield* Stream.runCollect(git.stdout)))
}, Effect.scoped)

/** Parses the output: for each blob a line `<id> blob <size>`, its bytes and a line break, or `<id> missing`. */
const parseBatch = (output: Buffer): ReadonlyMap<string, Uint8Array> => {
  const blobs = new Map<string, Uint8Array>()
  let start = 0
  while (start < output.length) {
    const end = output.indexOf("\n", start)
    const [id = "", type, size] = output.toString("latin1", start, end).split(" ")
    start = end + 1
    if (type === "missing") continue
    const next = start + Number(size)
    // Ignores a blob that is cut off because git ended early.
    if (next < output.length) blobs.set(id, output.subarray(start, next))
    start = next + 1
  }
  return blobs
}
