import * as Graph from "effect/Graph"
import { formatItem, fromItemId, type ItemId } from "../taxonomy/ItemRef.ts"

/**
 * Finds the items that lead back to themselves. All items that lead to each other have one path, the shortest from the
 * first of them to itself; long paths are shortened. Linear in the number of items and of what they lead to.
 */
export const findCycles = (
  next: ReadonlyMap<ItemId, ReadonlyArray<ItemId>>
): ReadonlyMap<ItemId, ReadonlyArray<string>> => {
  const components = componentsOf(next)
  const paths = new Map<number | undefined, ReadonlyArray<string> | undefined>()
  return new Map(
    [...next.keys()].flatMap((id) => {
      const component = components.get(id)
      if (!paths.has(component)) {
        const within = (other: ItemId) => (next.get(other) ?? []).filter((each) => components.get(each) === component)
        paths.set(component, shortestCycle(id, within))
      }
      const path = paths.get(component)
      return path === undefined ? [] : [[id, path] as const]
    })
  )
}

/** The number of the strongly connected component of each item: two items of one component lead to each other. */
const componentsOf = (next: ReadonlyMap<ItemId, ReadonlyArray<ItemId>>): ReadonlyMap<ItemId, number> => {
  const nodes = new Map<ItemId, Graph.NodeIndex>()
  const graph = Graph.directed<ItemId, undefined>((mutable) => {
    for (const id of next.keys()) nodes.set(id, Graph.addNode(mutable, id))
    for (const [id, others] of next) {
      for (const other of others) {
        const [from, to] = [nodes.get(id), nodes.get(other)]
        if (from !== undefined && to !== undefined) Graph.addEdge(mutable, from, to, undefined)
      }
    }
  })
  const components = Graph.stronglyConnectedComponents(graph)
  const numbers = new Map(components.flatMap((members, number) => members.map((node) => [node, number] as const)))
  return new Map([...nodes].map(([id, node]) => [id, numbers.get(node) ?? 0]))
}

/** The names on the shortest path from an item to itself, if there is one. */
const shortestCycle = (
  start: ItemId,
  nextOf: (id: ItemId) => ReadonlyArray<ItemId>
): ReadonlyArray<string> | undefined => {
  const pathTo = new Map<ItemId, ReadonlyArray<string>>([[start, [nameOf(start)]]])
  for (const [id, path] of pathTo) {
    for (const next of nextOf(id)) {
      if (next === start) return [...path, nameOf(start)]
      if (!pathTo.has(next)) pathTo.set(next, path.length < maxShown ? [...path, nameOf(next)] : shortened(path))
    }
  }
  return undefined
}

/** The beginning of a path that is too long to show. */
const shortened = (path: ReadonlyArray<string>): ReadonlyArray<string> => [...path.slice(0, maxShown - 1), omission]

const maxShown = 6
const omission = "…"

const nameOf = (id: ItemId): string => formatItem(fromItemId(id))
