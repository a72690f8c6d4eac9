import { isDeepStrictEqual } from "node:util"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parseDocument } from "yaml"
import { memberOf } from "../../domain/Json.ts"
import { codeOf } from "../../domain/taxonomy/ItemRef.ts"
import { Text } from "../../domain/taxonomy/Scalars.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import {
  createFile,
  editFile,
  itemContent,
  plainContent,
  type Draft,
  type DraftChange
} from "../../edit/draft/Draft.ts"
import { requireFree } from "../../edit/draft/DraftItems.ts"
import { isContentMap, removeAt, setAt, type ContentMap, type Edit, type EditContent } from "../../edit/Edit.ts"
import { columns, digestOfCells, parseRowBase, unguardFormula } from "../../export/csv/CsvColumns.ts"
import {
  identityName,
  itemCells,
  itemColumn,
  itemsOf,
  itemTables,
  type ItemColumn,
  type ItemTable
} from "../../export/csv/ItemTables.ts"
import { editsBetween, type ImportPlan } from "./ImportCsv.ts"
import { booleans } from "./PlanImport.ts"
import { decodeTable, readTable, type Table, type TableRow } from "./ReadTable.ts"
import { formatTableProblem, type CellProblem, type TableProblem } from "./TableProblem.ts"

/**
 * Plans the import of a table of licenses, dimensions or rules: what was edited in it since its export, or without
 * `drafts` every cell that differs. Fails with all that is wrong.
 */
export const planItemImport = (
  bytes: Uint8Array,
  draft: Draft,
  table: ItemTable,
  drafts: ReadonlyMap<string, Taxonomy> | undefined
): Result.Result<ImportPlan, ReadonlyArray<string>> => {
  const read = Result.flatMap(decodeTable(bytes), readTable)
  if (Result.isFailure(read)) return Result.fail([formatTableProblem(read.failure)])
  const header = readHeader(table, read.success)
  if (Result.isFailure(header)) return Result.fail(header.failure.map(formatTableProblem))
  const planRow = makePlanRow(draft, table, drafts, header.success)
  const rows = read.success.rows.map(planRow)
  const problems = rows.flatMap((row) => row.problems)
  if (problems.length > 0) return Result.fail(problems)
  const named = new Set(rows.map(({ name }) => name))
  const changes = rows.flatMap((row) => row.changes)
  const added = changes.filter(({ _tag }) => _tag === "CreateFile").length
  const missing = itemsOf(table, draft.taxonomy).filter(([item]) => !named.has(codeOf(item))).length
  return Result.succeed({
    changes,
    summary: [
      ...(changes.length === 0 ? [] : [`${table}: ${added} added, ${changes.length - added} changed.`]),
      ...(missing === 0 ? [] : [`${table}: ${missing} not in the file. They stay as they are.`]),
      ...rows.flatMap((row) => row.notes)
    ]
  })
}

/** Where a table has its cells. */
interface Header {
  readonly base: number
  readonly identity: number
  readonly edited: ReadonlyArray<{ readonly index: number; readonly column: ItemColumn }>
}

const readHeader = (table: ItemTable, { header }: Table): Result.Result<Header, ReadonlyArray<TableProblem>> => {
  const { type } = itemTables[table]
  const identity = identityName(type)
  const edited = header.flatMap((name, index) => {
    const column = itemColumn(type, name)
    return column === undefined ? [] : [{ index, column }]
  })
  const problems = header.flatMap((column, index): ReadonlyArray<TableProblem> => {
    if (header.indexOf(column) < index && column !== "") return [{ problem: "repeated-column", column }]
    if (["", columns.base, identity].includes(column) || itemColumn(type, column) !== undefined) return []
    return [{ problem: "unknown-column", column, suggestion: nearest(column, Object.keys(vocabulary[type])) ?? null }]
  })
  if (!header.includes(identity)) problems.push({ problem: "missing-column", column: identity })
  return problems.length > 0
    ? Result.fail(problems)
    : Result.succeed({ base: header.indexOf(columns.base), identity: header.indexOf(identity), edited })
}

interface PlannedRow {
  readonly name: string
  readonly problems: ReadonlyArray<string>
  readonly changes: ReadonlyArray<DraftChange>
  readonly notes: ReadonlyArray<string>
}

