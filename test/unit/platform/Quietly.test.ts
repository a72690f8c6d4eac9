import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "vitest"
import { quietly } from "../../../src/platform/Quietly.ts"
import { temporaryFolder } from "../../support/Repository.ts"

describe("quietly", () => {
  it("returns nothing if a file is missing, or what is in it is damaged", async ({ expect }) => {
    const folder = await temporaryFolder()
    expect(quietly(() => "content")).toBe("content")
    expect(quietly(() => readFileSync(join(folder, "missing")))).toBeUndefined()
    expect(quietly(() => readFileSync(folder))).toBeUndefined()
    expect(quietly((): unknown => JSON.parse("{"))).toBeUndefined()
    expect(quietly(() => Buffer.allocUnsafeSlow(Number.MAX_SAFE_INTEGER))).toBeUndefined()
  })

  it("throws what only a mistake in the program causes", ({ expect }) => {
    expect(() => quietly((): unknown => Reflect.get(Object(null), "missing").part)).toThrow(TypeError)
  })
})
