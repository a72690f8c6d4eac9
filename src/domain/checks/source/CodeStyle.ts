import { removedItem } from "../../change/Change.ts"
import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { findStyleBreaks, type StyledCode } from "../../taxonomy/CodeStyles.ts"
import { formatItem, licenseRef, toCaselessItemId, valueRef, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { caseless } from "../../taxonomy/Names.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import type { Check } from "../Check.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"

export const codeStyle: Check<
  "source/code-style",
  {
    readonly item: string
    readonly code: string
    /** Codes of the same list. */
    readonly others: ReadonlyArray<string>
    /** The code as the others are written, if it is free. */
    readonly suggestion: string | null
  }
> = {
  id: "source/code-style",
  title: "Code in another style than the others",
  level: "warning",
  stage: "release",
  explanation:
    "A published code can never be changed, not even its case. This new code is written otherwise than all others of its list: in other letters, or with other separators. Write it like the others before you publish it, unless the difference is intended.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: CONSUMER_ELECTRONICS
  - code: SPORTS_BETTING
  - code: FOOTWEAR
  - code: musical_toys`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: CONSUMER_ELECTRONICS
  - code: SPORTS_BETTING
  - code: FOOTWEAR
  - code: MUSICAL_TOYS`,
  message: ({ code, others }) => `The code ${code} is written otherwise than the others, such as ${others.join(", ")}`,
  help: ({ suggestion }) =>
    suggestion === null
      ? "Write it like the others: a published code can never be changed."
      : `Write ${suggestion}: a published code can never be changed.`,
  run: (proposal) => {
    const lists = codeLists(proposal)
    if (lists.length === 0) return []
    const isReserved = reservation(proposal)
    return lists.flatMap(({ codes, refer }) => {
      const breaks = findStyleBreaks(codes)
      const taken = new Set(breaks.length === 0 ? [] : codes.map(({ code }) => caseless(code)))
      return breaks.flatMap(({ code, others, styled }): ReadonlyArray<Finding> => {
        const item = refer(code)
        // It is refused in any case.
        if (isReserved(item)) return []
        const isFree = styled !== undefined && (caseless(styled) === caseless(code) || !taken.has(caseless(styled)))
        const facts = { item: formatItem(item), code, others, suggestion: isFree ? styled : null }
        return [makeFinding(codeStyle, facts, { item, location: inItem(item, "code") })]
      })
    })
  }
}

/** Tells whether a code is that of a removed item in another case. */
const reservation = ({ changes, history }: ReleaseProposal): ((item: ItemRef) => boolean) => {
  const removed = new Set(changes.flatMap((change) => removedItem(change) ?? []).map(toCaselessItemId))
  return (item) => removed.has(toCaselessItemId(item)) || history.tombstones.has(toCaselessItemId(item))
}

interface CodeList {
  readonly codes: ReadonlyArray<StyledCode>
  readonly refer: (code: string) => ItemRef
}

/** The lists of codes to which the release adds some, without those in one style. */
const codeLists = ({ base, changes, command: { taxonomy } }: ReleaseProposal): ReadonlyArray<CodeList> => {
  const grown = new Set<string>()
  const addedValues = new Set<string>()
  const addedLicenses = new Set<string>()
  for (const change of changes) {
    if (change.kind === "dimension-added") grown.add(change.dimension)
    if (change.kind === "license-added") addedLicenses.add(change.license)
    if (change.kind !== "value-added") continue
    grown.add(change.dimension)
    addedValues.add(`${change.dimension}/${change.value}`)
  }
  const isNewDimension = (name: string) => base === undefined || snapshotOf(base.taxonomy).dimension(name) === undefined
  const valueLists = [...grown].flatMap((name): ReadonlyArray<CodeList> => {
    const dimension = snapshotOf(taxonomy).dimension(name)
    if (dimension === undefined) return []
    const isNew = isNewDimension(name)
    const codes = dimension.values.map(({ code, deprecated }) => ({
      code,
      isNew: isNew || addedValues.has(`${name}/${code}`),
      isDeprecated: deprecated !== undefined
    }))
    return [{ codes, refer: (code) => valueRef(name, code) }]
  })
  if (addedLicenses.size === 0) return valueLists
  const codes = taxonomy.licenses.map(({ code, deprecated }) => ({
    code,
    isNew: addedLicenses.has(code),
    isDeprecated: deprecated !== undefined
  }))
  return [...valueLists, { codes, refer: licenseRef }]
}
