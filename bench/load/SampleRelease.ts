import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import type { Taxonomy } from "../../src/domain/taxonomy/Taxonomy.ts"
import { publishRelease } from "../../test/system/server/releases.ts"

/** The resources that are measured, by the name that the output gives them. */
export const resources = {
  license: { path: "/v1/licenses/CAMPAIGN", artifact: "licenses/CAMPAIGN.json" },
  schema: { path: "/v1/schema", artifact: "schema.json" }
} as const

/** Publishes one release: a license of about 600 bytes in a schema of about 200 kB. */
export const publishSample = (releases: string): Promise<void> =>
  Effect.runPromise(publishRelease(releases, "1.0.0", taxonomy).pipe(Effect.provide(NodeServices.layer)))

export const bodyOf = (releases: string, { artifact }: (typeof resources)["license" | "schema"]): string =>
  readFileSync(join(releases, "v1.0.0", artifact), "utf8")

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

const taxonomy: Taxonomy = {
  namespace: "bench",
  title: "Bench",
  description: "One license of an ordinary size in a schema of an ordinary size.",
  dimensions: numbers(12).map((dimension) => ({
    name: `dimension_${String(dimension).padStart(2, "0")}`,
    label: `Dimension ${dimension}`,
    description: "An aspect of the use that both sides settle before anything is shown.",
    shape: "multiple",
    required: false,
    values: numbers(96).map((value) => ({
      code: `VALUE-${dimension}-${value}`,
      label: `Value ${value}`,
      description: `What the value ${value} stands for, in about as many words as editors use for one, or a few more.`
    }))
  })),
  licenses: [
    {
      code: "CAMPAIGN",
      name: "Campaign",
      description: "A campaign for one product in a few channels. ".repeat(5).trim(),
      config: Object.fromEntries(
        numbers(3).map((dimension) => [
          `dimension_${String(dimension).padStart(2, "0")}`,
          numbers(3).map((value) => `VALUE-${dimension}-${value}`)
        ])
      )
    }
  ],
  rules: []
}
