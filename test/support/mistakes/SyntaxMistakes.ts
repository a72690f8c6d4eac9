import { dimension, numbered, numberedFiles, scenario, value, type Mistake } from "./Mistake.ts"

/** Lines of a value in which the parser finds an error, by the mistake that `source/syntax` explains. */
const brokenValues = {
  "tab-indentation": (code: string) => `  - code: ${code}\n\tlabel: Label`,
  "unusual-space": (code: string) => `  - code: ${code}\n  \u00a0 label: Label`,
  "dash-without-space": (code: string) => `  -code: ${code}\n    label: Label`,
  "list-entry-instead-of-key": (code: string) => `- code: ${code}\n  label: Label\n  description: Text`,
  "list-on-key-line": (code: string) => `  - code: ${code}\n    label: - Label`,
  "unclosed-quote": (code: string) => `  - code: ${code}\n    label: "Label`,
  "text-after-quote": (code: string) => `  - code: ${code}\n    label: "Label" text`,
  "invalid-escape": (code: string) => `  - code: ${code}\n    label: "La\\qbel"`,
  "leading-character": (code: string) => `  - code: ${code}\n    label: @label`,
  "second-colon": (code: string) => `  - code: ${code}\n    label: Label: text`,
  "indented-below-text": (code: string) => `  - code: ${code}\n    label: Label\n      description: Text`,
  "multiline-key": (code: string) => `  - code: ${code}\n    label Label\n    description: Text`,
  "colon-without-space": (code: string) => `  - code: ${code}\n    label:Label\n    description: Text`,
  "text-after-block-indicator": (code: string) => `  - code: ${code}\n    label: |Label\n    description: Text`,
  "unclosed-bracket": (code: string) => `  - code: ${code}\n    label: [Label\n    description: Text`,
  "inconsistent-indentation": (code: string) => `  - code: ${code}\n   label: Label`,
  "second-document": (code: string) => `---\n  - code: ${code}`,
  "unresolved-merge": (code: string) => `<<<<<<< HEAD\n  - code: ${code}\n=======\n  - code: ${code}2\n>>>>>>> other`,
  tag: (code: string) => `  - code: ${code}\n    label: !<tag:unknown`,
  directive: (code: string) => `  - code: ${code}\n%YAML 1.2`
} as const

/** Lines of a value that the parser accepts, but not `source/syntax`. */
const refusedValues = {
  alias: (code: string) => value(code, "definition: *all"),
  anchor: (code: string) => value(code, `definition: &a${code} Text`),
  "valid-tag": (code: string) => value(code, "definition: !!str Text"),
  "merge-key": (code: string) => value(code, "<<: { definition: Text }"),
  "comment-cuts-text": (code: string) => value(code, "definition: The #1 choice")
} as const

const anchored = value("FIRST", "definition: &all Text")

/** Mistakes in the YAML: one in each of many files, and many in one file, of which the parser reports the first. */
export const syntaxMistakes: ReadonlyArray<Mistake> = [
  ...Object.entries(brokenValues).flatMap(([variant, broken]): ReadonlyArray<Mistake> => [
    {
      check: "source/syntax",
      variant: `${variant}, a file each`,
      make: (count) =>
        scenario(
          numberedFiles(count, (index) => [
            `dimensions/d${index}.yaml`,
            dimension(`d${index}`, [value("A"), broken("B"), value("C")])
          ])
        )
    },
    {
      check: "source/syntax",
      variant: `${variant}, in one file`,
      make: (count) =>
        scenario({
          "dimensions/d.yaml": dimension("d", [value("A"), ...numbered(count, (index) => broken(`V${index}`))])
        })
    }
  ]),
  ...Object.entries(refusedValues).map(([variant, refused]): Mistake => ({
    check: "source/syntax",
    variant,
    make: (count) =>
      scenario({ "dimensions/d.yaml": dimension("d", [anchored, ...numbered(count, (index) => refused(`V${index}`))]) })
  }))
]
