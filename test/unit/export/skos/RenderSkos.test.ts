import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import jsonld from "jsonld"
import { Parser, type Quad } from "n3"
import type { ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { makeItemIris } from "../../../../src/export/ItemIris.ts"
import { renderSkos } from "../../../../src/export/skos/RenderSkos.ts"
import { makeSkosGraph, termsOf, type SkosContent } from "../../../../src/export/skos/SkosGraph.ts"
import { cellDimensions } from "../../../support/arbitrary/cellTexts.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"
import { base, contentOf, skosHistory } from "../../../support/skos/SkosHistory.ts"

const draftOf = (taxonomy: Taxonomy): SkosContent => ({
  taxonomy,
  release: undefined,
  removedItems: () => [],
  removalOf: () => undefined
})

const render = (content: SkosContent, syntax: "turtle" | "json-ld" = "turtle", iri = base) =>
  renderSkos(content, { base: iri, language: "en", syntax })

/** A statement as one text. Language tags are compared ignoring case (RFC 5646, section 2.1.1). */
const formatQuad = ({ object, predicate, subject }: Quad): string =>
  JSON.stringify([
    subject.value,
    predicate.value,
    ...(object.termType !== "Literal"
      ? ["iri", object.value]
      : object.language === ""
        ? ["typed", object.value, object.datatype.value]
        : ["text", object.value, object.language.toLowerCase()])
  ])

const graphOf = (content: SkosContent, iri = base): ReadonlyArray<string> =>
  makeSkosGraph(content, makeItemIris(iri), "en").map(formatQuad).toSorted()

const readTurtle = (turtle: string): ReadonlyArray<string> =>
  new Parser({ format: "text/turtle" }).parse(turtle).map(formatQuad).toSorted()

const readJsonLd = async (text: string): Promise<ReadonlyArray<string>> => {
  const quads: unknown = await jsonld.toRDF(JSON.parse(text), { format: "application/n-quads" })
  return new Parser({ format: "application/n-quads" }).parse(String(quads)).map(formatQuad).toSorted()
}

const hostile = Arbitrary.map(Arbitrary.all([taxonomies, cellDimensions]), ([taxonomy, dimension]) => ({
  ...taxonomy,
  // The text of a tag of the source language is another one than the normative one.
  translations: { en: { title: "Not this one" }, ar: { title: 'عنوان "1"\n\\ \u{10FFFD}' } },
  dimensions: [dimension]
}))

describe("renderSkos", () => {
  it.effect.prop("writes Turtle from which another program reads the same graph", [hostile], ([taxonomy]) =>
    Effect.promise(async () => {
      const turtle = await render(draftOf(taxonomy))
      assert.deepStrictEqual(readTurtle(turtle), graphOf(draftOf(taxonomy)))
    })
  )

  it.effect.prop("writes JSON-LD from which another program reads the same graph", [hostile], ([taxonomy]) =>
    Effect.promise(async () => {
      const text = await render(draftOf(taxonomy), "json-ld")
      assert.deepStrictEqual(await readJsonLd(text), graphOf(draftOf(taxonomy)))
    })
  )

  it.for([...skosHistory.releases.keys()])("writes %s in both syntaxes without loss", async (version) => {
    for (const iri of [base, "https://vocabulary.example/nil#"]) {
      const content = contentOf(skosHistory, version)
      assert.deepStrictEqual(readTurtle(await render(content, "turtle", iri)), graphOf(content, iri))
      assert.deepStrictEqual(await readJsonLd(await render(content, "json-ld", iri)), graphOf(content, iri))
    }
  })

  it("writes a release alike before and after later releases", async () => {
    const first = skosHistory.releases.get(Version.make("1.0.0"))
    assert.isDefined(first)
    const before: ReleaseHistory = { ...skosHistory, releases: new Map([[first.version, first]]) }
    for (const syntax of ["turtle", "json-ld"] as const) {
      assert.strictEqual(
        await render(contentOf(before, "1.0.0"), syntax),
        await render(contentOf(skosHistory, "1.0.0"), syntax)
      )
    }
  })

  it("writes other names, notes, examples, kinds and sources, and no other name that is the label", async () => {
    const beer = {
      code: "BEER",
      label: "Beer",
      description: "A beer.",
      alt_labels: ["Beer", "Ale", "Lager"],
      notes: "Not root beer.",
      examples: ["A pilsner"],
      citations: [{ title: "A law", url: "https://law.example/1" }],
      broader: ["DRINK"]
    }
    const values = [{ code: "DRINK", label: "Drink", description: "A drink." }, beer]
    const dimension = {
      name: "goods",
      label: "G",
      description: "G.",
      shape: "single",
      required: false,
      values
    } as const
    const { taxonomy } = contentOf(skosHistory, "1.0.0")
    const turtle = await render(draftOf({ ...taxonomy, dimensions: [dimension] }))
    const [, concept = ""] = /goods:BEER a skos:Concept;([^]*?)\n\n/.exec(`${turtle}\n\n`) ?? []
    assert.include(concept, 'skos:prefLabel "Beer"@en;')
    assert.include(concept, 'skos:altLabel "Ale"@en, "Lager"@en;')
    assert.include(concept, 'skos:scopeNote "A beer."@en, "Not root beer."@en.')
    assert.include(concept, 'skos:example "A pilsner"@en')
    assert.include(concept, "skos:broader goods:DRINK")
    assert.include(concept, 'dcterms:source "A law"@en, <https://law.example/1>;')
    assert.notInclude(concept, "skos:topConceptOf")
  })

  it("writes a dimension that is named like a vocabulary", async () => {
    const values = [{ code: "A", label: "A", description: "A." }]
    const dimension = { label: "D", description: "D.", shape: "single", required: false, values } as const
    const { taxonomy } = contentOf(skosHistory, "1.0.0")
    const content = draftOf({ ...taxonomy, dimensions: ["owl", "skos"].map((name) => ({ ...dimension, name })) })
    const turtle = await render(content)
    assert.include(turtle, "@prefix skos: <http://www.w3.org/2004/02/skos/core#>.")
    assert.deepStrictEqual(readTurtle(turtle), graphOf(content))
  })

  it("lists replacements and languages so that people can read them", async () => {
    const turtle = await render(contentOf(skosHistory, "1.1.0"))
    assert.include(
      turtle,
      `use_type:teaching a skos:Concept;
    skos:inScheme <https://vocabulary.example/nil/use_type>;
    skos:topConceptOf <https://vocabulary.example/nil/use_type>;
    skos:notation "teaching"^^<https://vocabulary.example/nil/item-code>;
    skos:prefLabel "Teaching"@en, "Enseignement"@fr;
    skos:scopeNote "Teaching in a sentence."@en;
    owl:deprecated true;
    dcterms:isReplacedBy use_type:study, media:web;
    skos:historyNote "It was two things."@en, "C'étaient deux choses."@fr;
    skos:changeNote "Deprecated in 1.1.0 on 2026-02-10. Use study and web of media."@en.

`
    )
    assert.include(turtle, '"Redação"@pt-BR')
  })

  it("keeps removed items as deprecated concepts that are no top concepts", async () => {
    const turtle = await render(contentOf(skosHistory, "2.0.1"))
    assert.include(
      turtle,
      `base-licenses:NIL-2 a skos:Concept;
    skos:inScheme <https://vocabulary.example/nil/base-licenses>;
    skos:notation "NIL-2"^^<https://vocabulary.example/nil/item-code>;
    skos:prefLabel "License NIL-2"@en, "Licence 2"@fr;
    skos:scopeNote "For NIL-2."@en;
    owl:deprecated true;
    dcterms:isReplacedBy base-licenses:NIL-1;
    skos:changeNote "Deprecated in 1.1.0 on 2026-02-10. Use NIL-1. Removed in 2.0.0 on 2027-01-10."@en.`
    )
  })

  it("gives a concept one label per language, also if it is translated into the source language", async () => {
    const content = contentOf(skosHistory, "1.0.0")
    assert.include(await render(content), 'skos:prefLabel "Study"@en, "Études"@fr;')
    const german = await renderSkos(content, { base, language: "de", syntax: "turtle" })
    assert.include(german, 'skos:prefLabel "Study"@de, "Studies"@en, "Études"@fr;')
  })
})

describe("termsOf", () => {
  it("makes a term of each text of a field, and a resource of an address in a structure", () => {
    const terms = (content: unknown) => termsOf(content, "en").map(({ termType, value }) => `${termType} ${value}`)
    assert.deepStrictEqual(terms("https://a.example"), ["Literal https://a.example"])
    assert.deepStrictEqual(terms(["Soda", "Pop: sweet"]), ["Literal Soda", "Literal Pop: sweet"])
    assert.deepStrictEqual(terms([{ title: "Press: a code", url: "https://a.example/b" }, { title: "Handbook" }]), [
      "Literal Press: a code",
      "NamedNode https://a.example/b",
      "Literal Handbook"
    ])
    assert.deepStrictEqual(terms(undefined), [])
  })
})
