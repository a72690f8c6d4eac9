import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import { isSeq } from "yaml"
import type { Path } from "../domain/Finding.ts"
import { type Edit, EditFailed, isContentMap, isList, type EditContent, codeOf, type Insert } from "./Edit.ts"
import { positionInOrder, orderOf } from "./KeyOrder.ts"
import { planInsert, planRemove, planSet, type EditPlan } from "./PlanEdits.ts"
import { dataOf, nodeAt, parseNodes, type SourceNodes, codesOf } from "./SourceNodes.ts"
import { applySplices, touches, type Splice } from "./Splice.ts"

/**
 * Applies edits to a source text, one after the other. All other bytes stay: comments, blank lines, quotes, line ends.
 * The result is parsed again: unless it holds exactly what the edits mean, they fail and nothing is changed.
 */
export const applyEdits = (text: string, edits: ReadonlyArray<Edit>): Result.Result<string, EditFailed> =>
  edits.length === 0
    ? Result.succeed(text)
    : Result.flatMap(parseNodes(text), (nodes) => applyTo(nodes, sortInserts(nodes, edits)))

/** Applies an edit to the data of a source: what its text must hold afterwards. Maps are `Map`s, in any order. */
const editData = (data: unknown, edit: Edit): unknown => {
  switch (edit._tag) {
    case "Set":
      return update(data, edit.path, () => toData(edit.value))
    case "Insert":
      return update(data, edit.path, (list) => insert(list, edit.entry, edit.after))
    case "Remove":
      return update(data, edit.path, () => undefined)
  }
}

/**
 * Puts inserts into one sorted list that follow each other into the order of the list. The outcome is the same, and
 * entries that go to the same place can be written at once.
 */
const sortInserts = (nodes: SourceNodes, edits: ReadonlyArray<Edit>): ReadonlyArray<Edit> => {
  const sorted: Array<Edit> = []
  let run: Array<Insert> = []
  const flush = () => {
    for (const insert of sortRun(nodes, run)) sorted.push(insert)
    run = []
  }
  for (const edit of edits) {
    const canSort = edit._tag === "Insert" && edit.after === undefined
    if (!canSort || (run[0] !== undefined && !isSamePath(run[0], edit))) flush()
    if (canSort) run.push(edit)
    else sorted.push(edit)
  }
  flush()
  return sorted
}

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
  }
}

/** Replaces what is at a path; `undefined` removes it. */
const update = (data: unknown, path: Path, change: (value: unknown) => unknown): unknown => {
  const [part, ...rest] = path
  if (part === undefined) return change(data)
  if (Array.isArray(data)) {
    const index = typeof part === "number" ? part : data.findIndex((entry) => codeOfData(entry) === part)
    const changed: unknown = update(data[index], rest, change)
    return changed === undefined ? data.toSpliced(index, 1) : data.with(index, changed)
  }
  const map = new Map<unknown, unknown>(data instanceof Map ? data : [])
  const changed = update(map.get(String(part)), rest, change)
  if (changed === undefined) map.delete(String(part))
  else map.set(String(part), changed)
  return map
}

const insert = (list: unknown, entry: EditContent, after: string | undefined): ReadonlyArray<unknown> => {
  const entries: ReadonlyArray<unknown> = Array.isArray(list) ? list : []
  const codes = entries.map(codeOfData)
  const code = codeOfData(toData(entry))
  const index =
    after !== undefined
      ? codes.indexOf(after) + 1
      : code !== undefined && codes.every((known) => known !== undefined)
        ? positionInOrder(codes, code)
        : entries.length
  return entries.toSpliced(index, 0, toData(entry))
}

const codeOfData = (entry: unknown): string | undefined => {
  const code: unknown = entry instanceof Map ? entry.get("code") : entry
  return typeof code === "string" || typeof code === "number" || typeof code === "boolean" ? String(code) : undefined
}

const toData = (content: EditContent): unknown => {
  if (isList(content)) return content.map(toData)
  return isContentMap(content) ? new Map(Object.entries(content).map(([key, value]) => [key, toData(value)])) : content
}

const sortRun = (nodes: SourceNodes, inserts: ReadonlyArray<Insert>): ReadonlyArray<Insert> => {
  const [first] = inserts
  if (first === undefined || inserts.length === 1) return inserts
  const list = nodeAt(nodes, first.path)
  const codes = isSeq(list) ? codesOf(list) : []
  const order = codes.every((code) => code !== undefined) ? orderOf(codes) : undefined
  return order === undefined
    ? inserts
    : inserts.toSorted((left, right) => order(codeOf(left.entry) ?? "", codeOf(right.entry) ?? ""))
}

const isSamePath = (left: Edit, right: Edit): boolean => JSON.stringify(left.path) === JSON.stringify(right.path)
