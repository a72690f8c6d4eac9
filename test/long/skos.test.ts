import { execFile, spawnSync } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, it } from "vitest"
import { Version } from "../../src/domain/taxonomy/Scalars.ts"
import { renderSkos } from "../../src/export/skos/RenderSkos.ts"
import { render } from "../../src/release/artifacts/ReleaseRenderer.ts"
import { taxonomy } from "../support/CommandLine.ts"
import { ownProject } from "../support/OwnProject.ts"
import { temporaryFolder } from "../support/Repository.ts"
import { pairsOf, releasedItems, type ItemFacts, type Pairs, type SchemaJson } from "../support/skos/ReleasedItems.ts"
import { base, contentOf, skosHistory } from "../support/skos/SkosHistory.ts"
import { violatedShapes } from "../support/skos/ViolatedShapes.ts"

const reader = fileURLToPath(new URL("../support/skos/read_graphs.py", import.meta.url))

// Debian's own Python has Debian's packages, whichever Python comes first in the path.
const python = ["/usr/bin/python3", "python3"].find(
  (program) => spawnSync(program, ["-c", "import rdflib"], { stdio: "ignore" }).status === 0
)
if (python === undefined) process.stderr.write("skipped: reading linked data with rdflib. Install python3-rdflib\n")
interface Exported {
  readonly turtle: string
  readonly jsonLd: string
}

/** The first release of the project's own taxonomy, as the command writes it. */
const ownExport = async (): Promise<Exported> => await (ownRelease ??= exportOwnRelease())

let ownRelease: Promise<Exported> | undefined

const exportOwnRelease = async (): Promise<Exported> => {
  const options = ["export", "skos", "--version", "v1.0.0", "--iri", base, "--syntax"]
  const [turtle, jsonLd] = [
    await taxonomy([...options, "turtle"], { cwd: ownProject }),
    await taxonomy([...options, "json-ld"], { cwd: ownProject })
  ]
  return { turtle: turtle.stdout, jsonLd: jsonLd.stdout }
}

const renderRelease = async (version: string): Promise<Exported> => {
  const renderAs = (syntax: "turtle" | "json-ld") =>
    renderSkos(contentOf(skosHistory, version), { base, language: "en", syntax })
  return { turtle: await renderAs("turtle"), jsonLd: await renderAs("json-ld") }
}

/** `schema.json` of a release of the history, from the renderer of its format. */
const schemaOf = (version: string): SchemaJson => {
  const release = skosHistory.releases.get(Version.make(version))
  return JSON.parse((release && render(release)?.files.get("schema.json")) ?? "")
}

describe("the integrity conditions of SKOS", () => {
  it.for([...skosHistory.releases.keys()])(
    "hold in %s of a history with splits and removals",
    async (version, { expect }) => {
      const { turtle } = await renderRelease(version)
      expect(await violatedShapes(turtle)).toEqual([])
    }
  )

  it("hold in the own taxonomy", async ({ expect }) => {
    const { turtle } = await ownExport()
    expect(turtle).toContain("use_type:editorial a skos:Concept")
    expect(await violatedShapes(turtle)).toEqual([])
  })

  const prefixes = `@prefix : <https://vocabulary.example/>. @prefix skos: <http://www.w3.org/2004/02/skos/core#>.
    @prefix dcterms: <http://purl.org/dc/terms/>. @prefix owl: <http://www.w3.org/2002/07/owl#>. `
  const sound = `:s a skos:ConceptScheme; skos:hasTopConcept :a.
    :a a skos:Concept; skos:inScheme :s; skos:topConceptOf :s; skos:prefLabel "A"@en; skos:notation "a"^^:code. `

  it("hold in the graph that the broken ones differ from", async ({ expect }) => {
    expect(await violatedShapes(prefixes + sound)).toEqual([])
  })

  it.for([
    ["a concept is a scheme", ["S9"], ":a a skos:ConceptScheme."],
    ["a label is preferred and alternative", ["S13-prefLabel"], ':a skos:altLabel "A"@en.'],
    ["a label is preferred and hidden", ["S13-prefLabel"], ':a skos:hiddenLabel "A"@en.'],
    ["a label is alternative and hidden", ["S13-altLabel"], ':a skos:altLabel "B"@en; skos:hiddenLabel "B"@en.'],
    ["two labels are preferred in one language", ["S14-prefLabel"], ':a skos:prefLabel "B"@en.'],
    ["two labels are preferred in one language, in other case", ["S14-prefLabel"], ':a skos:prefLabel "B"@EN.'],
    ["a related concept is broader", ["S27-related"], ":a skos:related :b; skos:broader :c. :c skos:broader :b."],
    ["a related concept is narrower", ["S27-narrower"], ":a skos:related :b; skos:narrower :c. :b skos:broader :c."],
    ["a collection is a concept", ["S37"], ":a a skos:Collection."],
    ["a collection is a scheme", ["S37"], ":s a skos:OrderedCollection."],
    ["an exact match is broader", ["S46-exactMatch"], ":a skos:exactMatch :b; skos:broadMatch :b."],
    ["an exact match is related", ["S46-exactMatch"], ":a skos:relatedMatch :b. :b skos:exactMatch :a."],
    [
      "a concept is in two schemes",
      ["concept-inScheme", "topConcept-inScheme"],
      ":a skos:inScheme :t. :t a skos:ConceptScheme."
    ],
    ["a code has no datatype", ["concept-notation"], ':a skos:notation "a".'],
    ["a replaced item is not deprecated", ["replaced-deprecated"], ":a dcterms:isReplacedBy :s."],
    ["a replacement is not described", ["replaced-target"], ":a dcterms:isReplacedBy :b; owl:deprecated true."],
    [
      "a top concept is none for its scheme",
      ["topConcept-scheme"],
      ":s skos:hasTopConcept :b. :t skos:hasTopConcept :a."
    ]
  ] as const)("are violated if %s", async ([, shapes, broken], { expect }) => {
    expect(await violatedShapes(prefixes + sound + broken)).toEqual(shapes)
  })
})

