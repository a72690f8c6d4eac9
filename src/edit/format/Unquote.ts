import { isScalar, parseDocument, visit } from "yaml"
import { isFlow } from "../plan/BlockLines.ts"
import { rangeOf } from "../SourceNodes.ts"
import { applySplices, type Splice } from "../Splice.ts"
import { writeText } from "../write/WriteScalar.ts"
import type { FormatStep } from "./FormatSource.ts"

/** Removes quotes without which a text is still the same text, to a reader of YAML 1.1 too. */
export const unquote: FormatStep = ({ root, text }) => {
  const splices: Array<Splice> = []
  visit(root, {
    Scalar: (_, scalar, path) => {
      const { type, value } = scalar
      const [start, end] = rangeOf(scalar)
      if ((type !== "QUOTE_DOUBLE" && type !== "QUOTE_SINGLE") || typeof value !== "string") return
      const written = writeText(value, path.some(isFlow) ? "flow" : "block")
      if (written === value && isTextInYaml11(value)) splices.push({ start, end, text: written })
    }
  })
  return applySplices(text, splices)
}

/** False for `NO`, `12:30` and the like, which older readers take for something else. */
const isTextInYaml11 = (value: string): boolean => {
  const { contents } = parseDocument(value, { version: "1.1", logLevel: "silent" })
  return isScalar(contents) && contents.value === value
}
