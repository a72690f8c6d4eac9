import { wrongType } from "../../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding } from "../../../domain/Finding.ts"
import type { SourceValues } from "../../yaml/YamlContent.ts"

/** Replaces the findings about values that are only codes, such as `values: [a, b]`, by one finding. */
export const joinBareValues = (values: SourceValues, findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const bare = new Set(findings.filter((finding) => codeAt(values, finding) !== undefined))
  const [first] = bare
  if (first === undefined || bare.size < 2) return findings
  const hint = `Write - code: ${codeAt(values, first)}, with label: … and description: … below it, and the other values in the same way.`
  const expected = {
    type: "described",
    description: "a list of values, each with code, label and description"
  } as const
  const joined = makeFinding(
    wrongType,
    { problem: "unexpected", subject: "key", name: "values", expected, hint },
    { location: first.location }
  )
  return findings.flatMap((finding) => (finding === first ? [joined] : bare.has(finding) ? [] : [finding]))
}

/** The text that stands where a value should. */
const codeAt = (values: SourceValues, { location, rule }: Finding): string | undefined => {
  if (rule !== wrongType.id || location._tag !== "Source" || location.path?.length !== 2) return undefined
  const [key, index] = location.path
  if (key !== "values" || typeof index !== "number") return undefined
  const scalar = values.scalarAt(location.path)
  return typeof scalar?.value === "string" && scalar.value !== "" ? scalar.value : undefined
}
