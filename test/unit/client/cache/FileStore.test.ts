import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { makeFileStore } from "../../../../src/client/cache/FileStore.ts"
import { temporaryFolder } from "../../../support/Repository.ts"
import { rejected } from "../../../system/client/rejected.ts"

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

describe("makeFileStore", () => {
  it("keeps values in files that only their owner can read", async () => {
    const folder = join(await temporaryFolder(), "copies", "taxonomy")
    const store = makeFileStore(folder)
    assert.strictEqual(await store.get("taxonomy-1"), undefined)
    await store.set("taxonomy-1", "one")
    await store.set("taxonomy-1", "two")
    assert.strictEqual(await makeFileStore(folder).get("taxonomy-1"), "two")
    assert.deepStrictEqual(await readdir(folder), ["taxonomy-1.json"])
    assert.deepStrictEqual([await modeOf(folder), await modeOf(join(folder, "taxonomy-1.json"))], ["700", "600"])
  })

  it("deletes a value, and nothing if there is none", async () => {
    const store = makeFileStore(await temporaryFolder())
    await store.set("a", "one")
    await store.delete("a")
    await store.delete("a")
    assert.strictEqual(await store.get("a"), undefined)
  })

  it("replaces a value as a whole while others read it", async () => {
    const folder = await temporaryFolder()
    const values = ["x".repeat(100_000), "y".repeat(200_000)]
    const store = makeFileStore(folder)
    await store.set("a", values[0] ?? "")
    const writes = Array.from({ length: 20 }, (_, index) => store.set("a", values[index % 2] ?? ""))
    const reads = Array.from({ length: 20 }, async () => store.get("a"))
    for (const value of await Promise.all(reads)) assert.isTrue(values.includes(String(value)))
    await Promise.all(writes)
    assert.deepStrictEqual(await readdir(folder), ["a.json"])
  })

  it("leaves no file behind if it cannot write", async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, "a.json"))
    await writeFile(join(folder, "a.json", "inside"), "")
    const store = makeFileStore(folder)
    const failure = await rejected(Promise.resolve(store.set("a", "one")))
    assert.instanceOf(failure, Error)
    assert.deepStrictEqual(await readdir(folder), ["a.json"])
  })

  it.each(["../a", "a/b", "a\\b", "", ".", "A"])("refuses a key that could be another path: %j", async (key) => {
    const folder = await temporaryFolder()
    const store = makeFileStore(join(folder, "copies"))
    assert.instanceOf(await rejected(Promise.resolve(store.set(key, "one"))), TypeError)
    assert.deepStrictEqual(await readdir(folder, { recursive: true }).then((files) => files.filter(isFile)), [])
    assert.isUndefined(await readFile(join(folder, "a.json")).catch(() => undefined))
  })
})

const isFile = (file: string): boolean => file.endsWith(".json") || file.endsWith(".tmp")
