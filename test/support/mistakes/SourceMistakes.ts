import type { SourceEntry } from "../../../src/build/sources/SourceTree.ts"
import type { CheckId } from "../../../src/domain/checks/CheckRegistry.ts"
import {
  dimension,
  header,
  inFiles,
  license,
  numbered,
  numberedFiles,
  rule,
  scenario,
  value,
  type Mistake
} from "./Mistake.ts"

const inValues = (check: CheckId, variant: string, write: (index: number) => string): Mistake => ({
  check,
  variant,
  make: (count) => scenario({ "dimensions/d.yaml": dimension("d", [value("FIRST"), ...numbered(count, write)]) })
})

const inLicenses = (check: CheckId, variant: string, write: (code: string, index: number) => string): Mistake =>
  inFiles(check, variant, (count) =>
    numberedFiles(count, (index) => [`licenses/L${index}.yaml`, write(`L${index}`, index)])
  )

const entries = (check: CheckId, make: (path: string) => SourceEntry): Mistake =>
  inFiles(check, "files", (count) => numberedFiles(count, (index) => [`${index}`, make(`licenses/L${index}.yaml`)]))

const replaced = (value: string): string => `deprecated: { replaced_by: ${value} }`

const waiver = (subject: string): string =>
  `- { rule: code/reused, subject: ${subject}, version: 1.0.0, reason: Text, approved_by: J. Doe }\n`

