import { diff } from "../../../src/domain/change/Diff.ts"
import { genesis } from "../../../src/domain/ledger/HashChain.ts"
import { MajorEnded, ReleaseWithdrawn } from "../../../src/domain/release/ReleaseEvent.ts"
import {
  publicationOf,
  releaseOf,
  evolve,
  emptyHistory,
  type ReleaseHistory
} from "../../../src/domain/release/ReleaseHistory.ts"
import { baseOf } from "../../../src/domain/release/ReleaseLines.ts"
import type { Deprecation } from "../../../src/domain/taxonomy/Deprecation.ts"
import { empty, normalize } from "../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { makeCatalog, type ServedCatalog } from "../../../src/server/catalog/Catalog.ts"

export type Step = (history: ReleaseHistory) => ReleaseHistory

/** A release with whatever it holds: no rule is asked. */
export const release =
  (name: string, date: string, taxonomy: Taxonomy): Step =>
  (history) => {
    const version = Version.make(name)
    const base = baseOf(history, version)
    const planned = releaseOf(history, {
      version,
      base: base?.version ?? null,
      published_at: `${date}T10:00:00Z`,
      source_commit: "0".repeat(40),
      changes: diff(base?.taxonomy ?? empty, normalize(taxonomy)),
      waivers: [],
      format: 1
    })
    return evolve(history, publicationOf(planned, `sha256:${"0".repeat(64)}`))
  }

export const withdrawn =
  (name: string, date: string, reason: string): Step =>
  (history) =>
    evolve(history, ReleaseWithdrawn.make({ version: Version.make(name), date: `${date}T10:00:00Z`, reason }))

export const ended =
  (major: number, date: string, reason: string): Step =>
  (history) =>
    evolve(history, MajorEnded.make({ major, date: `${date}T10:00:00Z`, reason }))

export const catalogAfter = (...steps: ReadonlyArray<Step>): ServedCatalog =>
  makeCatalog(
    steps.reduce((history, step) => step(history), emptyHistory),
    genesis
  )

/** Categories, one dimension that stays, and licenses that use them; deprecations by code, or by the dimension's name. */
export const categories = (
  codes: ReadonlyArray<string>,
  deprecated: Readonly<Record<string, Deprecation>> = {}
): Taxonomy => ({
  namespace: "sample",
  title: "Sample",
  description: "Invented.",
  dimensions: [
    {
      name: "exclusive_categories",
      label: "Exclusive categories",
      description: "Where the licensee is the only one.",
      shape: "multiple",
      required: false,
      values: codes.map((code) => ({
        code,
        label: code,
        description: `The category ${code}.`,
        ...marked(deprecated[code])
      }))
    },
    {
      name: "media",
      label: "Media",
      description: "Where it is shown.",
      shape: "single",
      required: false,
      ...marked(deprecated["media"]),
      values: [{ code: "print", label: "Print", description: "On paper." }]
    }
  ],
  licenses: [
    {
      code: "PLAIN",
      name: "Plain",
      description: "Without a category.",
      config: { media: "print" },
      ...marked(deprecated["PLAIN"])
    },
    ...(codes.includes("QSR_FAST_FOOD")
      ? [{ code: "FOOD", name: "Food", description: "With it.", config: { exclusive_categories: ["QSR_FAST_FOOD"] } }]
      : [])
  ],
  rules: []
})

const marked = (deprecated: Deprecation | undefined) => (deprecated === undefined ? {} : { deprecated })
