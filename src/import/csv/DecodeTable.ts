import * as Result from "effect/Result"
import type { TableProblem } from "./TableProblem.ts"

/** Decodes the bytes of a table. Only UTF-8 is certain to keep every text; a byte order mark is accepted. */
export const decodeTable = (bytes: Uint8Array): Result.Result<string, TableProblem> => {
  if (startsWith(bytes, workbookSignature)) return Result.fail({ problem: "workbook" })
  if (isUtf16(bytes)) return Result.fail({ problem: "utf-16" })
  try {
    return Result.succeed(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    return Result.fail({ problem: "not-utf-8" })
  }
}

/** The workbooks of spreadsheet programs (.xlsx, .ods) are ZIP files. */
const workbookSignature = [0x50, 0x4b, 0x03, 0x04]

/** True for a byte order mark of UTF-16, and for a zero byte, which no text in UTF-8 contains. */
const isUtf16 = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]) || bytes.subarray(0, 1000).includes(0)

const startsWith = (bytes: Uint8Array, signature: ReadonlyArray<number>): boolean =>
  signature.every((byte, index) => bytes[index] === byte)
