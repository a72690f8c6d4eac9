import type { Taxonomy, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import type { ReleaseEntry } from "../../../../src/explorer/data/DataSource.ts"
import type { ShownRelease } from "../../../../src/explorer/model/Release.ts"

/** A release with one dimension of these values. */
export const makeRelease = (
  version: string,
  values: ReadonlyArray<Value>,
  others: Partial<Taxonomy> = {}
): ShownRelease => ({
  version,
  isDraft: false,
  publishedAt: "2025-01-10T12:00:00Z",
  taxonomy: {
    namespace: "colours",
    title: "Colours",
    description: "Colours of things.",
    dimensions: [
      {
        name: "colour",
        label: "Colour",
        description: "The colour of a thing.",
        shape: "single",
        required: false,
        values
      }
    ],
    licenses: [],
    rules: [],
    ...others
  },
  deprecations: new Map()
})

export const makeValue = (code: string, label = code, others: Partial<Value> = {}): Value => ({
  code,
  label,
  description: `The colour ${label}.`,
  ...others
})

export const makeEntry = (release: string, others: Partial<ReleaseEntry> = {}): ReleaseEntry => ({
  version: `v${release.split(".").slice(0, 2).join(".")}`,
  release,
  published_at: "2025-01-10T12:00:00Z",
  bump: null,
  base: null,
  api_version: `v${release.split(".")[0]}`,
  status: "current",
  changes: {},
  waivers: [],
  ...others
})
