import type { Row } from "./Row.ts"

/** Renders the rows as tables, one per section. Equal sentences in a row are written once. */
export const conformanceMarkdown = (rows: ReadonlyArray<Row>): string => {
  const sections = Map.groupBy(rows, ({ section }) => section)
  const order = [...sections.keys()].sort((left, right) =>
    left === "decided" ? 1 : right === "decided" ? -1 : left.localeCompare(right, "en", { numeric: true })
  )
  return order.map((section) => `${heading(section)}\n\n${table(sections.get(section) ?? [])}`).join("\n\n")
}

const heading = (section: string): string =>
  section === "decided" ? "## Decisions where the specification is silent" : `## Section ${section}`

const table = (rows: ReadonlyArray<Row>): string =>
  [
    "| sentence | key | request | response |",
    "|---|---|---|---|",
    ...rows.map((row, index) => line(row, row.sentence === rows[index - 1]?.sentence))
  ].join("\n")

const line = (row: Row, isRepeated: boolean): string =>
  `| ${[isRepeated ? "" : row.sentence, row.caller, request(row), response(row)].map(cell).join(" | ")} |`

const request = ({ after, method = "GET", path, sends = {} }: Row): string =>
  [
    code(`${method} ${path}`),
    ...Object.entries(sends).map(([name, value]) => code(`${name}: ${value}`)),
    ...(after === undefined ? [] : [`after ${after} equal requests`])
  ].join("; ")

const response = ({ body, headers = {}, holds, lacks = [], members, status }: Row): string =>
  [
    String(status),
    ...Object.entries(headers).map(([name, value]) =>
      code(typeof value === "string" ? `${name}: ${value}` : `${name} ~ ${value.source}`)
    ),
    ...lacks.map((name) => `no ${code(name)}`),
    ...(body === undefined ? [] : [`body has ${code(JSON.stringify(body))}`]),
    ...(members === undefined ? [] : [`body has ${members.map(code).join(", ")} and nothing else`]),
    ...(holds === undefined ? [] : [holds.says])
  ].join("; ")

const code = (text: string): string => `\`${text}\``

const cell = (text: string): string => text.replaceAll("|", "\\|")
