import type { ContentMap } from "../Edit.ts"
import { lineEndOf } from "../Lines.ts"
import { plainStyle, writePair } from "./WriteContent.ts"

/**
 * Writes a new source. It starts with the comment for text editors of a file beside it if that has one, and with
 * `schemaLine` if there is no other file.
 */
export const renderNewFile = (
  content: ContentMap,
  sibling: string | undefined,
  schemaLine: string | undefined
): string => {
  const end = lineEndOf(sibling ?? "")
  const [, comment] = /^\uFEFF?(# yaml-language-server:[^\r\n]*)/.exec(sibling ?? "") ?? []
  const first = sibling === undefined ? schemaLine : comment
  const lines = Object.entries(content).flatMap(([key, value]) => writePair(key, value, 0, plainStyle))
  return [...(first === undefined ? [] : [first]), ...lines].map((line) => line + end).join("")
}
