import type { Check } from "../Check.ts"
import { formatSyntaxProblem, type SyntaxProblem } from "./problems/SyntaxProblem.ts"

export const syntax: Check<"source/syntax", SyntaxProblem> = {
  id: "source/syntax",
  title: "Invalid YAML",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "Each source is one document of plain YAML 1.2: lists, maps and scalars. Aliases, anchors, tags, merge keys and directives are not accepted, because readers would have to know what they do elsewhere in the file. Put text that contains a colon or starts with a special character in quotes, indent with spaces, and write repeated content out.",
  breaks: `# dimensions/use_type.yaml
label: Use type: what for`,
  keeps: `# dimensions/use_type.yaml
label: "Use type: what for"`,
  message: (problem) => formatSyntaxProblem(problem).message,
  help: (problem) => formatSyntaxProblem(problem).help
}
