import { assert, describe, it } from "@effect/vitest"
import type { PublishedRelease } from "../../../../src/domain/release/ReleaseHistory.ts"
import {
  encodeRelease,
  makeIncrementalRenderers,
  makeReleaseRenderer,
  type RenderedRelease
} from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { render } from "../../../../src/release/artifacts/Renderers.ts"
import { histories } from "../../../support/domain/RandomHistories.ts"

/** The files as the format itself writes them. */
const renderFully = (release: PublishedRelease): RenderedRelease | undefined => {
  const artifacts = render(release)
  return artifacts && encodeRelease(artifacts)
}

const textsOf = (rendered: RenderedRelease | undefined) =>
  Array.from(rendered?.files ?? [], ([path, bytes]) => `${path}: ${Buffer.from(bytes).toString()}`)

describe("makeIncrementalRenderers", () => {
  it.prop(
    "writes the bytes that the formats write, for every release of a history",
    [histories],
    ([{ history }]) => {
      const incremental = makeIncrementalRenderers()
      for (const [format, renderNext] of incremental) {
        for (const published of history.releases.values()) {
          const release = { ...published, format }
          const [rendered, expected] = [renderNext(release), renderFully(release)]
          assert.deepStrictEqual(textsOf(rendered), textsOf(expected))
          assert.strictEqual(rendered.digest, expected?.digest)
        }
      }
    },
    { arbitrary: { runs: 60 } }
  )
})

describe("makeReleaseRenderer", () => {
  it.prop(
    "lets the format decide if the digest in the ledger is another one",
    [histories],
    ([{ history }]) => {
      const render = makeReleaseRenderer()
      for (const release of history.releases.values()) {
        const forged = { ...release, manifest: `sha256:${"0".repeat(64)}` }
        assert.deepStrictEqual(textsOf(render(forged)), textsOf(renderFully(release)))
        assert.isUndefined(render({ ...release, format: 1000 }))
      }
    },
    { arbitrary: { runs: 10 } }
  )
})
