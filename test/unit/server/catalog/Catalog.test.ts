import { assert, describe, it } from "@effect/vitest"
import { licenseRef, toItemId } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import {
  deprecationHeaders,
  findDeprecations,
  releaseNotices,
  warningHeader,
  type Deprecations
} from "../../../../src/server/catalog/Catalog.ts"
import { catalogAfter, categories, ended, release, withdrawn, type Step } from "../../../support/server/histories.ts"

const both = ["QSR", "QSR_FAST_FOOD"]
const inFavourOfQsr = { QSR_FAST_FOOD: { replaced_by: ["QSR"] } }
const catalog = catalogAfter(
  release("1.0.0", "2026-01-01", categories(both)),
  release("1.1.0", "2026-02-01", categories(both, inFavourOfQsr)),
  release("1.2.0", "2026-03-01", categories(both, { ...inFavourOfQsr, PLAIN: { replaced_by: [], reason: "Ünused." } })),
  release("2.0.0", "2026-10-01", categories(["QSR"], { media: { replaced_by: [], reason: "No." } })),
  release("3.0.0", "2027-10-01", { ...categories(["QSR"]), dimensions: categories(["QSR"]).dimensions.slice(0, 1) }),
  ended(1, "2027-01-01", "Two majors on."),
  withdrawn("1.2.0", "2026-04-01", "Größenwahn.")
)

const served = (version: string) => {
  const found = catalog.apiVersions.get(`v${version[0]}`)?.named.get(version)
  if (found === undefined) throw new Error(version)
  return found.release
}
const later = "media is deprecated since v2.0, it has no replacement (No.), removal in v3.0 on 2027-10-01"
/** The warnings of what was found, and the headers of a release and of a license's own URL. */
const textsOf = (found: Deprecations) => ({
  ofDimensions: found.ofDimensions.map(({ warning }) => warning),
  ofLicense: new Map([...found.ofLicense].map(([code, notices]) => [code, notices.map(({ warning }) => warning)])),
  ofRelease: found.ofRelease.warnings,
  datesOfRelease: datesOf(found),
  datesOfLicense: (code: string) => datesOf(found, code)
})
const datesOf = ({ ofItem, ofRelease }: Deprecations, code = "") => {
  const { "X-Deprecation-Warning": _, ...dates } = deprecationHeaders(
    ofRelease,
    [],
    ofItem.get(toItemId(licenseRef(code)))
  )
  return dates
}
const deprecations = (version: string) => textsOf(findDeprecations(catalog.history, served(version)))
const old =
  "exclusive_categories/QSR_FAST_FOOD is deprecated since v1.1, use QSR instead, removal in v2.0 on 2026-10-01"

describe("findDeprecations", () => {
  it("finds warnings for the dimensions and for each license that uses an item", () => {
    const { ofDimensions, ofLicense } = deprecations("1.1.0")
    assert.deepStrictEqual(ofDimensions, [old, later])
    assert.deepStrictEqual(Object.fromEntries(ofLicense), { FOOD: [old], PLAIN: [later] })
  })

  it("keeps version and date of the deprecation, and dates a license's own URL", () => {
    const { datesOfLicense, ofDimensions, ofLicense } = deprecations("1.2.0")
    assert.deepStrictEqual(ofDimensions, [old, later])
    assert.deepStrictEqual(ofLicense.get("PLAIN"), [
      "PLAIN is deprecated since v1.2, it has no replacement (Ünused.), no removal planned, since v3.0 does not deprecate it",
      later
    ])
    assert.deepStrictEqual(datesOfLicense("PLAIN"), {
      Deprecation: "@1772359200",
      Sunset: "Fri, 01 Jan 2027 10:00:00 GMT"
    })
  })

  it("includes the withdrawal of the release and the end of life of its major", () => {
    assert.deepStrictEqual(deprecations("1.2.0").ofRelease, [
      "Release v1.2.0 was withdrawn on 2026-04-01, use v1.1.0 instead: Größenwahn.",
      "Taxonomy v1 has its end of life on 2027-01-01, use v3 instead: Two majors on."
    ])
    assert.deepStrictEqual(deprecations("1.0.0").datesOfRelease, {
      Deprecation: "@1798797600",
      Sunset: "Fri, 01 Jan 2027 10:00:00 GMT"
    })
    assert.deepStrictEqual(deprecations("2.0.0").ofRelease, [])
    assert.deepStrictEqual(deprecations("2.0.0").datesOfRelease, {})
  })
})

