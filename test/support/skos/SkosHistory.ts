import type { ReleaseHistory } from "../../../src/domain/release/ReleaseHistory.ts"
import { findRemovedItems } from "../../../src/domain/release/removal/RemovedItems.ts"
import { toItemId } from "../../../src/domain/taxonomy/ItemRef.ts"
import { normalize } from "../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import type { Dimension, License, Taxonomy, Value } from "../../../src/domain/taxonomy/Taxonomy.ts"
import type { SkosContent } from "../../../src/export/skos/SkosGraph.ts"
import { historyOf, publish } from "../arbitrary/releases.ts"

export const base = "https://vocabulary.example/nil/"

const value = (code: string, label: string, more: Partial<Value> = {}): Value => ({
  code,
  label,
  description: `${label} in a sentence.`,
  ...more
})

const dimension = (name: string, values: ReadonlyArray<Value>, more: Partial<Dimension> = {}): Dimension => ({
  name,
  label: `The ${name}`,
  description: `What ${name} is.`,
  shape: "multiple",
  required: false,
  values,
  ...more
})

const license = (code: string, more: Partial<License> = {}): License => ({
  code,
  name: `License ${code}`,
  description: `For ${code}.`,
  config: {},
  ...more
})

const taxonomyOf = (
  dimensions: ReadonlyArray<Dimension>,
  licenses: ReadonlyArray<License>,
  more: Partial<Taxonomy> = {}
): Taxonomy =>
  normalize({ namespace: "nil", title: "Licensing", description: "Terms.", dimensions, licenses, rules: [], ...more })

const translated = { fr: { label: "Rédaction", definition: "Ce qui paraît." }, "pt-BR": { label: "Redação" } }

const editorial = value("editorial", "Editorial", { definition: "What appears in the news.", translations: translated })
// Translated into the source language as well, which gives no second label.
const study = value("study", "Study", { translations: { en: { label: "Studies" }, fr: { label: "Études" } } })
const plus = value("A+B.", "A and B")
const web = value("web", 'The "web"\\\n👩‍👩‍👧‍👦 \u202Eאב\u202C')

const teaching = (deprecated?: Value["deprecated"]): Value =>
  value("teaching", "Teaching", { translations: { fr: { label: "Enseignement" } }, ...(deprecated && { deprecated }) })

const first = taxonomyOf(
  [
    dimension("use_type", [editorial, study, teaching()]),
    dimension("media", [web]),
    dimension("tone", [value("A", "A")])
  ],
  [license("NIL-1"), license("NIL-2", { translations: { fr: { name: "Licence 2" } } })]
)

const deprecated = taxonomyOf(
  [
    dimension("use_type", [
      editorial,
      study,
      teaching({
        replaced_by: ["study", "media/web"],
        replacement_mode: "all_of",
        reason: "It was two things.",
        translations: { fr: { reason: "C'étaient deux choses." } }
      }),
      plus
    ]),
    dimension("media", [web], { translations: { fr: { label: "Médias" } }, definition: "Where it appears." }),
    dimension("tone", [value("A", "A")], { deprecated: { replaced_by: ["media"] } })
  ],
  [
    license("NIL-1"),
    license("NIL-2", { translations: { fr: { name: "Licence 2" } }, deprecated: { replaced_by: ["NIL-1"] } })
  ],
  { iri: base, translations: { fr: { title: "Licences" } } }
)

const removed = taxonomyOf(
  [
    dimension("use_type", [
      { ...editorial, deprecated: { replaced_by: [], reason: "Nobody prints." } },
      study,
      { ...plus, deprecated: { replaced_by: ["study", "editorial"] } }
    ]),
    dimension("media", [web], { translations: { fr: { label: "Médias" } }, definition: "Where it appears." })
  ],
  [license("NIL-1")],
  { iri: base, translations: { fr: { title: "Licences" } } }
)

const plan = (version: string, taxonomy: Taxonomy, day: string) => ({
  ...publish(version, taxonomy),
  published_at: `${day}T12:00:00Z`,
  format: 3
})

/**
 * Releases with labels in several languages, an IRI since 1.1.0, a split into another dimension, alternatives, and
 * removals of a value, a dimension and a license.
 */
export const skosHistory: ReleaseHistory = historyOf(
  plan("1.0.0", first, "2026-01-10"),
  plan("1.1.0", deprecated, "2026-02-10"),
  plan("2.0.0", removed, "2027-01-10"),
  plan("2.0.1", { ...removed, title: "Licensing, reworded" }, "2027-02-10")
)

/** A release as `taxonomy export` hands it to the exporters of linked data. */
export const contentOf = (history: ReleaseHistory, version: string): SkosContent => {
  const release = history.releases.get(Version.make(version))
  if (release === undefined) throw new Error(`${version} is not published`)
  return {
    taxonomy: release.taxonomy,
    release,
    removedItems: () => findRemovedItems(history, release),
    removalOf: (item) => {
      const since = release.clocks.get(toItemId(item))
      return since && { since }
    }
  }
}
