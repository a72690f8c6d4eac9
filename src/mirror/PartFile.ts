import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

/** A file that is being received. What its name says is known again after the process was killed. */
export interface PartFile {
  readonly path: string
  /** The byte of the whole file with which this one begins. */
  readonly start: number
  /** The bytes that were received. */
  readonly length: number
  /** The strong entity tag of the whole file, without which an interrupted response cannot be continued. */
  readonly etag: string | undefined
}

/** Finds the part of an interrupted response. */
export const findPart = Effect.fnUntraced(function* (folder: string, key: string) {
  const fs = yield* FileSystem.FileSystem
  for (const name of yield* namesOf(folder, key)) {
    const [, start = "", tag = ""] = name.split("@")
    const path = join(folder, name)
    const length = Number((yield* fs.stat(path)).size)
    const part: PartFile = { path, start: Number(start), length, etag: tag === "" ? undefined : decodeTag(tag) }
    return part
  }
  return undefined
})

/** Begins an empty part in the place of an older one. */
export const beginPart = Effect.fnUntraced(function* (
  folder: string,
  key: string,
  start: number,
  etag: string | undefined
) {
  const fs = yield* FileSystem.FileSystem
  yield* discardParts(folder, key)
  yield* fs.makeDirectory(folder, { recursive: true })
  const path = join(folder, `${key}@${start}@${etag === undefined ? "" : encodeTag(etag)}`)
  yield* fs.writeFile(path, new Uint8Array())
  const part: PartFile = { path, start, length: 0, etag }
  return part
})

/** Appends bytes to a part, and returns it with its new length. */
export const appendTo = Effect.fnUntraced(function* (part: PartFile, chunk: Uint8Array) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFile(part.path, chunk, { flag: "a" })
  const longer: PartFile = { ...part, length: part.length + chunk.length }
  return longer
})

/** Removes what was received of a file. */
export const discardParts = Effect.fnUntraced(function* (folder: string, key: string) {
  const fs = yield* FileSystem.FileSystem
  for (const name of yield* namesOf(folder, key)) yield* fs.remove(join(folder, name), { force: true })
})

const namesOf = Effect.fnUntraced(function* (folder: string, key: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* Effect.catchReason(fs.readDirectory(folder), "PlatformError", "NotFound", () =>
    Effect.succeed<Array<string>>([])
  )
  return names.filter((name) => name.startsWith(`${key}@`))
})

const encodeTag = (etag: string): string => Buffer.from(etag, "latin1").toString("base64url")

const decodeTag = (text: string): string => Buffer.from(text, "base64url").toString("latin1")