describe("the notice of a withdrawn release", () => {
  it("names the highest version of its major that remains, whichever was published last", () => {
    const { history } = catalogAfter(
      release("1.0.0", "2026-01-01", categories(both)),
      release("1.1.0", "2026-02-01", categories(both)),
      release("1.2.0", "2026-03-01", categories(both)),
      release("2.0.0", "2026-04-01", categories(both)),
      release("1.0.1", "2026-05-01", categories(both)),
      withdrawn("1.2.0", "2026-06-01", "Wrong.")
    )
    const [notice] = releaseNotices(history, history.releases.get(Version.make("1.2.0")) ?? assert.fail()).warnings
    assert.strictEqual(notice, "Release v1.2.0 was withdrawn on 2026-06-01, use v1.1.0 instead: Wrong.")
  })
})

describe("findDeprecations of an older release", () => {
  it("includes what later releases deprecate, as of the newest one that has the item", () => {
    const { ofDimensions, ofLicense } = deprecations("1.0.0")
    assert.deepStrictEqual(ofDimensions, [old, later])
    // The withdrawn release 1.2.0 alone deprecated PLAIN.
    assert.deepStrictEqual(Object.fromEntries(ofLicense), { FOOD: [old], PLAIN: [later] })
  })

  it("names its own deprecations first", () => {
    const { apiVersions, history } = catalogAfter(
      release("1.0.0", "2026-01-01", categories(both, { QSR_FAST_FOOD: { replaced_by: [], reason: "Old." } })),
      release(
        "1.1.0",
        "2026-02-01",
        categories(both, {
          QSR: { replaced_by: [], reason: "Old, too." },
          QSR_FAST_FOOD: { replaced_by: [], reason: "Old." }
        })
      )
    )
    const first = apiVersions.get("v1")?.named.get("1.0.0")
    const newest = apiVersions.get("v1")?.newest
    if (first === undefined || newest === undefined) throw new Error("no release")
    const warned = textsOf(findDeprecations(history, first.release)).ofDimensions
    assert.deepStrictEqual(
      warned.map((text) => text.split(" ")[0]),
      ["exclusive_categories/QSR_FAST_FOOD", "exclusive_categories/QSR"]
    )
    assert.include(warned[1], "is deprecated since v1.1")
    assert.deepStrictEqual(new Set(textsOf(findDeprecations(history, newest.release)).ofDimensions), new Set(warned))
  })

  it("leaves out a deprecation that the newest release with the item took back", () => {
    const { apiVersions, history } = catalogAfter(
      release("1.0.0", "2026-01-01", categories(both)),
      release("1.1.0", "2026-02-01", categories(both, inFavourOfQsr)),
      release("1.2.0", "2026-03-01", categories(both))
    )
    const first = apiVersions.get("v1")?.named.get("1.0.0")
    if (first === undefined) throw new Error("no release")
    assert.deepStrictEqual(findDeprecations(history, first.release).ofDimensions, [])
  })
})

