import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { makeListBody, selectEntries, type ListBody } from "../bodies/ListBody.ts"
import { runInSlices } from "../bodies/RunInSlices.ts"
import { requestError, vary } from "../response/ErrorReplies.ts"
import type { Headers, Reply } from "../response/Reply.ts"
import { tagged, type Representation } from "../response/Representation.ts"
import {
  encodingFor,
  represent,
  shelved,
  tagOfPart,
  textOf,
  type ChangeSubject,
  type Content,
  type Lookup
} from "./Lookup.ts"

/** A list and what a request selects of it. */
export interface RequestedList {
  readonly key: string
  /** What the list depends on. A cursor is of one revision: in another one, its position may be of another entry. */
  readonly revision: string
  readonly make: Effect.Effect<ListBody<ChangeSubject>>
  /** The one text that stands for all filters which select the same, empty without one. */
  readonly selection: string
  readonly matches: (group: ChangeSubject) => boolean
  readonly headers: () => Headers
  /** What the headers depend on besides the body. */
  readonly owner: object
  readonly variant?: string
}

/** The content of a list, or of the page that `limit` and `cursor` select. */
export const pageOf = (lookup: Lookup, list: RequestedList): Result.Result<Content, Reply> => {
  const { query, sources } = lookup
  const { headers, key, make, matches, owner, revision, selection, variant } = list
  const cursor = textOf(query["cursor"])
  const limit = typeof query["limit"] === "number" ? query["limit"] : Infinity
  const from = cursor === undefined ? 0 : positionOf(cursor, revision)
  if (from === undefined) return Result.fail(cursorExpired)
  if (selection === "" && cursor === undefined && limit === Infinity) {
    return Result.succeed(
      shelved(sources.lists, key, make, ({ body }) => represent(owner, body, encodingFor(lookup), headers, variant))
    )
  }
  const part = (whole: ListBody<ChangeSubject>, bytes: Uint8Array): Representation =>
    tagged(tagOfPart(whole.body.sha256, `${selection}\n${from}\n${limit}`), headers(), bytes)
  return Result.succeed({
    peek: () => undefined,
    load: Effect.flatMap(sources.lists.load(key, make), (whole) =>
      Effect.map(
        runInSlices(() =>
          selectEntries(whole, { from, limit, matches, cursorOf: (position) => `${revision}.${position}` })
        ),
        (bytes) => part(whole, bytes)
      )
    )
  })
}

const positionOf = (cursor: string, revision: string): number | undefined => {
  const position = cursor.startsWith(`${revision}.`) ? cursor.slice(revision.length + 1) : ""
  return /^\d{1,9}$/.test(position) ? Number(position) : undefined
}

const cursorExpired: Reply = requestError(
  "cursor-expired",
  "The cursor is of another list, or of an earlier state of it. Begin again without a cursor",
  vary
)

/** Makes a list of a body that is an object with one list. */
export const listOf = (body: object): Effect.Effect<ListBody<ChangeSubject>> => {
  const members = Object.entries(body)
  const index = members.findIndex(([, member]) => Array.isArray(member))
  const [name, list] = members[index] ?? ["", []]
  const after: Record<string, unknown> = Object.fromEntries(members.slice(index + 1))
  return makeListBody<unknown, ChangeSubject>({
    entries: stepsOf(list),
    groupOf: () => everything,
    frame: () => ({
      head: Object.fromEntries(members.slice(0, index)),
      name,
      tail: (count, next) => {
        const { _meta, ...others } = after
        return { ...others, count, ...(next === undefined ? {} : { next_cursor: next }), _meta }
      }
    })
  })
}

const everything: ChangeSubject = { kind: undefined, dimension: undefined }

function* stepsOf(list: ReadonlyArray<unknown>): Generator<ReadonlyArray<unknown>> {
  for (let start = 0; start < list.length; start += entriesPerStep) yield list.slice(start, start + entriesPerStep)
}

const entriesPerStep = 64
