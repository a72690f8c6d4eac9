import * as Graph from "effect/Graph"
import type { DeprecatedItem } from "../../../release/removal/DeprecationClock.ts"
import { formatItem, toItemId, type ItemId } from "../../../taxonomy/ItemRef.ts"
import { replacementItems } from "../../../taxonomy/Replacement.ts"

type DeprecatedById = ReadonlyMap<ItemId, DeprecatedItem>

/** Listed once: many items can lead to one with many replacements. */
type ReplacementsByItem = ReadonlyMap<DeprecatedItem, ReadonlyArray<ItemId>>

/**
 * Finds the deprecated items that their own replacements lead back to. All items that lead to each other have one path,
 * from the first of them to itself; long paths are shortened. Linear in the number of deprecated items, whatever the length of the cycles.
 */
export const replacementCycles = (deprecated: DeprecatedById): ReadonlyMap<ItemId, ReadonlyArray<string>> => {
  const replacements = new Map([...deprecated.values()].map((item) => [item, replacementIds(item)]))
  const components = componentsOf(deprecated, replacements)
  const paths = new Map<number | undefined, ReadonlyArray<string>>()
  return new Map(
    [...deprecated].flatMap(([id, item]) => {
      const nextId = replacements.get(item)?.find((other) => components.get(other) === components.get(id))
      const next = nextId === undefined ? undefined : deprecated.get(nextId)
      if (next === undefined) return []
      const component = components.get(id)
      const known = paths.get(component)
      if (known !== undefined) return [[id, known]]
      const path = shortestCycle(id, item, deprecated, replacements) ?? [nameOf(item), nameOf(next), omission]
      const closed = [...path, nameOf(item)]
      paths.set(component, closed)
      return [[id, closed]]
    })
  )
}

/** The number of the strongly connected component of each item: two items of one component lead to each other. */
const componentsOf = (deprecated: DeprecatedById, replacements: ReplacementsByItem): ReadonlyMap<ItemId, number> => {
  const nodes = new Map<ItemId, Graph.NodeIndex>()
  const graph = Graph.directed<ItemId, undefined>((mutable) => {
    for (const id of deprecated.keys()) nodes.set(id, Graph.addNode(mutable, id))
    for (const [id, item] of deprecated) {
      for (const replacement of replacements.get(item) ?? []) {
        const [from, to] = [nodes.get(id), nodes.get(replacement)]
        if (from !== undefined && to !== undefined) Graph.addEdge(mutable, from, to, undefined)
      }
    }
  })
  const components = Graph.stronglyConnectedComponents(graph)
  const numbers = new Map(components.flatMap((members, number) => members.map((node) => [node, number] as const)))
  return new Map([...nodes].map(([id, node]) => [id, numbers.get(node) ?? 0]))
}

/** The names on the shortest path from an item to one that it replaces, if the search finds it within a few steps. */
const shortestCycle = (
  startId: ItemId,
  start: DeprecatedItem,
  deprecated: DeprecatedById,
  replacements: ReplacementsByItem
): ReadonlyArray<string> | undefined => {
  const predecessors = new Map<DeprecatedItem, DeprecatedItem | undefined>([[start, undefined]])
  let steps = 0
  for (const item of predecessors.keys()) {
    for (const id of replacements.get(item) ?? []) {
      if (id === startId) return shorten(pathTo(item, predecessors))
      if (++steps > maxSteps) return undefined
      const next = deprecated.get(id)
      if (next !== undefined && !predecessors.has(next)) predecessors.set(next, item)
    }
  }
  return undefined
}

const pathTo = (
  end: DeprecatedItem,
  predecessors: ReadonlyMap<DeprecatedItem, DeprecatedItem | undefined>
): ReadonlyArray<string> => {
  const path: Array<string> = []
  for (let item: DeprecatedItem | undefined = end; item !== undefined; item = predecessors.get(item)) {
    path.push(nameOf(item))
  }
  return path.toReversed()
}

const shorten = (path: ReadonlyArray<string>): ReadonlyArray<string> =>
  path.length <= maxShown ? path : [...path.slice(0, maxShown - 1), omission]

const maxSteps = 40
const maxShown = 6
const omission = "…"

const nameOf = ({ item }: DeprecatedItem): string => formatItem(item)

const replacementIds = ({ deprecation, item }: DeprecatedItem): ReadonlyArray<ItemId> =>
  replacementItems(item, deprecation).map(toItemId)