describe.skipIf(python === undefined)("rdflib", () => {
  it.for([...skosHistory.releases.keys()])(
    "reads the same graph of %s from both syntaxes, and in it what the release says",
    async (version, { expect }) => {
      const schema = schemaOf(version)
      const read = await readGraphs(await renderRelease(version))
      expect([read.isomorphic, read.blank]).toEqual([true, 0])
      expect(read.ontologies[base]).toMatchObject({ versions: [version], titles: pairsOf(schema, "title") })
      const expected = releasedItems(schema, base)
      expect(foundItems(read, expected)).toEqual(expected)
    }
  )

  it("reads in the own taxonomy what its release says", async ({ expect }) => {
    const read = await readGraphs(await ownExport())
    expect([read.isomorphic, read.blank]).toEqual([true, 0])
    const schema: SchemaJson = JSON.parse(await readFile(join(ownProject, "releases/v1.0.0/schema.json"), "utf8"))
    const expected = releasedItems(schema, base)
    expect(Object.keys(expected).length).toBeGreaterThan(500)
    expect(foundItems(read, expected)).toEqual(expected)
  })

  it("reads splits, moves and removed items of every kind", async ({ expect }) => {
    const { concepts, ontologies, schemes } = await readGraphs(await renderRelease("2.0.1"))
    expect(concepts[`${base}use_type/teaching`]).toMatchObject({
      labels: [
        ["en", "Teaching"],
        ["fr", "Enseignement"]
      ],
      reasons: [
        ["en", "It was two things."],
        ["fr", "C'étaient deux choses."]
      ],
      deprecated: [true],
      replacements: [`${base}media/web`, `${base}use_type/study`]
    })
    expect(schemes[`${base}tone`]).toMatchObject({ deprecated: [true], replacements: [`${base}media`], tops: [] })
    expect(concepts[`${base}base-licenses/NIL-2`]?.replacements).toEqual([`${base}base-licenses/NIL-1`])
    expect(concepts[`${base}use_type/A%2BB.`]?.notations).toEqual([["A+B.", `${base}item-code`]])
    expect(ontologies[base]).toMatchObject({ versions: ["2.0.1"], prior: [`${base}version/2.0.0`] })
  })
})

interface ReadItem {
  readonly labels: Pairs
  readonly definitions: Pairs
  readonly descriptions: Pairs
  readonly reasons: Pairs
  readonly notations: Pairs
  readonly tops: ReadonlyArray<string>
  readonly deprecated: ReadonlyArray<boolean>
  readonly replacements: ReadonlyArray<string>
}

interface ReadGraphs {
  readonly isomorphic: boolean
  readonly blank: number
  readonly concepts: Readonly<Record<string, ReadItem>>
  readonly schemes: Readonly<Record<string, ReadItem>>
  readonly ontologies: Readonly<
    Record<
      string,
      { readonly versions: ReadonlyArray<string>; readonly titles: Pairs; readonly prior: ReadonlyArray<string> }
    >
  >
}

/** What the reader found of all items but the scheme of the base licenses, which is no item of a release. */
const foundItems = (
  { concepts, schemes }: ReadGraphs,
  expected: Readonly<Record<string, ItemFacts>>
): Readonly<Record<string, ItemFacts>> =>
  Object.fromEntries(
    Object.entries({ ...concepts, ...schemes })
      .filter(([iri]) => iri !== `${base}base-licenses`)
      .map(([iri, { definitions, deprecated, descriptions, labels, notations, reasons, replacements }]) => [
        iri,
        {
          // Artifacts no longer have the texts of removed items.
          ...(expected[iri]?.labels === undefined ? {} : { labels, descriptions, definitions }),
          notation: notations[0]?.[0] ?? "",
          deprecated: deprecated[0] ?? false,
          reasons,
          replacements
        }
      ])
  )

const readGraphs = async ({ jsonLd, turtle }: Exported) => {
  const folder = await temporaryFolder()
  const [first, second] = [join(folder, "export.ttl"), join(folder, "export.jsonld")]
  await Promise.all([writeFile(first, turtle), writeFile(second, jsonLd)])
  const { stdout } = await promisify(execFile)(python ?? "", [reader, first, second], { maxBuffer: 2 ** 26 })
  const read: ReadGraphs = JSON.parse(stdout)
  return read
}
