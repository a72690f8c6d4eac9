import type { Path } from "../domain/Finding.ts"
import { isContentMap, isList, type Content, type Edit } from "./Edit.ts"
import { positionInOrder } from "./KeyOrder.ts"

/** Applies an edit to the data of a source: what its text must hold afterwards. Maps are `Map`s, in any order. */
export const editData = (data: unknown, edit: Edit): unknown => {
  switch (edit._tag) {
    case "Set":
      return update(data, edit.path, () => toData(edit.value))
    case "Insert":
      return update(data, edit.path, (list) => insert(list, edit.entry, edit.after))
    case "Remove":
      return update(data, edit.path, () => undefined)
    case "RenameKey": {
      const last = String(edit.path.at(-1))
      return update(data, edit.path.slice(0, -1), (map) =>
        map instanceof Map ? new Map([...map].map(([key, value]) => [key === last ? edit.to : key, value])) : map
      )
    }
  }
}

/** Replaces what is at a path; `undefined` removes it. */
const update = (data: unknown, path: Path, change: (value: unknown) => unknown): unknown => {
  const [part, ...rest] = path
  if (part === undefined) return change(data)
  if (Array.isArray(data)) {
    const index = typeof part === "number" ? part : data.findIndex((entry) => codeOf(entry) === part)
    const changed: unknown = update(data[index], rest, change)
    return changed === undefined ? data.toSpliced(index, 1) : data.with(index, changed)
  }
  const map = new Map<unknown, unknown>(data instanceof Map ? data : [])
  const changed = update(map.get(String(part)), rest, change)
  if (changed === undefined) map.delete(String(part))
  else map.set(String(part), changed)
  return map
}

const insert = (list: unknown, entry: Content, after: string | undefined): ReadonlyArray<unknown> => {
  const entries: ReadonlyArray<unknown> = Array.isArray(list) ? list : []
  const codes = entries.map(codeOf)
  const code = codeOf(toData(entry))
  const index =
    after !== undefined
      ? codes.indexOf(after) + 1
      : code !== undefined && codes.every((known) => known !== undefined)
        ? positionInOrder(codes, code)
        : entries.length
  return entries.toSpliced(index, 0, toData(entry))
}

const codeOf = (entry: unknown): string | undefined => {
  const code: unknown = entry instanceof Map ? entry.get("code") : entry
  return typeof code === "string" || typeof code === "number" || typeof code === "boolean" ? String(code) : undefined
}

const toData = (content: Content): unknown => {
  if (isList(content)) return content.map(toData)
  return isContentMap(content) ? new Map(Object.entries(content).map(([key, value]) => [key, toData(value)])) : content
}
