import {
  type ContractRelease,
  indexRelease,
  findRemoval,
  findReplacement
} from "../../domain/contracts/ContractRelease.ts"
import { makeFindSuccession } from "../../domain/contracts/Succession.ts"
import { asSentence } from "../../domain/Sentence.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { formatReplacements, replacementName } from "../../domain/taxonomy/Replacement.ts"
import type { Removal } from "./ConfigProblem.ts"

/** The release that a config is validated by, and the one that it was written for, which may be the same. */
export interface ConfigPair {
  readonly from: ContractRelease
  readonly to: ContractRelease
}

/** What is known of an item that a config names and its release does not have. */
export interface MissingItem {
  readonly facts: Removal & {
    /** What to use instead, and the reason; `undefined` if nothing is known. */
    readonly help: string | undefined
  }
  /** The items that can take its place, each alone. Empty if none can, or only several together. */
  readonly candidates: ReadonlyArray<ItemRef>
}

export const describeMissingItem = ({ from, to }: ConfigPair, item: ItemRef): MissingItem => {
  const removal = findRemoval(to, item)
  const facts = findReplacement(from, to, item)
  const { reason, replacement } = facts ?? { reason: removal?.reason, replacement: undefined }
  const { candidates, words } = findSuccessors({ from, to }, item)
  const help = [
    words === "" ? (facts === undefined ? "" : "Nothing replaces it.") : `Use ${words} instead.`,
    reason === undefined ? "" : `Reason: ${asSentence(reason)}`
  ]
  return {
    facts: {
      ...(removal === undefined ? {} : { removed_in: removal.removed_in }),
      ...(replacement === undefined || replacement.items.length === 0
        ? {}
        : { replacement: { mode: replacement.mode, items: replacement.items.map(formatItem) } }),
      ...(reason === undefined ? {} : { reason }),
      help: help.filter((sentence) => sentence !== "").join(" ") || undefined
    },
    candidates
  }
}

/** Follows replacements to items that the release has. */
const findSuccessors = ({ from, to }: ConfigPair, item: ItemRef) => {
  const succession = makeFindSuccession({
    isFinal: indexRelease(to).has,
    findReplacement: (each) => findReplacement(from, to, each)?.replacement
  })(item)
  const isChoice = "obstacle" in succession
  const items = isChoice ? succession.candidates : succession.items
  return {
    candidates: isChoice || items.length === 1 ? items : [],
    words: formatReplacements({
      replaced_by: items.map((each) => replacementName(item, each)),
      ...(isChoice ? {} : { replacement_mode: "all_of" })
    })
  }
}
