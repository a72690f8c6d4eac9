import { isMap } from "../../../domain/checks/reference/meaning/MeantCode.ts"
import type { BareCondition } from "../../../domain/checks/source/problems/TypeProblem.ts"
import { wrongType } from "../../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding } from "../../../domain/diagnostic/Finding.ts"
import { inSource } from "../../../domain/diagnostic/Location.ts"

/** Replaces the findings about conditions that are only values, such as `use_type: educational`, by one finding. */
export const joinBareConditions = (
  file: string,
  forbid: unknown,
  findings: ReadonlyArray<Finding>
): ReadonlyArray<Finding> => {
  const bare = new Map(
    findings.flatMap((finding) => {
      const condition = bareCondition(forbid, finding)
      return condition === undefined ? [] : [[finding, condition] as const]
    })
  )
  const [first] = bare.keys()
  if (first === undefined || bare.size < 2) return findings
  const conditions = [...bare.values()]
  const isClear = conditions.every(({ meant }) => meant !== null)
  const joined = makeFinding(
    wrongType,
    { problem: "conditions", conditions },
    {
      location: inSource(file, { path: ["forbid"], key: true }),
      fix: isClear ? [...bare.keys()].flatMap(({ fix = [] }) => fix) : []
    }
  )
  return findings.flatMap((finding) => (finding === first ? [joined] : bare.has(finding) ? [] : [finding]))
}

const bareCondition = (forbid: unknown, { context, rule }: Finding): BareCondition | undefined => {
  const { dimension, example, meant, problem } = context
  if (rule !== wrongType.id || problem !== "condition" || !isMap(forbid)) return undefined
  if (typeof dimension !== "string" || typeof example !== "string" || isMap(forbid[dimension])) return undefined
  return { dimension, example, meant: typeof meant === "string" ? meant : null }
}
