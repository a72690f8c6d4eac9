/** Why a file cannot be imported. `row` counts like a spreadsheet, and `column` is the name of the column. */
export type TableProblem =
  | { readonly problem: "workbook" | "utf-16" | "not-utf-8" }
  | { readonly problem: "quotes"; readonly row: number | null }
  | { readonly problem: "too-many-cells"; readonly row: number; readonly columns: number }
  | { readonly problem: "missing-column"; readonly column: string }
  | { readonly problem: "repeated-column"; readonly column: string }
  | { readonly problem: "unknown-column"; readonly column: string; readonly suggestion: string | null }
  | { readonly problem: "not-a-language"; readonly column: string; readonly suggestion: string | null }
  | CellProblem

/** What is wrong with one cell. */
export type CellProblem = { readonly row: number; readonly column: string } & (
  | { readonly problem: "empty" | "no-code" | "control-character" | "not-a-code" | "not-a-boolean" | "not-a-mode" }
  | { readonly problem: "unknown-dimension"; readonly text: string; readonly suggestion: string | null }
  | { readonly problem: "other-dimension"; readonly text: string; readonly expected: string }
  | { readonly problem: "repeated-code"; readonly code: string; readonly first: number }
  | { readonly problem: "other-case"; readonly code: string; readonly known: string }
  | { readonly problem: "unknown-replacement"; readonly text: string; readonly suggestion: string | null }
  | { readonly problem: "replaces-itself"; readonly code: string }
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
      return "A code consists of letters, digits and . _ + -, at most 64 characters. Write a code such as QSR_FAST_FOOD."
    case "not-a-boolean":
      return "The cell must be yes or no. Write one of the two."
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
