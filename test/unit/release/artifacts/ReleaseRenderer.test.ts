import { assert, describe, it } from "@effect/vitest"
import { renderRelease } from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { histories } from "../../../support/domain/RandomHistories.ts"

describe("renderRelease", () => {
  it.prop(
    "renders a release in its format, whatever the digest in the ledger is, and none of an unknown format",
    [histories],
    ([{ history }]) => {
      for (const release of history.releases.values()) {
        const forged = { ...release, manifest: `sha256:${"0".repeat(64)}` }
        assert.deepStrictEqual(renderRelease(forged), renderRelease(release))
        assert.isUndefined(renderRelease({ ...release, format: 1000 }))
      }
    },
    { arbitrary: { runs: 10 } }
  )
})
