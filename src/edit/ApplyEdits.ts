import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import { isMap } from "yaml"
import type { Path } from "../domain/Finding.ts"
import type { Edit } from "./Edit.ts"
import { editData } from "./EditData.ts"
import { EditFailed } from "./EditFailed.ts"
import { planInsert } from "./plan/PlanInsert.ts"
import { planRemove } from "./plan/PlanRemove.ts"
import { editFailed, planSet, type EditPlan } from "./plan/PlanSet.ts"
import { sortInserts } from "./plan/SortInserts.ts"
import { dataOf, findKey, nodeAt, parseNodes, rangeOf, type SourceNodes } from "./SourceNodes.ts"
import { applySplices, touches, type Splice } from "./Splice.ts"
import { writeText } from "./write/WriteScalar.ts"

/**
 * Applies edits to a source text, one after the other. All other bytes stay: comments, blank lines, quotes, line ends.
 * The result is parsed again: unless it holds exactly what the edits mean, they fail and nothing is changed.
 */
export const applyEdits = (text: string, edits: ReadonlyArray<Edit>): Result.Result<string, EditFailed> =>
  edits.length === 0
    ? Result.succeed(text)
    : Result.flatMap(parseNodes(text), (nodes) => applyTo(nodes, sortInserts(nodes, edits)))

const applyTo = (nodes: SourceNodes, edits: ReadonlyArray<Edit>): Result.Result<string, EditFailed> => {
  let current = nodes
  let rest = edits
  let maxBatchSize = edits.length
  while (rest.length > 0) {
    const batch = planBatch(current, rest, maxBatchSize)
    if (Result.isFailure(batch)) return Result.fail(batch.failure)
    const { count, splices } = batch.success
    const done = rest.slice(0, count)
    const edited = parseNodes(applySplices(current.text, splices))
    const expected = done.reduce((data, edit) => editData(data, edit), dataOf(current.root))
    if (Result.isSuccess(edited) && Equal.equals(dataOf(edited.success.root), expected)) {
      current = edited.success
      rest = rest.slice(count)
      maxBatchSize *= 2
    } else if (count > 1) {
      // Edits that seemed to be independent are not.
      maxBatchSize = Math.ceil(count / 2)
    } else {
      return Result.fail(new EditFailed({ problem: "structure", path: done[0]?.path ?? [] }))
    }
  }
  return Result.succeed(current.text)
}

interface Batch {
  readonly count: number
  readonly splices: ReadonlyArray<Splice>
}

/** Plans as many edits as can be planned for one text, since large files take long to parse. */
const planBatch = (
  nodes: SourceNodes,
  edits: ReadonlyArray<Edit>,
  maxBatchSize: number
): Result.Result<Batch, EditFailed> => {
  const splices: Array<Splice> = []
  const collections = new Map<string, Edit>()
  let [count, end] = [0, -1]
  for (const edit of edits.slice(0, maxBatchSize)) {
    const planned = plan(nodes, edit)
    const key = collectionOf(edit)
    const before = collections.get(key)
    const isApart =
      Result.isSuccess(planned) &&
      (before === undefined || (before._tag === edit._tag && batched.has(edit._tag))) &&
      planned.success.every(
        (splice) =>
          splice.start > end ||
          (follows(edit, before) && isInsertAt(splice, splice.start) && isInsertAt(splices.at(-1), splice.start)) ||
          !splices.some((other) => touches(splice, other))
      )
    if (count > 0 && !isApart) break
    if (Result.isFailure(planned)) return Result.fail(planned.failure)
    for (const splice of planned.success) end = Math.max(end, splice.end)
    splices.push(...planned.success)
    collections.set(key, edit)
    count += 1
  }
  return Result.succeed({ count, splices })
}

/** The edits of which several can be planned for one collection. */
const batched: ReadonlySet<Edit["_tag"]> = new Set(["Insert", "Set"])

/** True if an entry goes behind the one that the edit before adds to the list. Both are in the order that the list wants. */
const follows = (edit: Edit, before: Edit | undefined): boolean =>
  before?._tag === "Insert" && edit._tag === "Insert" && before.after === undefined && edit.after === undefined

const isInsertAt = (splice: Splice | undefined, at: number): boolean => splice?.start === at && splice.end === at

const collectionOf = ({ _tag, path }: Edit): string => JSON.stringify(_tag === "Insert" ? path : path.slice(0, -1))

const plan = (nodes: SourceNodes, edit: Edit): EditPlan => {
  switch (edit._tag) {
    case "Set":
      return planSet(nodes, edit.path, edit.value)
    case "Insert":
      return planInsert(nodes, edit.path, edit.entry, edit.after)
    case "Remove":
      return planRemove(nodes, edit.path)
    case "RenameKey":
      return planRename(nodes, edit.path, edit.to)
  }
}

const planRename = (nodes: SourceNodes, path: Path, to: string): EditPlan => {
  const map = nodeAt(nodes, path.slice(0, -1))
  const pair = isMap(map) ? findKey(map, path.at(-1) ?? "") : undefined
  if (pair === undefined) return editFailed("missing", path)
  const [start, end] = rangeOf(pair.key)
  return Result.succeed([{ start, end, text: writeText(to, "flow") }])
}