/** Plans the rows of a table one after the other. */
const makePlanRow = (
  draft: Draft,
  table: ItemTable,
  drafts: ReadonlyMap<string, Taxonomy> | undefined,
  header: Header
) => {
  const { refOf, type } = itemTables[table]
  const identity = identityName(type)
  const isName = Schema.is(nameOf[type])
  const rows = new Map<string, number>()
  return ({ cells, row }: TableRow): PlannedRow => {
    const cellAt = (index: number) => unguardFormula(cells[index] ?? "").trim()
    const name = cellAt(header.identity)
    const problems: Array<CellProblem> = []
    const refuse = (problem: CellProblem) => ({ name, problems: [formatTableProblem(problem)], changes: [], notes: [] })
    const place = { row, column: identity }
    if (name === "") return refuse({ ...place, problem: "no-code" })
    if (!isName(name)) return refuse({ ...place, problem: "not-a-code", text: name })
    const first = rows.get(name)
    if (first !== undefined) return refuse({ ...place, problem: "repeated-code", code: name, first })
    rows.set(name, row)
    const item = refOf(name)
    const current = snapshotOf(draft.taxonomy).get(item)
    const is = current && itemCells(type, current)
    const written = header.base === -1 || drafts === undefined ? "" : cellAt(header.base)
    const base = written === "" ? undefined : findBase(written, is, name)
    if (typeof base === "string") return refuse({ row, column: columns.base, problem: base, base: written })
    const edits = header.edited.flatMap(
      ({ column, index }): ReadonlyArray<readonly [ItemColumn, EditContent | undefined]> => {
        const cell = cellAt(index)
        const [old, source] = [base?.get(column.name) ?? "", is?.get(column.name) ?? ""]
        if ((base !== undefined && cell === old.trim()) || cell === source.trim()) return []
        if (base !== undefined && current !== undefined && source !== old) {
          problems.push({ row, column: column.name, problem: "changed-twice", table: cell, sources: source })
        }
        const content = readContent(column, cell)
        if (Result.isFailure(content)) problems.push({ row, column: column.name, problem: content.failure })
        return Result.isFailure(content) ? [] : [[column, content.success]]
      }
    )
    if (current !== undefined && base === undefined && drafts !== undefined && edits.length > 0) {
      problems.push({ row, column: columns.base, problem: "no-base", code: name })
    }
    if (current === undefined && base !== undefined && edits.length > 0) {
      problems.push({ ...place, problem: "removed", item: name })
    }
    if (problems.length > 0) return { name, problems: problems.map(formatTableProblem), changes: [], notes: [] }
    if (current !== undefined) {
      const changed = editsOf(plainContent(current), edits)
      return { name, problems: [], changes: changed.length === 0 ? [] : [editFile(item, ...changed)], notes: [] }
    }
    if (base !== undefined) {
      return { name, problems: [], changes: [], notes: [`${name} was removed from the sources. It stays removed.`] }
    }
    const free = requireFree(draft, item)
    if (Result.isFailure(free)) {
      return { name, problems: [`row ${row}: ${free.failure.message}`], changes: [], notes: [] }
    }
    return { name, problems: [], changes: [createFile(item, newContent(type, identity, name, edits))], notes: [] }
  }

  /** The cells from which a row was exported. */
  function findBase(written: string, is: ReadonlyMap<string, string> | undefined, name: string) {
    const base = parseRowBase(written)
    if (base === undefined) return "not-a-base" as const
    if (is !== undefined && digestOfCells(is) === base.digest) return is
    const { releases } = draft.history
    const origin =
      base.version === undefined
        ? drafts?.get(base.commit ?? "")
        : releases.values().find(({ version }) => version === base.version)?.taxonomy
    if (origin === undefined) return "unknown-base" as const
    const was = itemsOf(table, origin).find(([item]) => codeOf(item) === name)
    const cells = was && itemCells(type, was[1])
    return cells !== undefined && digestOfCells(cells) === base.digest ? cells : ("other-base" as const)
  }
}

const nameOf = {
  license: vocabulary.license.code.schema,
  dimension: vocabulary.dimension.name.schema,
  rule: vocabulary.rule.id.schema
} as const

type Cells = ReadonlyArray<readonly [ItemColumn, EditContent | undefined]>