describe("the version of removal", () => {
  const after = (...steps: ReadonlyArray<Step>) => {
    const { apiVersions, history } = catalogAfter(...steps)
    return (version: string) => {
      const served = apiVersions.get(`v${version[0]}`)?.named.get(version)
      if (served === undefined) throw new Error(version)
      return { ...textsOf(findDeprecations(history, served.release)), body: served.release.removals }
    }
  }
  const before = [
    release("1.0.0", "2026-01-01", categories(both)),
    release("1.1.0", "2026-02-01", categories(both, inFavourOfQsr))
  ]

  it("is the one that removed the item, for clients on an older line", () => {
    const of = after(
      ...before,
      release("2.0.0", "2026-10-01", categories(["QSR"])),
      release("3.0.0", "2026-11-01", categories(["QSR"])),
      release("1.1.1", "2026-12-01", { ...categories(both, inFavourOfQsr), title: "Mended" })
    )
    assert.deepStrictEqual(of("1.1.0").ofDimensions, [old])
    assert.deepStrictEqual(of("1.1.1").ofDimensions, [old])
    assert.deepStrictEqual([...of("1.1.1").body], [["value exclusive_categories/QSR_FAST_FOOD", "2.0.0"]])
  })

  it("is the next major of all lines if none has removed the item", () => {
    const of = after(...before, release("2.0.0", "2026-10-01", categories(both, inFavourOfQsr)))
    assert.deepStrictEqual(of("1.1.0").ofDimensions, [
      old.replace(
        "removal in v2.0 on 2026-10-01",
        "removal in v3.0 at the earliest, after v2.1, and not before 2026-08-01"
      )
    ])
    assert.deepStrictEqual([...of("1.1.0").body.values()], ["2.0.0"])
  })

  const unused = { PLAIN: { replaced_by: [], reason: "Unused." } }

  it("is no end of a license's own URL, but that of the major is", () => {
    const of = after(
      release("1.0.0", "2026-01-01", categories(both, unused)),
      release("2.0.0", "2026-02-01", categories(both)),
      ended(1, "2026-04-01", "Early.")
    )
    assert.deepStrictEqual(of("1.0.0").datesOfLicense("PLAIN"), {
      Deprecation: "@1767261600",
      Sunset: "Wed, 01 Apr 2026 10:00:00 GMT"
    })
    const without = categories(["QSR"])
    const removed = after(
      release("1.0.0", "2026-01-01", categories(["QSR"], unused)),
      release("1.1.0", "2026-02-01", categories(["QSR"], unused)),
      release("2.0.0", "2026-10-01", { ...without, licenses: without.licenses.filter(({ code }) => code !== "PLAIN") })
    )
    assert.deepStrictEqual(removed("1.1.0").datesOfLicense("PLAIN"), { Deprecation: "@1767261600" })
  })

  it("is the same for a pinned license that a later release deprecates", () => {
    const of = after(
      release("1.0.0", "2026-01-01", categories(both)),
      release("1.1.0", "2026-02-01", categories(both, unused))
    )
    assert.deepStrictEqual(of("1.0.0").datesOfLicense("PLAIN"), { Deprecation: "@1769940000" })
    assert.deepStrictEqual(of("1.0.0").datesOfLicense("FOOD"), {})
  })

  it("names no withdrawn major in place of one at its end of life", () => {
    const of = after(
      ...before,
      release("2.0.0", "2026-10-01", categories(both)),
      ended(1, "2027-01-01", "Over."),
      withdrawn("2.0.0", "2027-01-02", "Wrong.")
    )
    assert.deepStrictEqual(of("1.1.0").ofRelease, ["Taxonomy v1 has its end of life on 2027-01-01: Over."])
  })
})

describe("warningHeader", () => {
  it("returns no header without a warning", () => {
    assert.deepStrictEqual(warningHeader([]), {})
  })

  it("returns ASCII", () => {
    assert.deepStrictEqual(warningHeader(["Größe", "a\r\nb"]), { "X-Deprecation-Warning": "Gr??e; a??b" })
  })

  it.each([1, 9, 10, 11, 20, 200])(
    "counts warnings that do not fit into 1 kB, of %s hundred characters each",
    (count) => {
      const warnings = Array.from({ length: count }, (_, index) => `${index} `.padEnd(100, "x"))
      const text = warningHeader(warnings)["X-Deprecation-Warning"] ?? ""
      assert.isAtMost(text.length, 1000)
      const shown = text.split("; ").filter((part) => part.endsWith("x")).length
      const more = /; and (\d+) more, see \/schema and \/items$/.exec(text)?.[1]
      assert.strictEqual(shown + Number(more ?? 0), count)
      assert.strictEqual(more === undefined, count < 10)
    }
  )

  it("counts the others if the first is truncated", () => {
    const text = warningHeader(["x".repeat(980), "y".repeat(20), "z".repeat(20)])["X-Deprecation-Warning"] ?? ""
    assert.isAtMost(text.length, 1000)
    assert.match(text, /^x+\.\.\.; and 2 more, see \/schema and \/items$/)
  })

  it("truncates a single warning of more than 1 kB", () => {
    const textOf = (length: number) => warningHeader(["x".repeat(length)])["X-Deprecation-Warning"]
    assert.strictEqual(textOf(1000), "x".repeat(1000))
    for (const length of [1001, 2000]) assert.strictEqual(textOf(length), `${"x".repeat(997)}...`)
  })
})
