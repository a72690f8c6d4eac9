import type { toJsonFindings } from "../../src/report/formats/Json.ts"

type JsonFinding = ReturnType<typeof toJsonFindings>[number]

/** A finding as tables show it: its place, its words, and what else the JSON report says of it. */
export const renderFinding = ({
  column,
  end_column,
  end_line,
  file,
  help,
  level,
  line,
  message,
  rule,
  ...facts
}: JsonFinding): string =>
  [
    `${file}:${line}:${column}-${end_line}:${end_column} ${level} ${rule}`,
    message,
    `help: ${help}`,
    ...Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  ]
    .map((text) => `${text}\n`)
    .join("")