/** The edits of a file. A translation goes with its last text. */
const editsOf = (before: ContentMap, cells: Cells): ReadonlyArray<Edit> => {
  const texts = cells.filter(([{ path }]) => path[0] === "translations")
  const own = cells.flatMap(([{ path }, content]): ReadonlyArray<Edit> => {
    if (path[0] === "translations") return []
    const was = path.reduce<unknown>((outer, key) => memberOf(outer, key), before)
    if (isDeepStrictEqual(was, content)) return []
    return [content === undefined ? removeAt(path) : setAt(path, content)]
  })
  if (texts.length === 0) return own
  const { translations: known = {} } = before
  const was = isContentMap(known) ? known : {}
  const is = withTexts(was, texts)
  if (Object.keys(is).length === 0) return [...own, removeAt(["translations"])]
  return [
    ...own,
    ...(before["translations"] === undefined ? [setAt(["translations"], is)] : editsBetween(["translations"], was, is))
  ]
}

/** Translations with other texts, without those that are empty then. */
const withTexts = (translations: ContentMap, cells: Cells): ContentMap => {
  const changed = new Map(Object.entries(translations))
  for (const [{ path }, content] of cells) {
    const [, language = "", text = ""] = path
    const before = changed.get(language) ?? {}
    changed.set(language, plainContent({ ...(isContentMap(before) ? before : {}), [text]: content }))
  }
  return Object.fromEntries([...changed].filter(([, texts]) => Object.keys(texts).length > 0))
}

/** The file of a new item. A dimension has no values yet. */
const newContent = (
  type: (typeof itemTables)[ItemTable]["type"],
  identity: string,
  name: string,
  cells: Cells
): ContentMap => {
  const own = cells
    .filter(([{ path }]) => path.length === 1)
    .map(
      ([
        {
          path: [key = ""]
        },
        content
      ]) => [key, content]
    )
  const config = cells.flatMap(
    ([
      {
        path: [key, dimension = ""]
      },
      content
    ]) => (key === "config" ? [[dimension, content]] : [])
  )
  const translations = withTexts(
    {},
    cells.filter(([{ path }]) => path[0] === "translations")
  )
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(own)
  return itemContent(type, {
    ...(type === "license" ? { config: Object.fromEntries(config) } : {}),
    ...(type === "dimension" ? { required: false, ...("values_of" in fields ? {} : { values: [] }) } : {}),
    ...fields,
    [identity]: name,
    ...(Object.keys(translations).length === 0 ? {} : { translations })
  })
}

const isText = Schema.is(Text)

type ContentProblem = "control-character" | "not-a-boolean" | "not-yaml"

/** What a cell says; `undefined` if it is empty. */
const readContent = ({ form }: ItemColumn, cell: string): Result.Result<EditContent | undefined, ContentProblem> => {
  if (cell === "") return Result.succeed(undefined)
  if (!isText(cell)) return Result.fail("control-character")
  switch (form) {
    case "text":
      return Result.succeed(cell)
    case "list":
      return Result.succeed(cell.split("\n").flatMap((line) => line.trim() || []))
    case "boolean": {
      const content = booleans.get(cell.toLowerCase())
      return content === undefined ? Result.fail("not-a-boolean") : Result.succeed(content)
    }
    case "yaml": {
      const document = parseDocument(cell, { logLevel: "silent" })
      const content: unknown = document.errors.length > 0 ? undefined : document.toJS()
      return isContent(content) ? Result.succeed(content) : Result.fail("not-yaml")
    }
  }
}

/** True for what an edit can write: no number, date or nothing, which sources have in quotes. */
const isContent = (content: unknown): content is EditContent =>
  typeof content === "string" ||
  typeof content === "boolean" ||
  (typeof content === "object" && content !== null && Object.values(content).every(isContent))

/** The ids of the commits from which the rows of a table were exported. */
export const commitsInTable = (bytes: Uint8Array): ReadonlyArray<string> =>
  Result.match(Result.flatMap(decodeTable(bytes), readTable), {
    onSuccess: ({ header, rows }) => {
      const index = header.indexOf(columns.base)
      return [...new Set(rows.flatMap(({ cells }) => parseRowBase(cells[index]?.trim() ?? "")?.commit ?? []))]
    },
    onFailure: () => []
  })
