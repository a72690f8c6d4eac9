import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { replaceFolder } from "../../../src/platform/ReplaceFolder.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const makeFolder = (folder: string, text: string): void => {
  mkdirSync(folder)
  writeFileSync(join(folder, text), text)
}

describe("replaceFolder", () => {
  it("moves a folder to the place of another one, or of none", async () => {
    const folder = await temporaryFolder()
    const target = join(folder, "target")
    for (const text of ["first", "second"]) {
      makeFolder(join(folder, "next"), text)
      replaceFolder(target, join(folder, "next"))
      assert.deepStrictEqual([readdirSync(folder), readdirSync(target)], [["target"], [text]])
      assert.strictEqual(readFileSync(join(target, text), "utf8"), text)
    }
  })

  it("fails without a new folder", async () => {
    const folder = await temporaryFolder()
    assert.throws(() => replaceFolder(join(folder, "target"), join(folder, "next")), /ENOENT/)
  })

  it("fails for a place that cannot be", async () => {
    const folder = await temporaryFolder()
    writeFileSync(join(folder, "file"), "")
    makeFolder(join(folder, "next"), "text")
    assert.throws(() => replaceFolder(join(folder, "file/target"), join(folder, "next")), /ENOTDIR/)
    assert.deepStrictEqual(readdirSync(folder).toSorted(), ["file", "next"])
  })
})
