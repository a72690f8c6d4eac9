/** A code of a list. */
export interface StyledCode {
  readonly code: string
  readonly isNew: boolean
  readonly isDeprecated: boolean
}

/** A new code that is written otherwise than all others of its list. */
export interface StyleBreak {
  readonly code: string
  /** Some of the others. */
  readonly others: ReadonlyArray<string>
  /** The code in the style of the others. */
  readonly styled: string | undefined
}

/**
 * Finds the new codes that are in another case than all others of the list, or that separate words otherwise. The
 * published codes set the style; in a list without a style of at least three of them, all other codes do.
 */
export const findStyleBreaks = (codes: ReadonlyArray<StyledCode>): ReadonlyArray<StyleBreak> => {
  const added = codes.filter(({ isNew }) => isNew).map(({ code }) => code)
  if (added.length === 0) return []
  const published = codes.filter(({ isDeprecated, isNew }) => !isNew && !isDeprecated).map(({ code }) => code)
  const isSettled = published.filter(hasLetters).length >= minAgreeing
  const models = isSettled ? published : codes.filter(({ isDeprecated }) => !isDeprecated).map(({ code }) => code)
  const styles = traits.map(({ convert, traitOf }) => {
    const counts = countTraits(models, traitOf)
    // Most lists are long and have one style.
    const agreed = new Map<string, string | undefined>()
    const expectedFor = (own: string): string | undefined => {
      if (!agreed.has(own)) agreed.set(own, agreedTrait(counts, isSettled ? undefined : own))
      return agreed.get(own)
    }
    return { convert, traitOf, expectedFor }
  })
  return added.flatMap((code): ReadonlyArray<StyleBreak> => {
    const broken = styles.flatMap(({ convert, expectedFor, traitOf }) => {
      const own = traitOf(code)
      const expected = own === undefined ? undefined : expectedFor(own)
      return expected === undefined || expected === own ? [] : [(text: string) => convert(text, expected)]
    })
    if (broken.length === 0) return []
    const styled = broken.reduce((text, convert) => convert(text), code)
    const others = models.filter((other) => other !== code && hasLetters(other)).slice(0, maxShown)
    return [{ code, others, styled: styled === code ? undefined : styled }]
  })
}

const minAgreeing = 3
const maxShown = 3
const separators = ["_", "-", ".", "+"]

/** A trait of the codes of a list; codes for which it is undefined agree with all others. */
interface Trait {
  readonly traitOf: (code: string) => string | undefined
  /** The code with another trait. */
  readonly convert: (code: string, trait: string) => string
}

const traits: ReadonlyArray<Trait> = [
  {
    traitOf: caseOf,
    convert: (code, trait) => {
      const words = trait === "mixed" ? code : code.replaceAll(/(?<=[a-z]{2})(?=[A-Z])/g, separatorOf(code) ?? "_")
      return trait === "upper" ? words.toUpperCase() : trait === "lower" ? words.toLowerCase() : code
    }
  },
  {
    traitOf: separatorOf,
    convert: (code, separator) => code.replaceAll(/[-_.+]+/g, separator)
  }
]

function hasLetters(code: string): boolean {
  return /[A-Za-z]/.test(code)
}

/** The case of the letters of a code, if it has any. */
function caseOf(code: string): "upper" | "lower" | "mixed" | undefined {
  const [hasLower, hasUpper] = [/[a-z]/.test(code), /[A-Z]/.test(code)]
  if (hasLower) return hasUpper ? "mixed" : "lower"
  return hasUpper ? "upper" : undefined
}

/** The separator between the words of a code, if it has one. */
function separatorOf(code: string): string | undefined {
  let separator: string | undefined
  for (const character of separators) {
    if (!code.includes(character)) continue
    if (separator !== undefined) return undefined
    separator = character
  }
  return separator
}

const countTraits = (codes: ReadonlyArray<string>, traitOf: Trait["traitOf"]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const code of codes) {
    const trait = traitOf(code)
    if (trait !== undefined) counts.set(trait, (counts.get(trait) ?? 0) + 1)
  }
  return counts
}

/** The trait that at least three codes share and no other has, apart from one code with a trait of its own. */
const agreedTrait = (counts: ReadonlyMap<string, number>, own: string | undefined): string | undefined => {
  const rest = [...counts].map(([trait, count]) => [trait, trait === own ? count - 1 : count] as const)
  const [agreed, ...others] = rest.filter(([, count]) => count > 0)
  return agreed !== undefined && others.length === 0 && agreed[1] >= minAgreeing && agreed[0] !== "mixed"
    ? agreed[0]
    : undefined
}
