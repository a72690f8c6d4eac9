import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { dimensionRef } from "../../taxonomy/ItemRef.ts"
import type { Shape } from "../../taxonomy/Scalars.ts"
import type { Check } from "../Check.ts"
import { referenceProblems } from "./References.ts"

export const shapeChanged: Check<
  "reference/shape-changed",
  {
    readonly dimension: string
    readonly before: Shape
    readonly after: Shape
    /** How many licenses and conflict rules do not fit the new shape. */
    readonly uses: number
  }
> = {
  id: "reference/shape-changed",
  title: "Shape changed, but not its uses",
  level: "error",
  stage: "release",
  explanation:
    "The shape of a dimension decides how a config sets it, so every license and every contract that sets the dimension has to change with it. That requires a major release. Restore the shape, or change all settings and conditions of the dimension and declare the next major version.",
  breaks: `# dimensions/use_type.yaml, multiple in the release before
shape: single
# licenses/EDU.yaml
config:
  use_type: [educational]`,
  keeps: `# dimensions/use_type.yaml
shape: multiple
# licenses/EDU.yaml
config:
  use_type: [educational]`,
  message: ({ after, before, dimension, uses }) =>
    `The shape of ${dimension} changed from ${before} to ${after}, but ${uses === 1 ? "one setting does" : `${uses} settings do`} not fit it`,
  help: ({ before }) =>
    `Write shape: ${before} again. To change the shape, change these settings too, and declare the next major version.`,
  run: (proposal) => {
    const shapes = new Map(proposal.base?.taxonomy.dimensions.map(({ name, shape }) => [name, shape]))
    const uses = Map.groupBy(
      referenceProblems(proposal).flatMap((problem) =>
        problem._tag === "WrongSetting" || problem._tag === "WrongCondition" ? [problem.facts] : []
      ),
      ({ dimension }) => dimension
    )
    return [...uses].flatMap(([dimension, settings]): ReadonlyArray<Finding> => {
      const [before, after] = [shapes.get(dimension), settings[0]?.shape]
      if (before === undefined || after === undefined || before === after) return []
      const item = dimensionRef(dimension)
      const facts = { dimension, before, after, uses: settings.length }
      return [makeFinding(shapeChanged, facts, { item, location: inItem(item, "shape") })]
    })
  }
}
