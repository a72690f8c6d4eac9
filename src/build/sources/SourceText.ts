import * as Result from "effect/Result"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import { maxSourceBytes, type SourceEntry } from "./SourceTree.ts"

/**
 * The text of a source. A byte order mark and CR LF are how some editors save; they mean nothing, so the same sources
 * give the same release wherever they were checked out.
 */
export const sourceText = (entry: SourceEntry): Result.Result<string, Finding> => {
  switch (entry._tag) {
    case "Link":
      return Result.fail(linkFinding(entry.path))
    case "TooLarge":
      return Result.fail({
        rule: "source/size",
        level: "error",
        message: `${entry.path} has ${entry.size} bytes; at most ${maxSourceBytes} are read`,
        help: "Split the dimension, or shorten its texts.",
        at: { file: entry.path, path: [] }
      })
    case "NotAFile":
      return Result.fail({
        rule: "source/not-a-file",
        level: "error",
        message: `${entry.path} is a pipe, a socket or a device`,
        help: "Remove it, or put a file in its place.",
        at: { file: entry.path, path: [] }
      })
    case "File":
      return decoded(entry.path, entry.bytes)
  }
}

export const linkFinding = (file: string): Finding => ({
  rule: "source/link",
  level: "error",
  message: `${file} is a link`,
  help: "Put the file or the folder itself in its place: a link may lead somewhere else on another machine.",
  at: { file, path: [] }
})

const decoded = (file: string, bytes: Uint8Array): Result.Result<string, Finding> => {
  try {
    return Result.succeed(new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, "\n"))
  } catch {
    return Result.fail({
      rule: "source/encoding",
      level: "error",
      message: `${file} is not UTF-8`,
      help: "Save it as UTF-8, which editors offer beside the file's name.",
      at: { file, path: [], line: firstBadLine(bytes) }
    })
  }
}

const lineFeed = 10

const firstBadLine = (bytes: Uint8Array): number => {
  let start = 0
  let line = 1
  while (start < bytes.length) {
    const found = bytes.indexOf(lineFeed, start)
    const end = found === -1 ? bytes.length : found + 1
    if (!isUtf8(bytes.subarray(start, end))) return line
    start = end
    line += 1
  }
  return 1
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
