import type { LocatedFinding, RelatedSpan, SourceSpan } from "../build/diagnostics/SourceLocation.ts"
import { messageOf, relatedMessageOf } from "./FindingText.ts"

/** Related locations of which the same can be said. */
export interface RelatedGroup {
  readonly tag: RelatedSpan["_tag"]
  /** `undefined` if the message of the finding says it already. */
  readonly message: string | undefined
  /** Without the place of the finding itself. */
  readonly places: ReadonlyArray<SourceSpan>
}

/** The related locations of a finding, by what there is to say of them: the uses of a removed item are one group. */
export const groupRelated = (finding: LocatedFinding): ReadonlyArray<RelatedGroup> => {
  const { place, related = [] } = finding
  const said = related.length === 0 ? "" : messageOf(finding)
  return [...Map.groupBy(related, relatedMessageOf)].flatMap(([message, spans]) => {
    const [first] = spans
    if (first === undefined) return []
    const others = spans.map((span) => span.place).filter((other) => !isSamePlace(other, place))
    const isSaid = said.includes(message)
    return isSaid && others.length === 0
      ? []
      : [{ tag: first._tag, message: isSaid ? undefined : message, places: others }]
  })
}

const isSamePlace = (left: SourceSpan, right: SourceSpan): boolean =>
  left.file === right.file && left.line === right.line && left.column === right.column
