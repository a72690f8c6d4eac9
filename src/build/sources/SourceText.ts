import * as Result from "effect/Result"
import { encoding } from "../../domain/checks/source/Encoding.ts"
import { link } from "../../domain/checks/source/Link.ts"
import { notAFile } from "../../domain/checks/source/NotAFile.ts"
import { size } from "../../domain/checks/source/Size.ts"
import { makeFinding, type Finding } from "../../domain/diagnostic/Finding.ts"
import { inSource } from "../../domain/diagnostic/Location.ts"
import { maxSourceBytes, type SourceEntry } from "./SourceTree.ts"

/**
 * Decodes the text of a source. A byte order mark and CR LF, which some editors write, are normalized, so that the same
 * sources give the same release wherever they were checked out.
 */
export const decodeSource = (entry: SourceEntry): Result.Result<string, Finding> => {
  switch (entry._tag) {
    case "Link":
      return Result.fail(linkFinding(entry.path))
    case "TooLarge":
      return Result.fail(
        makeFinding(size, { file: entry.path, bytes: entry.size, max_bytes: maxSourceBytes }, at(entry.path))
      )
    case "NotAFile":
      return Result.fail(makeFinding(notAFile, { file: entry.path }, at(entry.path)))
    case "File":
      return decodeText(entry.path, entry.bytes)
  }
}

export const linkFinding = (file: string): Finding => makeFinding(link, { file }, at(file))

const at = (file: string, line?: number) => ({ location: inSource(file, line === undefined ? {} : { line }) })

const decodeText = (file: string, bytes: Uint8Array): Result.Result<string, Finding> => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    // Looking for one character takes a twentieth of the time of the regular expression.
    return Result.succeed(text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text)
  } catch {
    return Result.fail(makeFinding(encoding, { file }, at(file, firstInvalidLine(bytes))))
  }
}

const lineFeed = 10

const firstInvalidLine = (bytes: Uint8Array): number => {
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
