import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { decodeSource, ignoredFinding } from "../../../../src/build/sources/SourceText.ts"
import type { SourceEntry } from "../../../../src/build/sources/SourceTree.ts"

const file = "licenses/A.yaml"

const decode = (bytes: Uint8Array | string) =>
  decodeSource({ _tag: "File", path: file, bytes: typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes })

const failure = (entry: SourceEntry) => Result.getOrThrow(Result.flip(decodeSource(entry)))

describe("decodeSource", () => {
  it("normalizes the byte order mark and the ends of lines", () => {
    const textOf = (written: string) => Result.getOrThrow(decode(written))
    assert.strictEqual(textOf("\uFEFFa: b\r\nc: d\re: f\n\r\n"), "a: b\nc: d\ne: f\n\n")
    assert.strictEqual(textOf("é: 漢\n"), "é: 漢\n")
    assert.strictEqual(textOf(""), "")
  })

  it("says on which line the first byte is that is not UTF-8", () => {
    const finding = (...bytes: ReadonlyArray<number>) =>
      failure({ _tag: "File", path: file, bytes: new Uint8Array(bytes) })
    const [letter, lineFeed, latin] = [0x61, 0x0a, 0xe9]
    const lineOf = (...bytes: ReadonlyArray<number>) => {
      const { context, level, location, rule } = finding(...bytes)
      assert.deepStrictEqual([rule, level, context], ["source/encoding", "error", { file }])
      return location._tag === "Source" ? location.line : undefined
    }
    assert.strictEqual(lineOf(latin), 1)
    assert.strictEqual(lineOf(letter, lineFeed, lineFeed, letter, latin, lineFeed, latin), 3)
    assert.strictEqual(lineOf(letter, lineFeed, latin), 2)
    // A character of several bytes that a line break cuts.
    assert.strictEqual(lineOf(letter, lineFeed, 0xc3, lineFeed, 0xa9), 2)
  })

  it("tells a document of a word processor from a text in another encoding", () => {
    const archive = [0x50, 0x4b, 0x03, 0x04, 0xff]
    const { context, location } = failure({ _tag: "File", path: file, bytes: new Uint8Array(archive) })
    assert.deepStrictEqual(context, { file, is_archive: true })
    assert.deepStrictEqual(location, { _tag: "Source", file, line: 1 })
    assert.isTrue(Result.isSuccess(decode("PK\u0003")))
    assert.isTrue(Result.isSuccess(decode("PKx\u0004")))
  })

  it("reports entries that are no text", () => {
    const rows = [
      [{ _tag: "Link", path: file }, "source/link", { file }, {}],
      [
        { _tag: "TooLarge", path: file, size: 5_000_000 },
        "source/size",
        { file, bytes: 5_000_000, max_bytes: 4_194_304 },
        {}
      ],
      [{ _tag: "NotAFile", path: file }, "source/not-a-file", { file }, {}],
      [
        { _tag: "NearSource", path: "licenses/A.txt" },
        "source/ignored-file",
        { file: "licenses/A.txt", rename_to: "licenses/A.yaml", is_taken: false },
        { line: 1 }
      ]
    ] as const
    for (const [entry, rule, context, at] of rows) {
      const finding = failure(entry)
      assert.deepStrictEqual([finding.rule, finding.context], [rule, context])
      assert.deepStrictEqual(finding.location, { _tag: "Source", file: entry.path, ...at })
    }
    assert.deepStrictEqual(ignoredFinding("dimensions/a.yaml.bak", true).context, {
      file: "dimensions/a.yaml.bak",
      rename_to: "dimensions/a.yaml",
      is_taken: true
    })
  })
})