/** Mistakes that single files contain. */
export const sourceMistakes: ReadonlyArray<Mistake> = [
  inValues("source/suspicious-text", "in values", (index) => value(`V${index}`).replace(": Label", ': "Label, "')),
  inLicenses("source/suspicious-text", "in translations", (code) =>
    license(code, "{}", `translations: { fr: { name: "Nom\\u200b" } }\n`)
  ),
  inFiles("source/suspicious-text", "in one text", (count) => ({
    "licenses/L.yaml": license("L").replace(": Name", `: "${"a  b ,".repeat(count)}"`)
  })),
  inFiles("source/suspicious-text", "long runs of spaces", (count) => ({
    "licenses/L.yaml": license("L").replace(": Name", `: "a${" \\n".repeat(count)}b${" ".repeat(count)}c"`)
  })),
  inFiles("source/code-style", "cases", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      ["A", "B", "C"].map((code) => value(code))
    ),
    ...numberedFiles(count, (index) => [
      `dimensions/d${index}.yaml`,
      dimension(
        `d${index}`,
        ["ONE", "TWO", "THREE", "four"].map((code) => value(code))
      )
    ])
  })),
  inValues("source/duplicate-label", "values", (index) => value(`V${index}`)),
  inLicenses("source/duplicate-label", "licenses", (code) => license(code)),
  inValues("source/repeated-name", "values", (index) =>
    value(`V${index}`, `alt_labels: [label ${index}, Label ${index}]`)
  ),
  inFiles("source/duplicate-rule", "rules", (count) => ({
    "dimensions/d.yaml": dimension("d", [value("A")]),
    ...numberedFiles(count, (index) => [`rules/r${index}.yaml`, rule(`r${index}`, "{ d: { contains: A } }")])
  })),
  inFiles("source/no-values", "dimensions", (count) =>
    numberedFiles(count, (index) => [`dimensions/d${index}.yaml`, dimension(`d${index}`, [])])
  ),
  entries("source/ignored-file", (path) => ({ _tag: "NearSource", path: path.replace(".yaml", ".txt") })),
  inValues("source/missing-key", "in values", (index) => `  - code: V${index}\n    description: Text`),
  inValues("source/missing-key", "in values, all keys", (index) => `  - definition: V${index}`),
  inLicenses("source/missing-key", "in files", (code) => `code: ${code}\n`),
  inValues("source/unknown-key", "in values", (index) => value(`V${index}`, "lable: Label")),
  inValues("source/unknown-key", "in one value", (index) =>
    index === 0 ? value("V", "a: b") : `    key${index}: Text`
  ),
  inFiles("source/unknown-key", "in one file", (count) => ({
    "licenses/L.yaml": license("L", "{}", numbered(count, (index) => `key${index}: Text\n`).join(""))
  })),
  inFiles("source/unknown-key", "in a config", (count) => ({
    "licenses/L.yaml": license("L", `{ ${numbered(count, (index) => `Key${index}: [A]`).join(", ")} }`)
  })),
  inFiles("source/unknown-key", "languages", (count) => ({
    "licenses/L.yaml": license(
      "L",
      "{}",
      `translations:\n${numbered(count, (index) => `  f.${index}: { name: Nom }\n`).join("")}`
    )
  })),
  inFiles("source/unknown-key", "in translations", (count) => ({
    "licenses/L.yaml": license(
      "L",
      "{}",
      `translations:\n${numbered(count, (index) => `  fr-x-${index}: { nom: Nom }\n`).join("")}`
    )
  })),
  inValues("source/wrong-type", "unexpected list", (index) => value(`V${index}`, "definition: [Text]")),
  inValues("source/wrong-type", "empty", (index) => value(`V${index}`, "definition:")),
  inValues("source/wrong-type", "not text", (index) => value(String(index))),
  inValues("source/wrong-type", "not a code", (index) => value(`"V ${index}"`)),
  inValues("source/wrong-type", "entries that are codes", (index) => `  - V${index}`),
  inValues("source/wrong-type", "control character", (index) => value(`V${index}`, String.raw`definition: "a\u0007b"`)),
  inValues("source/wrong-type", "deprecated: true", (index) => value(`V${index}`, "deprecated: true")),
  inValues("source/wrong-type", "no replacement and no reason", (index) =>
    value(`V${index}`, "deprecated: { replaced_by: [] }")
  ),
  inValues("source/wrong-type", "list without brackets", (index) => value(`V${index}`, replaced("FIRST SECOND"))),
  inValues("source/wrong-type", "any_of", (index) => value(`V${index}`, replaced("{ any_of: [FIRST, SECOND] }"))),
  inValues("source/wrong-type", "all_of with one entry", (index) =>
    value(`V${index}`, replaced("{ all_of: [FIRST] }"))
  ),
  inValues("source/wrong-type", "move within a dimension", (index) => value(`V${index}`, replaced("[d/FIRST]"))),
  inValues("source/wrong-type", "key that is not text", (index) => value(`V${index}`, "7: Text")),
  inValues("source/wrong-type", "list as a key", (index) => value(`V${index}`, "? [a]\n    : Text")),
  inValues("source/wrong-type", "empty key", (index) => value(`V${index}`, ": Text")),
  inValues("source/wrong-type", "empty translation", (index) => value(`V${index}`, "translations: { fr: {} }")),
  inValues("source/wrong-type", "empty translations", (index) => value(`V${index}`, "translations: {}")),
  inFiles("source/wrong-type", "keys that are not text, in one map", (count) => ({
    "licenses/L.yaml": license("L", "{}", numbered(count, (index) => `${index}: Text\n`).join(""))
  })),
  inFiles("source/wrong-type", "entries of one list", (count) => ({
    "dimensions/d.yaml": dimension("d", [
      value("A", replaced(`[${numbered(count, (index) => `"V ${index}"`).join(", ")}]`))
    ])
  })),
  inFiles("source/wrong-type", "values on one line", (count) => ({
    "dimensions/d.yaml": dimension("d", []).replace(
      "values: []",
      `values: [${numbered(count, (index) => `{ code: V${index}, label: [A], description: Text }`).join(", ")}]`
    )
  })),
  inFiles("source/wrong-type", "shape", (count) =>
    numberedFiles(count, (index) => [`dimensions/d${index}.yaml`, dimension(`d${index}`, [], "shape: mutiple")])
  ),
  inFiles("source/wrong-type", "settings of one config", (count) => ({
    "licenses/L.yaml": license("L", `\n${numbered(count, (index) => `  d${index}: { a: yes, global: [] }\n`).join("")}`)
  })),
  inFiles("source/wrong-type", "flags of one setting", (count) => ({
    "licenses/L.yaml": license("L", `{ d: { ${numbered(count, (index) => `m${index}: yes`).join(", ")} } }`)
  })),
  inLicenses("source/wrong-type", "settings", (code) => license(code, "{ d: { global: yes, countries: [] } }")),
  inFiles("source/wrong-type", "conditions of one rule", (count) => ({
    "rules/r.yaml": rule(
      "r",
      `\n${numbered(count, (index) => `  d${index}: { contain: A, contains_any: [] }\n`).join("")}`
    )
  })),
  inFiles("source/wrong-type", "conditions", (count) =>
    numberedFiles(count, (index) => [`rules/r${index}.yaml`, rule(`r${index}`, "{ d: { equal: A } }")])
  ),
  inFiles("source/wrong-type", "waivers", (count) => ({
    "waivers.yaml": numbered(
      count,
      () => "- { rule: code/reuse, subject: X, version: v1, reason: Text, approved_by: J }\n"
    ).join("")
  })),
  inValues("source/duplicate", "keys", (index) => value(`V${index}`, "label: Label")),
  inFiles("source/duplicate", "keys of one map", (count) => ({
    "licenses/L.yaml": license("L", "{}", numbered(count, (index) => `key${index}: Text\nkey${index}: Text\n`).join(""))
  })),
  inValues("source/duplicate", "codes", (index) => value(index % 2 === 0 ? `V${index}` : `v${index - 1}`)),
  inValues("source/duplicate", "one code", () => value("V")),
  inFiles("source/duplicate", "entries", (count) => ({
    "dimensions/d.yaml": dimension("d", [
      ...numbered(count, (index) => value(`V${index}`)),
      ...numbered(count, (index) => `  - code: V${index}\n    deprecated: { reason: Text }`)
    ])
  })),
  inValues("source/duplicate", "replacements", (index) => value(`V${index}`, replaced("[FIRST, FIRST]"))),
  inFiles("source/duplicate", "replacements in one list", (count) => ({
    "dimensions/d.yaml": dimension("d", [
      value("A"),
      value("B", replaced(`[${numbered(count, () => "A").join(", ")}]`))
    ])
  })),
  inFiles("source/duplicate", "waivers", (count) => ({
    "waivers.yaml": numbered(2 * count, (index) => waiver(`X${index % count}`)).join("")
  })),
  inFiles("source/duplicate", "licenses", (count) => ({
    ...numberedFiles(count, (index) => [`licenses/L${index}.yaml`, license(`L${index}`)]),
    ...numberedFiles(count, (index) => [`licenses/l${index}.yaml`, license(`l${index}`)])
  })),
  inFiles("source/duplicate", "codes of a value list", (count) => ({
    ...numberedFiles(count, (index) => [
      `dimensions/d${index}.yaml`,
      dimension(`d${index}`, [value("se")], "shape: territory\nvalues_from: iso-3166-1-alpha-2")
    ])
  })),
  inFiles("source/file-name", "mismatch", (count) =>
    numberedFiles(count, (index) => [`licenses/L${index}.yaml`, license(`M${index}`)])
  ),
  inLicenses("source/file-name", "other code", (code) => license(`${code}-2`)),
  inFiles("source/file-name", "reserved", (count) =>
    numberedFiles(count, (index) => [`licenses/con.${index}.yaml`, license(`con.${index}`)])
  ),
  inFiles("source/file-name", "unexpected", (count) => numberedFiles(count, (index) => [`license/L${index}.yaml`, ""])),
  {
    check: "source/missing-file",
    variant: "files",
    make: (count) => {
      const { tree, ...rest } = scenario(
        numberedFiles(count, (index) => [`licenses/L${index}.yaml`, license(`L${index}`)])
      )
      return { ...rest, tree: tree.filter(({ path }) => path !== "taxonomy.yaml") }
    }
  },
  entries("source/size", (path) => ({ _tag: "TooLarge", path, size: 5_000_000 })),
  entries("source/encoding", (path) => ({ _tag: "File", path, bytes: Buffer.from(license("CAFÉ"), "latin1") })),
  entries("source/link", (path) => ({ _tag: "Link", path })),
  entries("source/not-a-file", (path) => ({ _tag: "NotAFile", path })),
  inFiles("source/encoding", "lines before it", (count) => ({
    bytes: {
      _tag: "File",
      path: "dimensions/d.yaml",
      bytes: Buffer.concat([
        Buffer.from(
          dimension(
            "d",
            numbered(count, (index) => value(`V${index}`))
          )
        ),
        Buffer.of(0xe9)
      ])
    }
  })),
  inValues("source/language-tag", "in values", (index) =>
    value(`V${index}`, "translations: { fr_FR: { label: Nom } }")
  ),
  inValues("source/language-tag", "no language", (index) =>
    value(`V${index}`, "translations: { languages: { label: Nom } }")
  ),
  inFiles("source/language-tag", "of one item", (count) => ({
    "taxonomy.yaml": `${header()}translations:\n${numbered(count, (index) => `  fr_x_${index}: { title: Titre }\n`).join("")}`
  })),
  inValues("source/unknown-language", "in values", (index) =>
    value(`V${index}`, "translations: { french: { label: Nom } }")
  ),
  inFiles("source/unknown-language", "of one item", (count) => ({
    "taxonomy.yaml": `${header()}translations:\n${numbered(count, (index) => `  qq-x-${index}: { title: Titre }\n`).join("")}`
  }))
]
