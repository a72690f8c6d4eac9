import { writeCode } from "../../domain/checks/reference/meaning/WrittenCode.ts"
import { fileName } from "../../domain/checks/source/FileName.ts"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import { replaceNode } from "../../domain/diagnostic/Fix.ts"

/**
 * Changes the advice to rename a file if another file is in the way: a copied file needs another name inside. `paths` are
 * those of all sources.
 */
export const explainFileName = (finding: Finding, paths: ReadonlySet<string>): Finding => {
  const [edit] = finding.rule === fileName.id ? (finding.fix ?? []) : []
  if (edit?._tag !== "Rename" || edit.to.toLowerCase() === edit.file.toLowerCase()) return finding
  if (!paths.has(edit.to.toLowerCase())) return finding
  const { fix: _, ...rest } = finding
  const context = { ...finding.context, is_taken: true }
  const { file_name, problem } = finding.context
  return problem === "mismatch" && typeof file_name === "string" && /^[A-Za-z0-9][\w.+-]*$/.test(file_name)
    ? { ...rest, context, fix: [replaceNode(finding.location, writeCode(file_name))] }
    : { ...rest, context }
}
