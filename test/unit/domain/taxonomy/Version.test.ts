import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { Version } from "../../../../src/domain/taxonomy/Version.ts"

describe("Version", () => {
  it("is three numbers without a v, without leading zeros, and without a pre-release", () => {
    for (const text of ["0.0.0", "1.0.0", "10.20.30", "999999999.0.0"]) assert.isTrue(isVersion(text), text)
    for (const text of [
      "",
      "1",
      "1.0",
      "v1.0.0",
      "01.0.0",
      "1.0.0-rc.1",
      "1.0.0+1",
      "1.0.0.0",
      " 1.0.0",
      "1.0.0\n",
      "1.0.-1"
    ]) {
      assert.isFalse(isVersion(text), text)
    }
  })
})

const isVersion = Schema.is(Version)
