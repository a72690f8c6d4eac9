import { assert, describe, it } from "@effect/vitest"
import { makeLineReader, maxLineBytes } from "../../../../src/cli/check/ContractFiles.ts"

/** Reads bytes in chunks of a size. */
const read = (bytes: Buffer, chunkSize: number): ReadonlyArray<readonly [number, string]> => {
  const lines: Array<readonly [number, string]> = []
  const reader = makeLineReader({
    onLine: (text, number) => lines.push([number, text]),
    onProblem: (problem, number) => lines.push([number, problem])
  })
  for (let start = 0; start < bytes.length; start += chunkSize) reader.push(bytes.subarray(start, start + chunkSize))
  reader.end()
  return lines
}

describe("makeLineReader", () => {
  it("numbers lines, leaves out blank ones and a byte order mark, and needs no line feed at the end", () => {
    for (const size of [1, 2, 3, 100]) {
      assert.deepStrictEqual(read(Buffer.from("\uFEFFå\r\n\n \r\nb"), size), [
        [1, "å\r"],
        [4, "b"]
      ])
      assert.deepStrictEqual(read(Buffer.from(""), size), [])
    }
  })

  it("tells lines that are too long or not UTF-8, and reads on", () => {
    const long = Buffer.alloc(maxLineBytes + 1, "x")
    const longest = Buffer.alloc(maxLineBytes, "y")
    const feed = Buffer.from("\n")
    const bytes = Buffer.concat([long, feed, Buffer.from([0xff, 0xfe]), feed, longest, feed, Buffer.from("last")])
    for (const size of [65_536, bytes.length]) {
      assert.deepStrictEqual(read(bytes, size), [
        [1, "too-long"],
        [2, "not-utf8"],
        [3, longest.toString()],
        [4, "last"]
      ])
    }
  })

  it("counts a line of 100 MiB as one, and keeps none of it", () => {
    const piece = Buffer.alloc(1_048_576, "x")
    const lines: Array<unknown> = []
    const reader = makeLineReader({
      onLine: (text, number) => lines.push([number, text]),
      onProblem: (problem, number) => lines.push([number, problem])
    })
    reader.push(Buffer.from("first\n"))
    for (let count = 0; count < 100; count += 1) reader.push(piece)
    reader.push(Buffer.from("\nlast"))
    reader.end()
    assert.deepStrictEqual(lines, [
      [1, "first"],
      [2, "too-long"],
      [3, "last"]
    ])
  })

  it("tells a broken line among many, and reads those around it", () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index} ${index % 7 === 0 ? "é" : ""}`)
    const bytes = Buffer.concat([
      Buffer.from(`${lines.join("\n")}\n`),
      Buffer.from([0xc3, 0x0a]),
      Buffer.from(`${lines.join("\n")}\n`)
    ])
    for (const size of [1000, bytes.length]) {
      assert.deepStrictEqual(read(bytes, size), [
        ...lines.map((line, index) => [index + 1, line] as const),
        [501, "not-utf8"],
        ...lines.map((line, index) => [index + 502, line] as const)
      ])
    }
  })

  it("finds the same lines in chunks of any size", () => {
    const text = 'a\n\n{"é":"𝄞"}\r\n \nb\n\n'
    const expected = text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [[index + 1, line] as const]))
    for (let size = 1; size <= Buffer.byteLength(text); size += 1) {
      assert.deepStrictEqual(read(Buffer.from(text), size), expected)
    }
  })
})
