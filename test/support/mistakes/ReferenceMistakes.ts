import {
  dimension,
  inFiles,
  license,
  numbered,
  numberedFiles,
  rule,
  value,
  type Files,
  type Mistake
} from "./Mistake.ts"

/** Codes of the kind that people choose, by number. */
export const codes = {
  numbers: (index: number) => `VALUE_${index}`,
  // Multiplying by an odd number permutes the numbers below 2 ** 32.
  words: (index: number) =>
    [0, 1, 2].map((part) => words[(Math.imul(index + 1, 0x9e3779b1) >>> (part * 9)) % words.length]).join("_") +
    `_${index}`,
  random: (index: number) =>
    (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(36).padStart(7, "x") +
    (Math.imul(index + 7, 0x85ebca6b) >>> 0).toString(36)
} as const

const words =
  "QUICK SERVICE RESTAURANT SPORTS BETTING APPAREL FOOTWEAR BEVERAGE ENERGY DRINK CLOUD MOBILE PHONE CAR RENTAL AIRLINE HOTEL BANK INSURANCE CREDIT CARD VIDEO GAME STREAMING TOY SNACK DAIRY COFFEE TEA BEER WINE SPIRIT WATCH JEWELRY".split(
    " "
  )

/** Ways to misspell a code. */
export const misspellings = {
  typo: (code: string) => `${code.slice(0, 3)}x${code.slice(3)}`,
  swapped: (code: string) => `${code.slice(0, -2)}${code.slice(-1)}${code.slice(-2, -1)}q`,
  case: (code: string) => (code.toLowerCase().toUpperCase() === code ? code.toLowerCase() : code.toUpperCase()),
  "case and typo": (code: string) => `${code === code.toUpperCase() ? code.toLowerCase() : code.toUpperCase()}q`,
  unrelated: (_code: string, index: number) => `nothing_like_it_${index}`
} as const

const unknownValues = Object.entries(codes).flatMap(([kind, codeOf]) =>
  Object.entries(misspellings).map(([how, misspell]) =>
    inFiles("reference/unknown-value", `${kind}, ${how}`, (count) => ({
      "dimensions/d.yaml": dimension(
        "d",
        numbered(count, (index) => value(codeOf(index)))
      ),
      "licenses/L.yaml": license(
        "L",
        `{ d: [${numbered(count, (index) => misspell(codeOf(index), index)).join(", ")}] }`
      )
    }))
  )
)

const dimensions = (count: number, more?: string): Files =>
  numberedFiles(count, (index) => [`dimensions/d${index}.yaml`, dimension(`d${index}`, [value("A")], more)])

const licenses = (count: number, write: (code: string, index: number) => string): Files =>
  numberedFiles(count, (index) => [`licenses/L${index}.yaml`, write(`L${index}`, index)])

/** Mistakes that only the sources as a whole show. */
export const referenceMistakes: ReadonlyArray<Mistake> = [
  ...unknownValues,
  inFiles("reference/unknown-value", "replacements", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`, `deprecated: { replaced_by: [V${index}_X] }`))
    )
  })),
  inFiles("reference/unknown-value", "moves", (count) => ({
    "dimensions/e.yaml": dimension(
      "e",
      numbered(count, (index) => value(`V${index}`))
    ),
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`, `deprecated: { replaced_by: [e/W${index}] }`))
    )
  })),
  inFiles("reference/unknown-value", "licenses as replacements", (count) => ({
    ...licenses(count, (code) => license(code)),
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`, `deprecated: { replaced_by: [L${index}] }`))
    )
  })),
  inFiles("reference/unknown-value", "conditions", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`))
    ),
    ...numberedFiles(count, (index) => [`rules/r${index}.yaml`, rule(`r${index}`, `{ d: { contains: W${index} } }`)])
  })),
  inFiles("reference/unknown-value", "the same in many licenses", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`VALUE_${index}`))
    ),
    ...licenses(count, (code) => license(code, "{ d: [VALU_1] }"))
  })),
  inFiles("reference/unknown-dimension", "of one config", (count) => ({
    ...dimensions(count),
    "licenses/L.yaml": license("L", `{ ${numbered(count, (index) => `d_${index}: [A]`).join(", ")} }`)
  })),
  inFiles("reference/unknown-dimension", "of licenses", (count) => ({
    ...dimensions(count),
    ...licenses(count, (code, index) => license(code, `{ dd${index}: [A] }`))
  })),
  inFiles("reference/unknown-dimension", "of one rule", (count) => ({
    "rules/r.yaml": rule("r", `{ ${numbered(count, (index) => `d${index}: { contains: A }`).join(", ")} }`)
  })),
  inFiles("reference/unknown-dimension", "replacements", (count) =>
    dimensions(count, "shape: multiple\ndeprecated: { replaced_by: [e1] }")
  ),
  inFiles("reference/unknown-dimension", "moves", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`, `deprecated: { replaced_by: [e${index}/A] }`))
    )
  })),
  inFiles("reference/unknown-license", "replacements", (count) =>
    licenses(count, (code, index) => license(code, "{}", `deprecated: { replaced_by: [LICENSE${index}] }`))
  ),
  inFiles("reference/missing-dimension", "in licenses", (count) => ({
    "dimensions/d.yaml": dimension("d", [value("A")]).replace("required: false", "required: true"),
    ...licenses(count, (code) => license(code))
  })),
  inFiles("reference/missing-dimension", "in one license", (count) => ({
    ...numberedFiles(count, (index) => [
      `dimensions/d${index}.yaml`,
      dimension(`d${index}`, [value("A")]).replace("required: false", "required: true")
    ]),
    "licenses/L.yaml": license("L")
  })),
  inFiles("reference/unknown-text", "in values", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`, "translations: { fr: { definition: Texte } }"))
    )
  })),
  inFiles("source/duplicate", "values of one setting", (count) => ({
    "dimensions/d.yaml": dimension("d", [value("A")]),
    "licenses/L.yaml": license("L", `{ d: [${numbered(count, () => "A").join(", ")}] }`)
  })),
  inFiles("source/duplicate", "names", (count) => ({
    ...dimensions(count),
    ...numberedFiles(count, (index) => [`licenses/D${index}.yaml`, license(`D${index}`)])
  })),
  inFiles("source/wrong-type", "settings of another shape", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`))
    ),
    ...licenses(count, (code, index) => license(code, `{ d: W${index} }`))
  })),
  inFiles("source/wrong-type", "conditions of another shape", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`))
    ),
    ...numberedFiles(count, (index) => [`rules/r${index}.yaml`, rule(`r${index}`, `{ d: { equals: W${index} } }`)])
  })),
  inFiles("license/conflict", "of one rule", (count) => ({
    "dimensions/d.yaml": dimension("d", [value("A")]),
    "rules/r.yaml": rule("r", "{ d: { contains: A } }"),
    ...licenses(count, (code) => license(code, "{ d: [A] }"))
  })),
  inFiles("license/conflict", "of a rule each", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`))
    ),
    ...numberedFiles(count, (index) => [`rules/r${index}.yaml`, rule(`r${index}`, `{ d: { contains: V${index} } }`)]),
    ...licenses(count, (code, index) => license(code, `{ d: [V${index}] }`))
  })),
  inFiles("license/conflict", "of one license", (count) => ({
    "dimensions/d.yaml": dimension("d", [value("A")]),
    ...numberedFiles(count, (index) => [`rules/r${index}.yaml`, rule(`r${index}`, "{ d: { contains: A } }")]),
    "licenses/L.yaml": license("L", "{ d: [A] }")
  })),
  inFiles("license/conflict", "of long lists", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`))
    ),
    "rules/r.yaml": rule("r", `{ d: { contains_all: [${numbered(count, (index) => `V${index}`).join(", ")}] } }`),
    "licenses/L.yaml": license("L", `{ d: [${numbered(count, (index) => `V${count - 1 - index}`).join(", ")}] }`)
  })),
  inFiles("license/advice", "of licenses", (count) => ({
    "dimensions/d.yaml": dimension("d", [value("A")]),
    "rules/r.yaml": `${rule("r", "{ d: { contains: A } }")}advice: true\n`,
    ...licenses(count, (code) => license(code, "{ d: [A] }"))
  })),
  inFiles("license/unlisted-country", "of licenses", (count) => ({
    "dimensions/t.yaml": dimension("t", [value("US")]).replace("multiple", "territory"),
    "dimensions/d.yaml": `${dimension("d", [value("US-NY")])}\nrefines: t\n`,
    ...licenses(count, (code) => license(code, "{ d: [US-NY] }"))
  })),
  inFiles("meaning/cycle", "of kinds", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`, `broader: [V${(index + 1) % count}]`))
    )
  })),
  inFiles("meaning/contradiction", "of kinds", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) => value(`V${index}`, index === 0 ? "role: duty" : "broader: [V0]"))
    )
  })),
  inFiles("meaning/deprecated-target", "of kinds", (count) => ({
    "dimensions/d.yaml": dimension(
      "d",
      numbered(count, (index) =>
        value(`V${index}`, index === 0 ? "deprecated: { reason: It is old. }" : "broader: [V0]")
      )
    )
  }))
]
