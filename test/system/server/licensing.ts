import * as Effect from "effect/Effect"
import type { Deprecation } from "../../../src/domain/taxonomy/Deprecation.ts"
import type { License, Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { publishRelease } from "./releases.ts"

const value = (code: string, deprecated?: Deprecation) => ({
  code,
  label: code,
  description: `The value ${code}.`,
  ...(deprecated === undefined ? {} : { deprecated })
})

/** The names and values of the service spec (2.4), with what one release after another makes of them. */
const licensing = (step: {
  readonly fastFood: "active" | "deprecated" | "gone"
  readonly uses: ReadonlyArray<string>
  readonly licenses?: ReadonlyArray<License>
  readonly oldTemplate: "active" | "deprecated" | "gone"
}): Taxonomy => ({
  namespace: "nil-licensing",
  title: "Name, image and likeness",
  description: "The service spec's own names.",
  dimensions: [
    {
      name: "ai_synthetic_use",
      label: "AI and synthetic use",
      description: "What may be synthesized.",
      shape: "flags",
      required: false,
      values: [value("avatar_only")]
    },
    {
      name: "commercial_scope",
      label: "Commercial scope",
      description: "How commercial it is.",
      shape: "single",
      required: true,
      values: [value("full_commercial"), value("non_commercial")]
    },
    {
      name: "exclusive_categories",
      label: "Exclusive categories",
      description: "Where the licensee is the only one.",
      shape: "multiple",
      required: false,
      values: [
        value("QSR"),
        ...(step.fastFood === "gone"
          ? []
          : [value("QSR_FAST_FOOD", step.fastFood === "deprecated" ? { replaced_by: ["QSR"] } : undefined)])
      ]
    },
    {
      name: "subject_scope",
      label: "Subject scope",
      description: "What of the person.",
      shape: "multiple",
      required: true,
      values: ["image", "likeness", "name", "signature_marks"].map((code) => value(code))
    },
    {
      name: "territory",
      label: "Territory",
      description: "Where.",
      shape: "territory",
      required: true,
      values: ["CA", "DE", "US"].map((code) => value(code))
    },
    {
      name: "use_type",
      label: "Use type",
      description: "What for.",
      shape: "multiple",
      required: true,
      values: step.uses.map((code) => value(code))
    }
  ],
  licenses: [
    {
      code: "NIL-AD-NA",
      name: "Advertising, North America",
      description: "Advertising in two countries.",
      config: {
        commercial_scope: "full_commercial",
        exclusive_categories: ["QSR"],
        subject_scope: ["image", "name"],
        territory: { global: false, countries: ["CA", "US"] },
        use_type: ["editorial"]
      }
    },
    ...(step.oldTemplate === "gone"
      ? []
      : [
          {
            code: "NIL-CLASSROOM",
            name: "Classroom",
            description: "The template before NIL-EDU.",
            config: {
              commercial_scope: "non_commercial",
              subject_scope: ["image"],
              territory: { global: true, countries: [] },
              use_type: ["educational"]
            },
            ...(step.oldTemplate === "deprecated" ? { deprecated: { replaced_by: ["NIL-EDU"] } } : {})
          }
        ]),
    {
      code: "NIL-EDU",
      name: "Education",
      description: "For teaching, anywhere.",
      config: {
        ai_synthetic_use: { avatar_only: false },
        commercial_scope: "non_commercial",
        subject_scope: ["image", "likeness"],
        territory: { global: true, countries: [] },
        use_type: ["educational"]
      }
    },
    ...(step.licenses ?? [])
  ],
  rules: [
    {
      id: "educational-not-full-commercial",
      description: "Teaching is not commerce.",
      forbid: { commercial_scope: { equals: "full_commercial" }, use_type: { contains: "educational" } }
    },
    {
      id: "global-or-countries",
      description: "The world needs no list of countries.",
      forbid: { territory: { global: true, countries: { empty: false } } }
    }
  ]
})

const uses = ["editorial", "educational"]

/** The story of the service spec (9.6), release by release, as the rules allow it: `QSR_FAST_FOOD` makes way for `QSR`. */
export const story: ReadonlyArray<readonly [version: string, date: string, taxonomy: Taxonomy]> = [
  ["1.0.0", "2026-01-15T10:00:00Z", licensing({ fastFood: "active", oldTemplate: "active", uses })],
  ["1.1.0", "2026-02-15T10:00:00Z", licensing({ fastFood: "deprecated", oldTemplate: "deprecated", uses })],
  [
    "1.2.0",
    "2026-04-15T10:00:00Z",
    licensing({ fastFood: "deprecated", oldTemplate: "deprecated", uses: [...uses, "merchandise"] })
  ],
  [
    "1.3.0",
    "2026-06-15T10:00:00Z",
    licensing({ fastFood: "deprecated", oldTemplate: "deprecated", uses: [...uses, "games", "merchandise"] })
  ],
  [
    "2.0.0",
    "2026-09-15T10:00:00Z",
    licensing({ fastFood: "gone", oldTemplate: "gone", uses: [...uses, "games", "merchandise"] })
  ]
]

/** Publishes the story from one version to another, through all rules. */
export const publishStory = (releases: string, last = "2.0.0", first = "1.0.0") =>
  Effect.forEach(
    story.filter(([version]) => version >= first && version <= last),
    ([version, date, taxonomy]) => publishRelease(releases, version, taxonomy, date),
    { discard: true }
  ).pipe(Effect.orDie)
