import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { Change } from "../../../../src/domain/change/Change.ts"
import { releaseEventCodec } from "../../../../src/domain/release/ReleaseEvent.ts"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { publish, publishedEvent } from "../../../support/arbitrary/releases.ts"
import { taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

const event = publishedEvent(emptyHistory, publish("1.0.0", taxonomyOf()))

const translated: Change = { kind: "taxonomy-translations-changed", bump: "patch", after: { fr: { title: "Titre" } } }

describe("releaseEventCodec", () => {
  it("writes a release that uses nothing new in schema 1", () => {
    assert.strictEqual(releaseEventCodec.encode(event).schema, 1)
  })

  it("writes a release with an IRI in schema 3", () => {
    const change: Change = { kind: "iri-changed", bump: "minor", after: "https://vocabulary.example/nil/" }
    const identified = { ...event, changes: [...event.changes, change] }
    const encoded = releaseEventCodec.encode(identified)
    assert.strictEqual(encoded.schema, 3)
    assert.deepStrictEqual(releaseEventCodec.decode(encoded), Result.succeed(identified))
  })

  it("writes a release with translations, or of a newer format, in schema 3", () => {
    assert.strictEqual(releaseEventCodec.encode({ ...event, changes: [...event.changes, translated] }).schema, 3)
    assert.strictEqual(releaseEventCodec.encode({ ...event, format: 3 }).schema, 3)
  })

  it("does not read schema 2, which no released version wrote", () => {
    assert.deepStrictEqual(
      releaseEventCodec.decode({ ...releaseEventCodec.encode(event), schema: 2 }),
      Result.fail("unreleased")
    )
  })
})
