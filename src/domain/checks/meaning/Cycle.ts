import { makeFinding, inItem } from "../../Finding.ts"
import { fromItemId, toItemId, type ItemId } from "../../taxonomy/ItemRef.ts"
import { namedItems, namesItems } from "../../vocabulary/ItemTypes.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import { refusedRemoval, type Check } from "../Check.ts"
import { findCycles } from "../Cycles.ts"

export const meaningCycle: Check<
  "meaning/cycle",
  {
    /** The key whose names lead in a circle. */
    readonly key: string
    /** From the first item to itself; long cycles are shortened. */
    readonly cycle: ReadonlyArray<string>
  }
> = {
  id: "meaning/cycle",
  title: "Cycle of kinds, rights or reservations",
  level: "error",
  stage: "reference",
  followsFrom: [refusedRemoval],
  explanation:
    "A kind cannot be above itself, a right cannot include itself, and a dimension can neither reserve itself nor take its values from itself, through whatever other items. Programs that follow the names would never arrive. Remove one of the names.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: ALCOHOL
    broader: [ALCOHOL_BEER]
  - code: ALCOHOL_BEER
    broader: [ALCOHOL]`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: ALCOHOL
  - code: ALCOHOL_BEER
    broader: [ALCOHOL]`,
  message: ({ cycle, key }) => `"${key}" leads in a circle: ${cycle.join(" -> ")}`,
  help: ({ key }) => `Remove one of the names under ${key}.`,
  run: ({ command }) => {
    const edges = new Map<string, Map<ItemId, Array<ItemId>>>()
    for (const found of snapshotOf(command.taxonomy).items(namesItems)) {
      for (const { names, path } of namedItems(found)) {
        const [key] = path
        if (typeof key !== "string" || !cyclicKeys.has(key)) continue
        const ofKey = edges.get(key) ?? new Map<ItemId, Array<ItemId>>()
        edges.set(key, ofKey)
        const id = toItemId(found.item)
        ofKey.set(id, [...(ofKey.get(id) ?? []), toItemId(names)])
      }
    }
    return [...edges].flatMap(([key, next]) => {
      const reported = new Set<ReadonlyArray<string>>()
      return [...findCycles(next)].flatMap(([id, cycle]) => {
        // All items of a cycle have one path.
        if (reported.has(cycle)) return []
        reported.add(cycle)
        const item = fromItemId(id)
        return [makeFinding(meaningCycle, { key, cycle }, { item, location: inItem(item, key) })]
      })
    })
  }
}

const cyclicKeys: ReadonlySet<string> = new Set(["broader", "includes", "reserves", "values_of"])
