import { isSeq } from "yaml"
import { codeOf, type Edit, type Insert } from "../Edit.ts"
import { orderOf } from "../KeyOrder.ts"
import { codesOf, nodeAt, type SourceNodes } from "../SourceNodes.ts"

/**
 * Puts inserts into one sorted list that follow each other into the order of the list. The outcome is the same, and
 * entries that go to the same place can be written at once.
 */
export const sortInserts = (nodes: SourceNodes, edits: ReadonlyArray<Edit>): ReadonlyArray<Edit> => {
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
