import { fileName } from "../../domain/checks/source/FileName.ts"
import type { Finding } from "../../domain/Finding.ts"

/**
 * Changes the advice to rename or move a file if another file is in the way: a copied file needs another name inside.
 * `paths` are those of all sources.
 */
export const explainFileName = (finding: Finding, paths: ReadonlySet<string>): Finding => {
  const { context, fix: _, location, rule, ...rest } = finding
  if (rule !== fileName.id || location._tag !== "Source") return finding
  const { move_to, name, rename_to } = context
  const { file } = location
  const targets = [
    move_to,
    rename_to,
    typeof name === "string" && `${file.slice(0, file.indexOf("/") + 1)}${name}.yaml`
  ]
  const target = targets.find((path) => typeof path === "string")?.toLowerCase() ?? file
  if (target === file.toLowerCase() || !paths.has(target)) return finding
  return { ...rest, rule, location, context: { ...context, is_taken: true } }
}
