import * as Effect from "effect/Effect"
import { decide } from "../../../src/domain/release/PublishRelease.ts"
import { baseOf } from "../../../src/domain/release/ReleaseLines.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import type { License, Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { chooseFormat } from "../../../src/release/artifacts/FormatChoice.ts"
import { publish } from "../../../src/release/Publish.ts"
import type { SigningKeys } from "../../../src/transparency/SigningKeyConfig.ts"

/** Publishes a taxonomy as the given version, with no sources and no git. */
export const publishRelease = Effect.fnUntraced(function* (
  releases: string,
  version: string,
  taxonomy: Taxonomy,
  published_at = "2026-01-15T10:00:00Z",
  keys?: SigningKeys
) {
  const command = {
    version: Version.make(version),
    taxonomy,
    waivers: [],
    published_at,
    now: published_at,
    source_commit: "0".repeat(40)
  }
  const { status } = yield* publish(
    releases,
    (history) => {
      const format = chooseFormat(baseOf(history, command.version), taxonomy)
      return decide(history, { ...command, format })
    },
    keys
  )
  if (status !== "published") return yield* Effect.die(`${version} is ${status}`)
})

/** A small taxonomy with the given license codes. Its texts are not ASCII, and the schema is large enough for bytes. */
export const vocabulary = (...codes: ReadonlyArray<string>): Taxonomy => ({
  namespace: "sample",
  title: "Vocabulary – a small one",
  description: "Just large enough.",
  dimensions: [
    {
      name: "use_type",
      label: "Use type",
      description: "What it is used for. ".repeat(2000).trim(),
      shape: "multiple",
      required: true,
      values: [{ code: "editorial", label: "Éditorial", description: "News and commentary." }]
    }
  ],
  licenses: codes.toSorted().map(license),
  rules: []
})

const license = (code: string): License => ({
  code,
  name: `License ${code}`,
  description: "For “classrooms”.",
  config: { use_type: ["editorial"] }
})
