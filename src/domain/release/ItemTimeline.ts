import { subjectOf, type Change } from "../change/Change.ts"
import type { Version } from "../taxonomy/Version.ts"
import type { Timestamp } from "./ReleaseEvent.ts"
import type { History } from "./ReleaseHistory.ts"

/** What one release did to an item. */
export interface LifeEvent {
  readonly version: Version
  readonly date: Timestamp
  readonly change: Change
}

/**
 * All that the ledger tells of an item, in the order in which it happened: what a dimension does, its values undergo, and
 * what became of its values is part of its own life.
 */
export const lifeOf = ({ releases }: History, subject: string): ReadonlyArray<LifeEvent> =>
  [...releases.values()].flatMap(({ base, changes, published_at, version }) => {
    const before = base === null ? undefined : releases.get(base)?.taxonomy
    const had = before?.dimensions.some(({ name, values }) => values.some(({ code }) => `${name}/${code}` === subject))
    return changes
      .filter(
        (change) =>
          subjectOf(change) === subject ||
          ("value" in change && change.dimension === subject) ||
          (change.kind === "dimension-added" &&
            change.after.values.some(({ code }) => `${change.dimension}/${code}` === subject)) ||
          (change.kind === "dimension-removed" && had === true && subject.startsWith(`${change.dimension}/`))
      )
      .map((change) => ({ version, date: published_at, change }))
  })

/** Every item that was ever there, by the name that `lifeOf` takes. */
export const everySubject = ({ releases }: History): ReadonlySet<string> =>
  new Set(
    [...releases.values()].flatMap(({ changes }) =>
      changes.flatMap((change) => [
        ...(change.kind === "dimension-added"
          ? change.after.values.map(({ code }) => `${change.dimension}/${code}`)
          : []),
        ...[subjectOf(change) ?? []].flat()
      ])
    )
  )
