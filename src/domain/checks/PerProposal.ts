import type { ReleaseProposal } from "./ReleaseProposal.ts"

/** Computes once for each proposal what several checks need. */
export const perProposal = <A>(compute: (proposal: ReleaseProposal) => A): ((proposal: ReleaseProposal) => A) => {
  const results = new WeakMap<ReleaseProposal, { readonly result: A }>()
  return (proposal) => {
    const known = results.get(proposal) ?? { result: compute(proposal) }
    results.set(proposal, known)
    return known.result
  }
}
