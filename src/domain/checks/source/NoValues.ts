import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { dimensionRef } from "../../taxonomy/ItemRef.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import type { Check } from "../Check.ts"

export const noValues: Check<"source/no-values", { readonly dimension: string }> = {
  id: "source/no-values",
  title: "Dimension without values",
  level: "warning",
  stage: "release",
  explanation:
    "A license can set nothing in a dimension without values, so publishing one is most often a forgotten list. A territory is an exception, because it can be global. Add the values, or leave the dimension out until there are some.",
  breaks: `# dimensions/vr_use.yaml
shape: multiple
values: []`,
  keeps: `# dimensions/vr_use.yaml
shape: multiple
values:
  - code: avatar
    label: Avatar
    description: The athlete is shown as an avatar.`,
  message: ({ dimension }) => `The dimension ${dimension} has no values`,
  help: () => "Add its values, or remove the dimension until there are some.",
  run: ({ base, command: { taxonomy } }) => {
    const empty = taxonomy.dimensions.filter(
      ({ deprecated, shape, values }) => values.length === 0 && shape !== "territory" && deprecated === undefined
    )
    if (empty.length === 0) return []
    const used = new Set(taxonomy.licenses.flatMap(({ config }) => Object.keys(config)))
    return empty.flatMap(({ name }): ReadonlyArray<Finding> => {
      const isNew = base === undefined || snapshotOf(base.taxonomy).dimension(name) === undefined
      if (!isNew && used.has(name)) return []
      const item = dimensionRef(name)
      return [makeFinding(noValues, { dimension: name }, { item, location: inItem(item, "values") })]
    })
  }
}
