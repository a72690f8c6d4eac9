import type { Rule } from "./Rule.ts"

/** Every request gets a whole response, and equal entity tags mean equal bytes. */
export const completeResponse: Rule = {
  name: "complete response",
  findProblem: ({ answer: { bytes, digest, failure, promised, status }, world: { knownDigest } }) => {
    if (failure !== undefined) return `the connection failed with ${failure}`
    if (status !== 304 && promised !== bytes) return `${bytes} of ${promised ?? "an unknown number of"} bytes came`
    if (status === 200 && knownDigest !== undefined && knownDigest !== digest)
      return "the same entity tag came with other bytes before"
    return undefined
  }
}
