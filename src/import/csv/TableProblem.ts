/** Why a file cannot be imported. `row` counts like a spreadsheet, and `column` is the name of the column. */
export type TableProblem =
  | { readonly problem: "workbook" | "utf-16" | "not-utf-8" }
  | { readonly problem: "quotes"; readonly row: number | null }
  | { readonly problem: "too-many-cells"; readonly row: number; readonly columns: number }
  | { readonly problem: "missing-column"; readonly column: string }
  | { readonly problem: "repeated-column"; readonly column: string }
  | { readonly problem: "unknown-column"; readonly column: string; readonly suggestion: string | null }
  | { readonly problem: "not-a-language"; readonly column: string; readonly suggestion: string | null }
  | { readonly problem: "no-base-column"; readonly values: number }
  | CellProblem

/** What is wrong with one cell. */
export type CellProblem = { readonly row: number; readonly column: string } & (
  | { readonly problem: "empty" | "no-code" | "control-character" | "not-a-boolean" | "not-a-mode" | "not-yaml" }
  | { readonly problem: "not-a-code"; readonly text: string }
  | { readonly problem: "other-code"; readonly code: string; readonly was: string }
  | { readonly problem: "unknown-dimension"; readonly text: string; readonly suggestion: string | null }
  | { readonly problem: "other-dimension"; readonly text: string; readonly expected: string }
  | { readonly problem: "repeated-code"; readonly code: string; readonly first: number }
  | { readonly problem: "other-case"; readonly code: string; readonly known: string }
  | { readonly problem: "unknown-replacement"; readonly text: string; readonly suggestion: string | null }
  | { readonly problem: "replaces-itself"; readonly code: string }
  | { readonly problem: "not-a-base" | "unknown-base" | "other-base"; readonly base: string }
  | { readonly problem: "no-base"; readonly code: string }
  | { readonly problem: "removed"; readonly item: string }
  | { readonly problem: "shared"; readonly owner: string }
  | { readonly problem: "changed-twice"; readonly table: string; readonly sources: string }
  | { readonly problem: "no-replacement-or-reason" | "too-few-for-all-of" | "not-deprecated" }
)

/** Where a problem is, and what to do about it. */
export const formatTableProblem = (problem: TableProblem): string => `${placeOf(problem)}${sentencesOf(problem)}`

const placeOf = (problem: TableProblem): string => {
  const row = "row" in problem && problem.row !== null ? `row ${problem.row}` : undefined
  const column = "column" in problem ? `column ${problem.column}` : undefined
  const place = [row, column].filter((part) => part !== undefined).join(", ")
  return place === "" ? "" : `${place}: `
}

const sentencesOf = (problem: TableProblem): string => {
  switch (problem.problem) {
    case "workbook":
      return "The file is a workbook. Save it as CSV UTF-8 in the spreadsheet program, and import that file."
    case "utf-16":
      return "The file is UTF-16. Save it as CSV UTF-8."
    case "not-utf-8":
      return "The file is not UTF-8, so letters such as é would be lost. Save it as CSV UTF-8, not as plain CSV."
    case "quotes":
      return "The quotes of a cell do not match. Put quotes around the whole cell, and write each quote within it twice."
    case "too-many-cells":
      return `The row has more cells than the ${problem.columns} of the header. Put quotes around a text that contains the separator.`
    case "shared":
      return `This is the value ${problem.owner}, which several dimensions share. Change it there.`
    case "missing-column":
      return "The column is missing. Add it, as an export of the values has it."
    case "repeated-column":
      return "The column occurs twice. Remove one of the two."
    case "unknown-column":
      return `The column is not known.${suggest(problem.suggestion) ?? " Remove it, or name it like a column of an export."}`
    case "not-a-language":
      return `What follows the colon is not a language tag.${problem.suggestion === null ? " Write a tag such as fr or pt-BR." : ` Name the column ${problem.suggestion}.`}`
    case "empty":
      return "The text is missing. Write it."
    case "no-code":
      return "The code is missing. Write it, or remove the row."
    case "control-character":
      return "The text contains a control character. Remove it."
    case "not-a-code":
      return `${quote(problem.text)} is not a code. A code consists of letters, digits and . _ + -, at most 64 characters.`
    case "not-a-boolean":
      return "The cell must be yes or no. Write one of the two."
    case "not-yaml":
      return "The cell is not what the sources write for a setting or conditions, such as [editorial, research]. Put a code that looks like a number in quotes."
    case "not-a-mode":
      return "The cell must be one_of or all_of. Write one of the two."
    case "unknown-dimension":
      return `The dimension ${quote(problem.text)} does not exist.${suggest(problem.suggestion) ?? " Add it to the sources first."}`
    case "other-dimension":
      return `The row belongs to ${quote(problem.text)}, not to ${quote(problem.expected)}. Remove the row, or leave out --dimension.`
    case "repeated-code":
      return `${problem.code} occurs in row ${problem.first} already. Remove one of the two rows.`
    case "other-case":
      return `${problem.code} differs from ${problem.known} only in case. Write ${problem.known}.`
    case "unknown-replacement":
      return `${quote(problem.text)} does not exist.${suggest(problem.suggestion) ?? " Write the code of a value, or dimension/CODE."}`
    case "replaces-itself":
      return `${problem.code} cannot replace itself. Write another code.`
    case "no-base-column":
      return `The table has no column base, so nobody can tell which cells were edited. ${problem.values} ${problem.values === 1 ? "value differs" : "values differ"} from the sources. Export the values again and edit that table, or take every cell of this one with --overwrite.`
    case "not-a-base":
      return `${quote(problem.base)} is not what an export writes. Copy the cell from the export, or clear it for a new value.`
    case "unknown-base":
      return `The sources changed since, and the texts that were exported are not known: no release or commit for ${problem.base}. Fetch the commit, or export again and repeat the edits there.`
    case "other-base":
      return `The row is not the one that was exported as ${problem.base}. Clear the cell for a new value. Otherwise export again and repeat the edits there.`
    case "other-code":
      return `The code was ${problem.was} in the export, and a code never changes. Write ${problem.was} again, or clear the base of the row to add ${quote(problem.code)} as a new value.`
    case "no-base":
      return `${problem.code} exists, so the row needs its base. Copy it from a new export, or take every cell with --overwrite.`
    case "removed":
      return `${problem.item} is no longer in the sources, but was edited here. Remove the row, or clear its base to add it again.`
    case "changed-twice":
      return `The table says ${quote(problem.table)}, the sources now say ${quote(problem.sources)}. Write the text that you want into both.`
    case "no-replacement-or-reason":
      return "A deprecated value needs a replacement or a reason. Fill replaced_by or reason."
    case "too-few-for-all-of":
      return "all_of needs at least two replacements. Write one_of, or add the other ones."
    case "not-deprecated":
      return "The cell says how a deprecated value is replaced, but deprecated is not yes. Write yes, or clear the cell."
  }
}

const quote = (text: string): string => JSON.stringify(text)

const suggest = (suggestion: string | null): string | undefined =>
  suggestion === null ? undefined : ` Did you mean ${quote(suggestion)}?`
