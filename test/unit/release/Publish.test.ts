import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import { decide, type Decision } from "../../../src/domain/release/PublishRelease.ts"
import { emptyHistory } from "../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { publish } from "../../../src/release/Publish.ts"
import { taxonomyOf } from "../../support/domain/SmallTaxonomy.ts"

const decision = decide(emptyHistory, {
  version: Version.make("1.0.0"),
  taxonomy: taxonomyOf(),
  waivers: [],
  published_at: "2026-01-15T10:00:00Z",
  now: "2026-01-15T10:00:00Z",
  source_commit: "0".repeat(40),
  format: 1
})

/** A decision for a snapshot to which the changes of its event do not lead. */
const contradictory = (): Decision => {
  const { outcome } = decision
  if (outcome._tag !== "Publish") return assert.fail("The taxonomy is valid")
  const taxonomy = { ...outcome.release.taxonomy, title: "Another title" }
  return { ...decision, outcome: { ...outcome, release: { ...outcome.release, taxonomy } } }
}

describe("publish", () => {
  it.effect("writes nothing if replaying the ledger would give another release, since it could not be corrected", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* fs.makeTempDirectoryScoped()
      const exit = yield* Effect.exit(publish(releases, contradictory))
      assert.match(
        Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "It was published",
        /Replaying the ledger changes release 1\.0\.0/
      )
      assert.deepStrictEqual(
        (yield* fs.readDirectory(releases)).filter((name) => name !== ".lock"),
        []
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
