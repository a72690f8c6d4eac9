import type { Waiver } from "../../release/PublishRelease.ts"
import { caseless } from "../../taxonomy/Names.ts"
import { nearest } from "../../taxonomy/Suggestion.ts"

/** What a waiver must name to cover something. */
export interface Coverable {
  readonly rule: string
  readonly subject: string
}

/**
 * Finds what a waiver nearly covers: one of the same item under another rule, or one of the same rule whose
 * item is named differently, without its dimension or misspelt.
 */
export const makeNearMissSearch = (
  coverable: ReadonlyArray<Coverable>
): ((waiver: Pick<Waiver, "rule" | "subject">) => Coverable | undefined) => {
  const byRule = Map.groupBy(coverable, ({ rule }) => rule)
  const bySubject = new Map(coverable.toReversed().map((each) => [caseless(each.subject), each]))
  const subjectsByRule = new Map([...byRule].map(([rule, ofRule]) => [rule, indexBySubject(ofRule)]))
  const codesByRule = new Map([...byRule].map(([rule, ofRule]) => [rule, indexByCode(ofRule)]))
  return ({ rule, subject }) => {
    const known = nearest(rule, byRule.keys()) ?? rule
    const subjects = subjectsByRule.get(known)
    const name = subjects && nearest(subject, subjects.keys())
    return (
      subjects?.get(subject) ??
      bySubject.get(caseless(subject)) ??
      codesByRule.get(known)?.get(caseless(subject)) ??
      (name === undefined ? undefined : subjects?.get(name))
    )
  }
}

const indexBySubject = (coverable: ReadonlyArray<Coverable>): ReadonlyMap<string, Coverable> =>
  new Map(coverable.map((each) => [each.subject, each]))

const indexByCode = (coverable: ReadonlyArray<Coverable>): ReadonlyMap<string, Coverable> =>
  new Map(
    coverable.flatMap((each) => {
      const [, code] = each.subject.split("/")
      return code === undefined ? [] : [[caseless(code), each] as const]
    })
  )
